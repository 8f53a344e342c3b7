// The state of a run in a folder: bytes come back as they were put, or are missing if the files are damaged.
#include "../io/support.h"
#include "tools/cases.h"

#include "blocks/state/digests.h"
#include "blocks/state/log_state.h"
#include "blocks/state/object_state.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <thread>

namespace preamar::test {
namespace {

using blocks::StateKey, blocks::StateKind, blocks::LogState;

constexpr std::int64_t small_file = 4096;
constexpr std::uint64_t run = 7;

StateKey key_of(std::int64_t number) {
  return {number % 2 == 0 ? StateKind::summary : StateKind::merge, static_cast<std::size_t>(number / 2 % 2),
          static_cast<int>(number / 4 % 3), number / 12};
}

// Bytes that name their key and their version.
Bytes bytes_for(std::int64_t key, std::int64_t version, std::int64_t count) {
  Bytes bytes(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<std::byte>(key * 31 + version * 7 + static_cast<std::int64_t>(i) % 11);
  return bytes;
}

class RunStateTest : public FileTest {
 protected:
  [[nodiscard]] fs::path state() const { return folder_ / "state"; }
  [[nodiscard]] LogState open(std::uint64_t number = run) const { return LogState(state(), number, small_file); }
  [[nodiscard]] std::vector<fs::path> files() const {
    std::vector<fs::path> all;
    for (const auto& entry : fs::directory_iterator(state())) all.push_back(entry.path());
    std::ranges::sort(all);
    return all;
  }
  [[nodiscard]] std::int64_t disk() const {
    std::int64_t bytes = 0;
    for (const fs::path& file : files()) bytes += static_cast<std::int64_t>(fs::file_size(file));
    return bytes;
  }
};

TEST_F(RunStateTest, agrees_with_a_map_also_when_opened_again) {
  Random random(run_seed());
  auto log = std::make_unique<LogState>(state(), run, small_file);
  std::map<std::int64_t, Bytes> expected;
  constexpr std::int64_t header = 40, largest = 600;
  for (std::int64_t step = 0; step < 6000; ++step) {
    const std::int64_t key = random.below(60);
    if (random.below(3) > 0) {
      const std::int64_t count = random.below(200) == 0 ? 3 * small_file : random.below(largest);
      log->put(key_of(key), expected[key] = bytes_for(key, step, count));
    } else {
      log->drop(key_of(key));
      expected.erase(key);
    }
    const std::int64_t other = random.below(60);
    const auto found = log->get(key_of(other));
    ASSERT_EQ(found.has_value(), expected.contains(other)) << step;
    if (found) {
      ASSERT_EQ(*found, expected[other]) << step;
    }
    std::int64_t live = 0;
    for (const auto& [name, bytes] : expected) live += std::ssize(bytes) + header;
    ASSERT_LE(disk(), 2 * live + small_file + 8) << step;
    if (random.below(500) == 0) {
      log.reset();
      log = std::make_unique<LogState>(state(), run, small_file);
    }
  }
  for (std::int64_t key = 0; key < 60; ++key) log->drop(key_of(key));
  EXPECT_LE(disk(), small_file);
  EXPECT_LE(std::ssize(files()), 2);
}

TEST_F(RunStateTest, keeps_all_records_before_a_torn_end) {
  Random random(run_seed() + 1);
  for (int trial = 0; trial < 100; ++trial) {
    fs::remove_all(state());
    const std::int64_t keys = 1 + random.below(12);
    std::vector<std::int64_t> ends;  // of each record within the only file
    {
      LogState log = open();
      for (std::int64_t key = 0; key < keys; ++key) {
        log.put(key_of(key), bytes_for(key, trial, random.below(200)));
        ends.push_back(disk());
      }
    }
    const std::int64_t cut = random.below(disk() + 1);
    fs::resize_file(files()[0], static_cast<std::uintmax_t>(cut));
    for (int process = 0; process < 2; ++process) {
      LogState log = open();
      for (std::int64_t key = 0; key < keys; ++key) {
        const bool is_whole = ends[static_cast<std::size_t>(key)] <= cut;
        ASSERT_EQ(log.get(key_of(key)).has_value(), is_whole || (process == 1 && key == keys - 1)) << trial;
      }
      log.put(key_of(keys - 1), bytes_for(keys - 1, trial + 1, 77));  // after the cut
      ASSERT_EQ(log.get(key_of(keys - 1)), bytes_for(keys - 1, trial + 1, 77));
    }
  }
}

TEST_F(RunStateTest, damaged_records_are_missing_and_others_are_not) {
  Random random(run_seed() + 2);
  for (int trial = 0; trial < 100; ++trial) {
    fs::remove_all(state());
    constexpr std::int64_t keys = 40;
    std::vector<Bytes> expected;
    {
      LogState log = open();
      for (std::int64_t key = 0; key < keys; ++key)
        log.put(key_of(key), expected.emplace_back(bytes_for(key, trial, random.below(400))));
    }
    const fs::path file = files()[static_cast<std::size_t>(random.below(std::ssize(files())))];
    std::string bytes = load(file);
    char& damaged = bytes[static_cast<std::size_t>(random.below(std::ssize(bytes)))];
    damaged = static_cast<char>(damaged ^ (1 << random.below(8)));
    store(file, bytes);
    int missing = 0;
    LogState log = open();
    for (std::int64_t key = 0; key < keys; ++key) {
      const auto found = log.get(key_of(key));
      if (found) {
        ASSERT_EQ(*found, expected[static_cast<std::size_t>(key)]) << trial;
      }
      missing += !found;
    }
    ASSERT_LE(missing, 1) << trial;
  }
}

TEST_F(RunStateTest, damage_while_the_log_is_open_loses_only_the_damaged_record) {
  LogState log = open();
  for (std::int64_t key = 0; key < 8; ++key) log.put(key_of(key), bytes_for(key, 1, 400));
  std::string bytes = load(files()[0]);
  bytes[0] = 0;  // the first header
  store(files()[0], bytes);
  for (int step = 0; step < 40; ++step) log.put(key_of(8), bytes_for(8, step, 1000));  // moves the records
  EXPECT_FALSE(log.get(key_of(0)));
  for (std::int64_t key = 1; key < 8; ++key) EXPECT_EQ(log.get(key_of(key)), bytes_for(key, 1, 400));
}

TEST_F(RunStateTest, records_of_another_run_are_missing) {
  open(run + 1).put(key_of(3), bytes_for(3, 1, 50));
  EXPECT_FALSE(open().get(key_of(3)));
  const StateKey commit{StateKind::commit, 2};
  blocks::ObjectState(state(), run).put(commit, bytes_for(1, 1, 9));
  EXPECT_EQ(blocks::ObjectState(state(), run).get(commit), bytes_for(1, 1, 9));
  EXPECT_FALSE(blocks::ObjectState(state(), run + 1).get(commit));
}

// A run that is killed in its first pass has written nothing.
TEST_F(RunStateTest, digests_of_inputs_do_not_wait_for_writes) {
  constexpr std::int64_t count = 10'000;
  constexpr blocks::Digests::Images images{.inputs = 1, .outputs = 1};
  {
    LogState log = open();
    blocks::Digests digests(log, count, images);
    for (std::int64_t block = 0; block < count; ++block)
      EXPECT_TRUE(digests.is_same_input(0, block, static_cast<std::uint64_t>(block) + 7));
  }
  LogState log = open();
  blocks::Digests digests(log, count, images);
  EXPECT_TRUE(digests.knows_input(0, count / 2));
  EXPECT_TRUE(digests.is_same_input(0, 3, 10));
  EXPECT_FALSE(digests.is_same_input(0, 3, 11));
}

TEST_F(RunStateTest, many_threads_put_get_and_drop_at_once) {
  LogState log = open();
  constexpr std::int64_t threads = 4, keys = 20;
  std::atomic<int> wrong = 0;
  std::vector<std::thread> all;
  for (std::int64_t thread = 0; thread < threads; ++thread)
    all.emplace_back([&, thread] {
      Random random(run_seed() + 10 + static_cast<std::uint64_t>(thread));
      std::map<std::int64_t, Bytes> expected;
      for (int step = 0; step < 1000; ++step) {
        const std::int64_t key = thread + threads * random.below(keys);
        if (const auto known = log.get(key_of(key));
            known.has_value() != expected.contains(key) || (known && *known != expected[key]))
          ++wrong;
        if (random.below(4) == 0) {
          log.drop(key_of(key));
          expected.erase(key);
        } else {
          log.put(key_of(key), expected[key] = bytes_for(key, step, random.below(300)));
        }
      }
    });
  for (std::thread& thread : all) thread.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace preamar::test
