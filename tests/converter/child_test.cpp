#include "checks/os_child.h"

#include <gtest/gtest.h>

#include <csignal>
#include <thread>

namespace preamar::convert {
namespace {

using namespace std::chrono_literals;

TEST(Child, gives_back_what_it_made) {
  const std::string long_text(100000, 'x');
  const ChildResult result = run_in_child([&] { return long_text; }, 60s);
  EXPECT_EQ(result.end, ChildEnd::done);
  EXPECT_EQ(result.output, long_text);
}

TEST(Child, may_crash) {
  const ChildResult result = run_in_child(
      [] {
        std::raise(SIGSEGV);
        return std::string();
      },
      60s);
  EXPECT_EQ(result.end, ChildEnd::crashed);
}

TEST(Child, is_ended_when_its_time_is_over) {
  const auto start = std::chrono::steady_clock::now();
  const ChildResult result = run_in_child(
      [] {
        std::this_thread::sleep_for(60s);
        return std::string();
      },
      50ms);
  EXPECT_EQ(result.end, ChildEnd::late);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 30s);
}

}  // namespace
}  // namespace preamar::convert
