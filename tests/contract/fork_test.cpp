// A forked child whose parent has used the library can use it too; an alarm ends a child that hangs.
#include <preamar/reconstruct.h>

#include "tools/cases.h"
#include "tools/images.h"
#include "tools/oracle.h"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <stop_token>
#include <thread>

namespace preamar::test {
namespace {

constexpr unsigned patience = 30;  // seconds

struct Subject {
  Pair pair;
  Image expected;

  Subject() {
    Random random(run_seed() + 50);
    pair = make_pair({.shape = {300, 310}, .content = Content::plateaus}, random);
    expected = oracle(pair.marker, pair.mask, Method::dilation, 2);
  }
  [[nodiscard]] bool right(int threads) const {
    return difference(expected, reconstruct(pair.marker, pair.mask, {}, {.threads = threads})).empty();
  }
};

// True if the child's own runs, on 1 thread, 2, and all threads, are correct.
bool right_in_a_child(const Subject& subject) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(patience);
    bool right = true;
    for (const int threads : {2, 0, 1}) right = right && subject.right(threads);
    _exit(right ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_FALSE(WIFSIGNALED(status)) << "the child ended by signal " << WTERMSIG(status);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(Fork, works_in_a_child_of_a_fresh_parent) { EXPECT_TRUE(right_in_a_child(Subject())); }

TEST(Fork, works_in_a_child_of_a_parent_that_used_it) {
  const Subject subject;
  ASSERT_TRUE(subject.right(2));
  EXPECT_TRUE(right_in_a_child(subject));
  EXPECT_TRUE(subject.right(2)) << "the parent, afterwards";
}

TEST(Fork, works_in_a_grandchild) {
  const Subject subject;
  ASSERT_TRUE(subject.right(2));
  const pid_t child = fork();
  if (child == 0) {
    alarm(patience);
    _exit(subject.right(2) && right_in_a_child(subject) ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

TEST(Fork, works_while_the_parent_is_at_work) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer's own locks do not survive such a fork";
#endif
  const Subject subject;
  std::jthread busy([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) (void)subject.right(2);
  });
  for (int n = 0; n < 10; ++n) EXPECT_TRUE(right_in_a_child(subject));
}

}  // namespace
}  // namespace preamar::test
