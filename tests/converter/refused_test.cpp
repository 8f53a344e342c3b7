// Programs that cannot be converted, each with the exact message of its refusal; and programs that can.
#include "front/front.h"
#include "refusals.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
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

// A description of the fault, or nothing.
std::string words_for(const std::string& name, const std::string& text, const std::vector<std::string>& flags = {}) {
  try {
    (void)understand({name, text, flags, true});
    return "";
  } catch (const Refused& refused) {
    return refused.what();
  }
}

std::string words_for(const std::filesystem::path& path) {
  return words_for(path.filename().string(), read(path), {"-I" + path.parent_path().string()});
}

std::string invert_after(const std::string& text) {
  return "[[clang::annotate(\"preamar::map\")]]\nint f(int a) {\n" + text + "return -a;\n}\n";
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

// Each of these would overflow Clang's stack, or never end.
TEST(Refused, what_is_too_much_for_the_compiler) {
  const std::string divide = "\n    instead: divide it into smaller parts\n";
  std::string signs, elses;
  for (int i = 0; i < 100000; ++i) signs += "~";
  EXPECT_EQ(words_for("signs.c", invert_after("a = " + signs + "a;\n")),
            "signs.c:3:2003: error: a statement that is too long for the compiler" + divide);
  for (int i = 0; i < 10000; ++i) elses += "if (a) a--; else\n";
  EXPECT_EQ(words_for("elses.c", invert_after(elses)),
            "elses.c:503:13: error: more branches of else in one function than the compiler takes" + divide);
  std::ostringstream macros;
  macros << "#define A0 a++;\n";
  for (int i = 0; i < 60; ++i) macros << "#define A" << i + 1 << " A" << i << " A" << i << "\n";
  EXPECT_EQ(words_for("macros.c", macros.str() + invert_after("A60\n")),
            "macros.c:64:1: error: a file that is too long for the compiler once its macros are put in" + divide);
}

}  // namespace
}  // namespace preamar::convert
