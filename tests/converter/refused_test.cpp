// Programs that cannot be converted, each with the exact words of its refusal; and programs that can.
#include "front.h"
#include "refusals.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace preamar::convert {
namespace {

std::string read(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::filesystem::path> sources_in(const std::string& folder) {
  const char* const root = std::getenv("PREAMAR_PROGRAMS");
  if (!root) throw std::runtime_error("PREAMAR_PROGRAMS names the folder of the programs");
  std::vector<std::filesystem::path> all;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(root) / folder))
    if (entry.path().extension() == ".c") all.push_back(entry.path());
  return all;
}

// What is wrong with it, or nothing.
std::string words_for(const std::filesystem::path& path) {
  try {
    (void)understand({path.filename().string(), read(path), {}, true});
    return "";
  } catch (const Refused& refused) {
    return refused.what();
  }
}

TEST(Refused, in_these_words) {
  const auto sources = sources_in("refused");
  EXPECT_GE(sources.size(), 30U);
  for (const auto& path : sources) {
    const std::string words = words_for(path);
    EXPECT_EQ(words, read(std::filesystem::path(path).replace_extension(".txt"))) << path.filename();
    EXPECT_FALSE(words.empty()) << path.filename();
  }
}

TEST(Refused, not_what_can_be_converted) {
  for (const char* const folder : {"taken", "programs"})
    for (const auto& path : sources_in(folder)) EXPECT_EQ(words_for(path), "") << path.filename();
}

}  // namespace
}  // namespace preamar::convert
