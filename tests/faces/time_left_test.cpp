#include "time_left.h"

#include <gtest/gtest.h>

#include <functional>

namespace preamar::cli {
namespace {

// A phase of `blocks` blocks, each of which takes `seconds`; calls check(seconds left of the phase) between blocks.
void run_phase(TimeLeft& left, double& now, double begin, double end, int blocks, double seconds,
               const std::function<void(double)>& check) {
  left.phase(begin, end, now);
  for (int block = 1; block <= blocks; ++block) {
    now += seconds / 2;
    if (block > 1) check((blocks - block + 0.5) * seconds);
    now += seconds / 2;
    left.update(begin + (end - begin) * block / blocks, now);
    check((blocks - block) * seconds);
  }
}

TEST(TimeLeft, IsUnknownAtFirst) {
  TimeLeft left;
  EXPECT_FALSE(left.at(0));
  left.phase(0, 1, 0);
  left.update(0.001, 1);
  EXPECT_FALSE(left.at(2));
}

TEST(TimeLeft, IsExactAtASteadyPace) {
  TimeLeft left;
  double now = 5;
  const auto check = [&](double rest) { EXPECT_NEAR(left.at(now).value(), rest, 0.01); };
  run_phase(left, now, 0, 1, 20, 10, check);
}

TEST(TimeLeft, FollowsAPhaseThatIsSlowerThanPlanned) {
  TimeLeft left;
  double now = 0;
  run_phase(left, now, 0, 0.5, 20, 0.1, [](double) {});
  EXPECT_NEAR(left.at(now).value(), 2, 0.1);
  int blocks = 0;
  run_phase(left, now, 0.5, 1, 20, 10, [&](double rest) {
    if (++blocks <= 20) return;
    EXPECT_NEAR(left.at(now).value(), rest, 0.2 * rest) << now;
  });
}

TEST(TimeLeft, FollowsAPhaseThatIsFasterThanPlanned) {
  TimeLeft left;
  double now = 0;
  run_phase(left, now, 0, 0.5, 20, 10, [](double) {});
  int blocks = 0;
  run_phase(left, now, 0.5, 1, 20, 1, [&](double rest) {
    if (++blocks <= 4) return;
    EXPECT_LT(left.at(now).value(), 3 * rest + 10) << now;
  });
}

TEST(TimeLeft, LeavesOutWhatAnEarlierRunDid) {
  TimeLeft left;
  left.phase(0, 0.5, 0);
  left.update(0.5, 0.1);
  left.skip(0.5, 0.1);
  EXPECT_FALSE(left.at(0.1));
  left.phase(0.5, 1, 0.1);
  left.update(0.9, 0.2);
  left.skip(0.9, 0.2);
  EXPECT_FALSE(left.at(0.2));
  left.update(0.92, 10.2);
  EXPECT_NEAR(left.at(10.2).value(), 40, 1);
}

TEST(TimeLeft, RisesWhileNothingHappens) {
  TimeLeft left;
  left.phase(0, 1, 0);
  left.update(0.5, 10);
  EXPECT_NEAR(left.at(10).value(), 10, 0.01);
  EXPECT_NEAR(left.at(15).value(), 5, 0.01);
  left.update(0.6, 20);
  EXPECT_GT(left.at(100).value(), 30);
}

}  // namespace
}  // namespace preamar::cli
