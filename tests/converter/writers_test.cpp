// Generated projects: the check, on which all else relies, detects faults; two projects can be in one program; and the
// same source gives the same files.
#include "front/front.h"
#include "writers/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace preamar::convert {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

fs::path fresh_folder(const std::string& name) {
  fs::path folder = fs::path(testing::TempDir()) / name;
  fs::remove_all(folder);
  return folder;
}

const char* const thresholds = R"(
[[clang::annotate("preamar::map")]]
static unsigned char binarise(unsigned char v, int threshold) { return v > threshold ? 255 : 0; }
)";

struct Report {
  bool holds;
  std::string text;
};

Report verified(const Program& program, const std::string& folder_name) {
  const fs::path folder = fresh_folder(folder_name);
  write_files(project_files(program, {Target::cpp}), folder);
  std::ostringstream report;
  const bool holds = verify(program, {Target::cpp}, folder, {variable("PREAMAR_PREFIX"), {}}, report);
  return {holds, report.str()};
}

TEST(Verify, sees_a_difference_and_tells_the_parameters_it_drew) {
  Program program = understand({"wrong.c", thresholds, {}});
  std::string& functions = program.functions[static_cast<std::size_t>(Target::cpp)];
  functions.replace(functions.find("> threshold"), 1, ">=");
  const Report report = verified(program, "writers_wrong");
  EXPECT_FALSE(report.holds);
  EXPECT_THAT(report.text, HasSubstr("is 255; the serial code has 0"));
  EXPECT_THAT(report.text, testing::ContainsRegex("threshold = [0-9]+"));
  EXPECT_THAT(report.text, HasSubstr("cpp: differs from the serial code"));
}

// A maximum of floats; `lift` and `combine` replace the generated expressions of the C++ target.
Program maximum_with(const std::string& lift, const std::string& combine) {
  Program program = understand({"maximum.c",
                                R"(
[[clang::annotate("preamar::loop")]]
float maximum(const float* in, int n) {
  float m = in[0];
  for (int i = 1; i < n; i++)
    if (in[i] > m) m = in[i];
  return m;
}
)",
                                {}});
  std::string& functions = program.functions[static_cast<std::size_t>(Target::cpp)];
  const auto replace = [&](const std::string& begin, const std::string& text) {
    const std::size_t at = functions.find(begin);
    if (at == std::string::npos) throw std::runtime_error(begin + " is not in\n" + functions);
    functions.replace(at, functions.find(';', at) - at, text);
  };
  replace("return in ==", "return " + lift);
  replace("return a != a", "return " + combine);
  return program;
}

TEST(Verify, sees_values_that_are_lost_beside_a_nan) {
  const Report lost = verified(maximum_with("in", "b > a ? b : a"), "writers_lost");
  EXPECT_FALSE(lost.holds) << lost.text;
  EXPECT_THAT(lost.text, HasSubstr("some NaN"));
  // The first pixel is NaN, and others are the result.
  const Report left_out = verified(maximum_with("in", "a != a || b > a ? b : a"), "writers_left_out");
  EXPECT_FALSE(left_out.holds) << left_out.text;
  EXPECT_THAT(left_out.text, HasSubstr("the serial code has nan"));
}

TEST(Verify, keeps_a_log_for_each_target) {
  Program program = understand({"logs.c", thresholds, {}});
  std::string& functions = program.functions[static_cast<std::size_t>(Target::opencl)];
  functions.replace(functions.find("> threshold"), 1, ">=");
  const fs::path folder = fresh_folder("writers_logs");
  const std::vector<Target> both{Target::cpp, Target::opencl};
  write_files(project_files(program, both), folder);
  fs::create_directories(folder / "build");
  std::ofstream(folder / "build" / "check_cpp.log") << std::string(1000, 'x');  // of an earlier run
  std::ostringstream report;
  EXPECT_FALSE(verify(program, both, folder, {variable("PREAMAR_PREFIX"), {}}, report));
  const auto log = [&](const std::string& target) {
    std::ostringstream text;
    text << std::ifstream(folder / "build" / ("check_" + target + ".log")).rdbuf();
    return text.str();
  };
  EXPECT_THAT(log("cpp"), testing::MatchesRegex("seed 1\nbinarise, cpp: equal to the serial code on [0-9]+ images\n"));
  EXPECT_THAT(log("opencl"), HasSubstr("is 255; the serial code has 0"));
  EXPECT_THAT(log("opencl"), testing::Not(HasSubstr("cpp")));
  EXPECT_THAT(report.str(), testing::Not(HasSubstr("binarise, cpp")));
}

TEST(Verify, tells_a_crash_from_a_difference) {
  const Report report = verified(understand({"crash.c",
                                             R"(
static const int table[4] = {1, 2, 3, 4};
[[clang::annotate("preamar::map")]]
static int looked_up(int v, int far) { return v + table[far * 20000000]; }
)",
                                             {}}),
                                 "writers_crash");
  EXPECT_FALSE(report.holds);
  EXPECT_THAT(report.text, HasSubstr("cpp: not compared: the check was ended ("));
}

TEST(Verify, tells_why_a_project_cannot_be_built) {
  Program program = understand({"broken.c", thresholds, {}});
  program.functions[static_cast<std::size_t>(Target::cpp)] += "int x = nowhere;";
  EXPECT_THAT(verified(program, "writers_broken").text, HasSubstr("the project cannot be built: "));
  fs::create_directories(fresh_folder("writers_unconfigured"));
  std::ostringstream report;
  EXPECT_FALSE(verify(program, {Target::cpp}, fs::path(testing::TempDir()) / "writers_unconfigured", {}, report));
  EXPECT_THAT(report.str(), HasSubstr("the project cannot be configured: "));
  EXPECT_THAT(report.str(), HasSubstr("CMakeLists.txt"));
}

// Both have a function `binarise`, a struct `settings` and a macro R; one file has a space in its name.
TEST(Projects, live_together_in_one_program) {
  const fs::path folder = fresh_folder("writers together");
  const auto source = [](const char* more) {
    return std::string("#define R 2\ntypedef struct { int level[R]; } settings;\n") + more;
  };
  const Program one = understand({"my filter.c",
                                  source(R"(
[[clang::annotate("preamar::map")]]
static unsigned char binarise(unsigned char v, settings s) { return v > s.level[R - 1] ? 255 : 0; }
)"),
                                  {}});
  const Program other = understand({"other-filter.c",
                                    source(R"(
[[clang::annotate("preamar::map")]]
static unsigned char binarise(unsigned char v, settings s) { return v < s.level[0] ? 255 : 0; }
)"),
                                    {}});
  write_files(project_files(one, {Target::cpp, Target::opencl}), folder / "my filter");
  write_files(project_files(other, {Target::cpp, Target::opencl}), folder / "other");
  write_files({{"CMakeLists.txt", R"(cmake_minimum_required(VERSION 3.18)
project(together C CXX)
set(CMAKE_CXX_STANDARD 20)
add_subdirectory("my filter")
add_subdirectory(other)
add_executable(together together.cpp)
target_link_libraries(together PRIVATE my_filter_cpp other_filter_cpp my_filter_opencl other_filter_opencl)
enable_testing()
add_test(NAME together COMMAND together)
)"},
               {"together.cpp", R"(#define R 7
#include "my_filter_cpp.h"
#include "my_filter_opencl.h"
#include "other_filter_cpp.h"
#include "other_filter_opencl.h"
static_assert(R == 7);
struct settings {};
int main() {
  const unsigned char image[] = {0, 100, 200, 9};  // 9 is beyond the row
  unsigned char high[3], low[3], wide[8] = {};
  my_filter_converted::cpp::Binarise(my_filter_converted::settings{{0, 150}}).process(image, high, 1, 3);
  other_filter_converted::cpp::Binarise(other_filter_converted::settings{{50, 0}}).process(image, low, 1, 3, {.threads = 1});
  my_filter_converted::cpp::Binarise(my_filter_converted::settings{{0, 50}})
      .process(image, wide, 2, 1, {.image_stride = 2, .result_stride = 4});
  return high[2] == 255 && high[1] == 0 && low[0] == 255 && low[1] == 0 && wide[0] == 0 && wide[4] == 255 ? 0 : 1;
}
)"}},
              folder);
  const auto run = [&](const std::string& command) { return std::system(command.c_str()); };
  const std::string build = "'" + (folder / "build").string() + "'";
  EXPECT_EQ(run("cmake -G Ninja -S '" + folder.string() + "' -B " + build +
                " -DCMAKE_PREFIX_PATH=" + variable("PREAMAR_PREFIX") + " > /dev/null"),
            0);
  EXPECT_EQ(run("cmake --build " + build + " && cd " + build + " && ctest --output-on-failure"), 0);
}

TEST(Projects, are_the_same_for_the_same_source) {
  const std::vector<Target> chosen(targets.begin(), targets.end());
  const Program program = understand({"same.c", thresholds, {}});
  const auto once = project_files(program, chosen), again = project_files(program, chosen);
  ASSERT_EQ(once.size(), again.size());
  for (std::size_t i = 0; i < once.size(); ++i) EXPECT_EQ(once[i].text, again[i].text);
}

}  // namespace
}  // namespace preamar::convert
