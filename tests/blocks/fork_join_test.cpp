// Every task of a tree runs once, on any number of threads, and an exception reaches the caller.
#include "blocks/workers/fork_join.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

namespace preamar::test {
namespace {

void count_leaves(blocks::ForkJoin& pool, int depth, std::atomic<int>& leaves, int fails_at) {
  if (depth == 0) {
    if (++leaves == fails_at) throw std::runtime_error("a leaf fails");
    return;
  }
  pool.invoke_both([&] { count_leaves(pool, depth - 1, leaves, fails_at); },
                   [&] { count_leaves(pool, depth - 1, leaves, fails_at); });
}

TEST(ForkJoin, runs_every_leaf_once) {
  for (int threads = 1; threads <= 5; ++threads) {
    blocks::ForkJoin pool(threads);
    std::atomic<int> leaves = 0;
    count_leaves(pool, 9, leaves, -1);
    EXPECT_EQ(leaves, 512) << threads;
  }
}

TEST(ForkJoin, throws_once_all_tasks_have_ended) {
  for (int threads = 1; threads <= 4; ++threads) {
    blocks::ForkJoin pool(threads);
    std::atomic<int> leaves = 0;
    EXPECT_THROW(count_leaves(pool, 6, leaves, 17), std::runtime_error);
    EXPECT_EQ(leaves, 64);
  }
}

}  // namespace
}  // namespace preamar::test
