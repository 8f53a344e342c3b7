// Generated projects build, and give what the serial code gives.
#include "writers/verify.h"
#include "writers_programs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

namespace preamar::convert {
namespace {

using test::all_programs;

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

class Writers : public testing::TestWithParam<Program> {};

TEST_P(Writers, ProjectBuildsAndEqualsTheSerialCode) {
  const std::vector<Target> chosen(targets.begin(), targets.end());
  const auto folder = std::filesystem::path(testing::TempDir()) / ("writers_" + GetParam().name);
  std::filesystem::remove_all(folder);
  write_files(project_files(GetParam(), chosen), folder);
  std::ostringstream report;
  const Verification how{
      .prefix = variable("PREAMAR_PREFIX"), .flags = {}, .is_timed = !variable("PREAMAR_TIME").empty()};
  EXPECT_TRUE(verify(GetParam(), chosen, folder, how, report)) << folder;
  std::cout << report.str();
}

// The check that all else rests on sees one wrong pixel value.
TEST(Verify, SeesADifference) {
  Program program = test::map_program();
  std::string& functions = program.functions[static_cast<std::size_t>(Target::cpp)];
  functions.replace(functions.find("> parameter"), 1, ">=");
  const auto folder = std::filesystem::path(testing::TempDir()) / "writers_wrong";
  std::filesystem::remove_all(folder);
  write_files(project_files(program, {Target::cpp}), folder);
  std::ostringstream report;
  EXPECT_FALSE(verify(program, {Target::cpp}, folder, {variable("PREAMAR_PREFIX"), {}}, report));
  EXPECT_THAT(report.str(), testing::HasSubstr("is 255; the serial code has 0"));
  EXPECT_THAT(report.str(), testing::HasSubstr("cpp: differs from the serial code"));
}

TEST_P(Writers, FilesAreTheSameForTheSameProgram) {
  const std::vector<Target> chosen(targets.begin(), targets.end());
  const auto once = project_files(GetParam(), chosen), again = project_files(GetParam(), chosen);
  ASSERT_EQ(once.size(), again.size());
  for (std::size_t i = 0; i < once.size(); ++i) EXPECT_EQ(once[i].text, again[i].text);
}

INSTANTIATE_TEST_SUITE_P(All, Writers, testing::ValuesIn(all_programs()),
                         [](const auto& program) { return std::to_string(program.index); });

}  // namespace
}  // namespace preamar::convert
