// The words of the progress, which a test of the whole program could only wait for.
#include "progress.h"

#include <gtest/gtest.h>

#include <chrono>
#include <regex>
#include <string>
#include <thread>

namespace preamar::cli {
namespace {

constexpr auto many_periods = std::chrono::seconds(2);          // until a line is there, on a busy machine too
constexpr auto a_few_periods = std::chrono::milliseconds(500);  // in which no line may come

TEST(Progress, LinesTellStagesAndTenths) {
  testing::internal::CaptureStderr();
  {
    Progress progress("grow", Progress::Style::lines);
    progress.stage("work");
    progress.update(0.05);
    std::this_thread::sleep_for(a_few_periods);
    progress.update(0.5);
    std::this_thread::sleep_for(many_periods);
    progress.update(0.55);
    std::this_thread::sleep_for(a_few_periods);
    progress.stage("write");
  }
  // The seconds depend on how long this machine slept.
  const std::regex expected(
      "preamar: grow: work\n"
      "preamar: grow: work, 50 %, [0-9]+ s left\n"
      "preamar: grow: write\n");
  const std::string shown = testing::internal::GetCapturedStderr();
  EXPECT_TRUE(std::regex_match(shown, expected)) << shown;
}

TEST(Progress, BarIsGoneAtTheEndAndLinesStandAboveIt) {
  testing::internal::CaptureStderr();
  {
    Progress progress("grow", Progress::Style::bar);
    progress.stage("work");
    progress.update(0.25);
    std::this_thread::sleep_for(std::chrono::milliseconds(3500));
    progress.line("a line");
  }
  const std::string shown = testing::internal::GetCapturedStderr();
  // The estimate counts on a second quarter at this moment, so the other half takes as long as both. The seconds depend
  // on how long this machine slept.
  EXPECT_NE(shown.find("\rgrow: work [#"), std::string::npos) << shown;
  EXPECT_TRUE(std::regex_search(shown, std::regex("\\] 25 %, [0-9]+ s left"))) << shown;
  EXPECT_NE(shown.find("\r\x1b[Kpreamar: grow: a line\n"), std::string::npos) << shown;
}

TEST(Progress, LinesNamePhases) {
  testing::internal::CaptureStderr();
  {
    Progress progress("label", Progress::Style::lines);
    progress.stage("compute");
    progress.phase("block pass 1 of 2", 0, 0.5);
    progress.update(0.2);
    std::this_thread::sleep_for(many_periods);
    progress.phase("block pass 1 of 2", 0.1, 0.5);
    progress.phase("block pass 2 of 2", 0.5, 1);
  }
  const std::regex expected(
      "preamar: label: compute\n"
      "preamar: label: block pass 1 of 2\n"
      "preamar: label: block pass 1 of 2, 20 %, [0-9]+ s left\n"
      "preamar: label: block pass 2 of 2\n");
  const std::string shown = testing::internal::GetCapturedStderr();
  EXPECT_TRUE(std::regex_match(shown, expected)) << shown;
}

TEST(Progress, PassesThatAnEarlierRunDidCountAsDone) {
  testing::internal::CaptureStderr();
  {
    Progress progress("label", Progress::Style::lines);
    progress.stage("compute");
    progress.phase("block pass 1 of 2", 0, 0.5);
    progress.phase("block pass 1 of 2", 0.5, 0.5);
    progress.phase("block pass 2 of 2", 0.5, 1);
    progress.update(0.5);
    std::this_thread::sleep_for(many_periods);
  }
  const std::regex expected(
      "preamar: label: compute\n"
      "preamar: label: block pass 1 of 2\n"
      "preamar: label: block pass 2 of 2\n"
      "preamar: label: block pass 2 of 2, 50 %, 0:[0-9]+\n");
  const std::string shown = testing::internal::GetCapturedStderr();
  EXPECT_TRUE(std::regex_match(shown, expected)) << shown;
}

TEST(Progress, NoneIsSilent) {
  testing::internal::CaptureStderr();
  {
    Progress progress("grow", Progress::Style::none);
    progress.stage("work");
    progress.update(0.5);
    std::this_thread::sleep_for(a_few_periods);
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace preamar::cli
