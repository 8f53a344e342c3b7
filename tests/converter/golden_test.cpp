// What is written for the programs of golden/, to the byte. After a change that is meant, PREAMAR_WRITE_GOLDEN=1 writes
// the files anew, for a person to read the difference.
#include "front/front.h"
#include "writers/writers.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

namespace preamar::convert {
namespace {

namespace fs = std::filesystem;

const fs::path root = std::getenv("PREAMAR_PROGRAMS");
// The same for all programs but for the namespace.
const std::set<std::string> shared{"check.h", "opencl_device.h", "cuda_device.h"};

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void compare(const fs::path& path, const std::string& text) {
  if (std::getenv("PREAMAR_WRITE_GOLDEN") != nullptr) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }
  EXPECT_EQ(read(path), text) << path;
}

class Golden : public testing::TestWithParam<const char*> {};

TEST_P(Golden, files_are_those_that_were_read) {
  const std::string name = GetParam(), path = (root / "programs" / (name + ".c")).string();
  std::set<std::string> written;
  for (const File& file : project_files(understand({path, read(path), {}}), {targets.begin(), targets.end()})) {
    const bool is_shared = shared.contains(file.name);
    const std::string text =
        is_shared ? std::regex_replace(file.text, std::regex(name + "_converted"), "NAME_converted") : file.text;
    compare(root / "golden" / (is_shared ? "shared" : name) / file.name, text);
    if (!is_shared) written.insert(file.name);
  }
  std::set<std::string> kept;
  for (const auto& entry : fs::directory_iterator(root / "golden" / name))
    kept.insert(entry.path().filename().string());
  EXPECT_EQ(kept, written);
}

INSTANTIATE_TEST_SUITE_P(Programs, Golden, testing::Values("binarise", "extremes", "histogram", "sobel"),
                         [](const auto& one) { return std::string(one.param); });

}  // namespace
}  // namespace preamar::convert
