// The allocator: alignment, reuse, refusal.
#include "core/memory.h"
#include "core/kept_limit.h"
#include "platform/memory.h"

#include <preamar/error.h>

#include "tools/raises.h"

#include <gtest/gtest.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace preamar {
namespace {

constexpr std::int64_t mebibyte = std::int64_t{1} << 20;

std::uintptr_t address(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

TEST(Memory, is_aligned_and_writable_at_any_size) {
  for (const std::int64_t bytes : {std::int64_t{0}, std::int64_t{1}, std::int64_t{63}, std::int64_t{64},
                                   std::int64_t{65}, mebibyte - 1, mebibyte, mebibyte + 1, 5 * mebibyte}) {
    void* const pointer = allocate(bytes);
    ASSERT_NE(pointer, nullptr);
    EXPECT_EQ(address(pointer) % 64, 0u) << bytes;
    std::memset(pointer, 0xa5, static_cast<std::size_t>(bytes));
    release(pointer, bytes);
  }
}

TEST(Memory, of_large_buffers_lies_on_huge_pages) {
  void* const pointer = allocate(8 * mebibyte);
  EXPECT_EQ(address(pointer) % (2 * mebibyte), 0u);
  release(pointer, 8 * mebibyte);
}

TEST(Memory, of_large_buffers_is_used_again) {
  release_kept();
  void* const first = allocate(3 * mebibyte);
  release(first, 3 * mebibyte);
  void* const second = allocate(3 * mebibyte - 5);  // the same after rounding
  EXPECT_EQ(first, second);
  void* const third = allocate(3 * mebibyte);
  EXPECT_NE(second, third) << "one buffer was handed out twice";
  release(second, 3 * mebibyte - 5);
  release(third, 3 * mebibyte);
  release_kept();
}

// Whether each byte of a new buffer has this value, which the buffers before it did not have.
bool is_filled(std::int64_t bytes, unsigned char value) {
  for (int round = 0; round < 2; ++round) {  // the second buffer may be the first one again
    auto* const pixels = static_cast<unsigned char*>(allocate(bytes));
    for (std::int64_t i = 0; i < bytes; ++i)
      if (pixels[i] != value) return false;
    std::memset(pixels, ~value, static_cast<std::size_t>(bytes));
    release(pixels, bytes);
  }
  return true;
}

// The variable is read once: each case is a process of its own.
TEST(Memory, is_filled_as_the_environment_asks) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto run = [](const char* fill, unsigned char value) {
    setenv("PREAMAR_FILL", fill, 1);
    _exit(is_filled(1000, value) && is_filled(3 * mebibyte - 5, value) ? 0 : 1);
  };
  EXPECT_EXIT(run("0", 0), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(run("165", 165), testing::ExitedWithCode(0), "");
  for (const char* const wrong : {"", "256", "-1", "0x10", "7 "})
    EXPECT_EXIT(
        {
          setenv("PREAMAR_FILL", wrong, 1);
          EXPECT_RAISES((void)allocate(1), ErrorKind::call,
                        "PREAMAR_FILL is '" + std::string(wrong) + "'; set it to a byte, 0 to 255, or unset it");
          _exit(testing::Test::HasFailure() ? 1 : 0);
        },
        testing::ExitedWithCode(0), "");
}

#ifdef __SANITIZE_ADDRESS__
TEST(Memory, is_visible_to_the_address_sanitizer) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  for (const std::int64_t bytes : {std::int64_t{1001}, mebibyte, 3 * mebibyte - 5}) {
    auto* const pixels = static_cast<volatile char*>(allocate(bytes));
    pixels[bytes - 1] = 1;
    EXPECT_DEATH(pixels[bytes] = 1, "AddressSanitizer") << bytes;
    release(const_cast<char*>(pixels), bytes);
    EXPECT_DEATH(pixels[0] = 1, "AddressSanitizer") << bytes;
    EXPECT_DEATH(pixels[bytes - 1] = 1, "AddressSanitizer") << bytes;
  }
}

// Pages that were returned to the system belong to others.
TEST(Memory, returns_its_pages_unpoisoned) {
  void* const pixels = allocate(5 * mebibyte);
  release(pixels, 5 * mebibyte);
  release_kept();
  EXPECT_EQ(__asan_region_is_poisoned(pixels, 5 * mebibyte), nullptr);
}
#endif

TEST(Memory, keeps_the_newest_of_many_buffers) {
  release_kept();
  std::vector<std::pair<void*, std::int64_t>> buffers;
  for (std::int64_t n = 1; n <= 40; ++n) buffers.emplace_back(allocate(n * mebibyte), n * mebibyte);
  for (const auto& [pointer, bytes] : buffers) release(pointer, bytes);
  const auto [pointer, bytes] = buffers.back();
  EXPECT_EQ(allocate(bytes), pointer);
  release(pointer, bytes);
  release_kept();
}

// Whether a freed buffer of this size is used again: new pages hold zeros.
bool is_kept(std::int64_t bytes) {
  release_kept();
  auto* const first = static_cast<char*>(allocate(bytes));
  *first = 7;
  release(first, bytes);
  auto* const second = static_cast<char*>(allocate(bytes));
  const bool is_same = *second == 7;
  release(second, bytes);
  release_kept();
  return is_same;
}

TEST(KeptLimit, holds_while_it_lives_and_the_smallest_of_several) {
  constexpr std::int64_t bytes = 6 * mebibyte;
  ASSERT_TRUE(is_kept(bytes));
  {
    std::optional<KeptLimit> first(std::in_place, 4 * mebibyte), second(std::in_place, 8 * mebibyte);
    EXPECT_FALSE(is_kept(bytes));
    first.reset();  // in the order of their start
    EXPECT_TRUE(is_kept(bytes));
    EXPECT_FALSE(is_kept(9 * mebibyte));
  }
  EXPECT_TRUE(is_kept(9 * mebibyte));
  try {
    const KeptLimit limit(0);
    EXPECT_FALSE(is_kept(bytes));
    throw Error(ErrorKind::call, "ends");
  } catch (const Error&) {
  }
  EXPECT_TRUE(is_kept(bytes));
}

// An artificial machine: the groups of a process, and files with limits.
class Groups {
 public:
  Groups() : root_(std::filesystem::temp_directory_path() / ("preamar-groups-" + std::to_string(getpid()))) {
    std::filesystem::remove_all(root_);
    std::filesystem::create_directories(root_);
  }
  Groups(const Groups&) = delete;
  Groups& operator=(const Groups&) = delete;
  ~Groups() { std::filesystem::remove_all(root_); }

  void set(const std::string& file, const std::string& value) const {
    std::filesystem::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << value << "\n";
  }
  [[nodiscard]] std::int64_t limit(const std::string& groups) const {
    std::ofstream(root_ / "groups") << groups;
    return os_group_memory_limit(root_ / "groups", root_);
  }

 private:
  std::filesystem::path root_;
};

TEST(MemoryLimit, is_the_least_of_nested_groups) {
  const Groups groups;
  EXPECT_EQ(groups.limit(""), INT64_MAX);
  EXPECT_EQ(groups.limit("0::/a/b\n"), INT64_MAX);
  groups.set("a/b/memory.max", "max");
  EXPECT_EQ(groups.limit("0::/a/b\n"), INT64_MAX);
  groups.set("a/memory.max", "4000");
  EXPECT_EQ(groups.limit("0::/a/b\n"), 4000);
  groups.set("a/b/memory.max", "3000");
  EXPECT_EQ(groups.limit("0::/a/b\n"), 3000);
  EXPECT_EQ(groups.limit("0::/a\n"), 4000);
  EXPECT_EQ(groups.limit("0::/\n"), INT64_MAX);
  groups.set("memory.max", "2000");  // the root of a container, which does not see its parent groups
  EXPECT_EQ(groups.limit("0::/\n"), 2000);
  EXPECT_EQ(groups.limit("0::/not/there\n"), 2000);
}

TEST(MemoryLimit, is_found_in_version_1_and_where_both_are_used) {
  const Groups groups;
  groups.set("memory/x/memory.limit_in_bytes", "5000");
  groups.set("memory/memory.limit_in_bytes", "9223372036854771712");
  groups.set("cpu/x/memory.limit_in_bytes", "7");
  EXPECT_EQ(groups.limit("5:cpu:/x\n4:memory:/x/y\n0::/\n"), 5000);
  EXPECT_EQ(groups.limit("4:cpu,memory:/x\n"), 5000);
  EXPECT_EQ(groups.limit("5:cpu:/x\n"), INT64_MAX);
  EXPECT_EQ(groups.limit("a line that is none\n4:memory:/\n"), 9223372036854771712);
  groups.set("unified/z/memory.max", "4500");
  EXPECT_EQ(groups.limit("4:memory:/x\n0::/z\n"), 4500);
}

TEST(MemoryLimit, of_this_process_is_no_more_than_the_machine_has) {
  EXPECT_GT(os_memory_limit(), 0);
  EXPECT_LE(os_memory_limit(), std::int64_t{sysconf(_SC_PHYS_PAGES)} * sysconf(_SC_PAGE_SIZE));
}

TEST(Memory, refuses_what_cannot_be_had) {
  EXPECT_RAISES((void)allocate(std::int64_t{1} << 60), ErrorKind::resource,
                "memory: 1152921504606846976 bytes cannot be allocated");
  EXPECT_RAISES((void)allocate(INT64_MAX), ErrorKind::resource,
                "memory: 9223372036854775807 bytes cannot be allocated");
}

TEST(Memory, serves_several_threads) {
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([t] {
      for (int n = 0; n < 200; ++n) {
        const std::int64_t bytes = (1 + (n + t) % 3) * mebibyte;
        auto* const mine = static_cast<int*>(allocate(bytes));
        *mine = t;
        std::this_thread::yield();
        EXPECT_EQ(*mine, t) << "two threads were given the same buffer";
        release(mine, bytes);
      }
    });
}

TEST(Buffer, owns_its_elements) {
  Buffer<int> buffer(1000);
  EXPECT_EQ(buffer.count(), 1000);
  buffer[999] = 7;
  Buffer<int> moved(std::move(buffer));
  EXPECT_EQ(buffer.data(), nullptr);
  EXPECT_EQ(moved[999], 7);
  Buffer<int> assigned;
  assigned = std::move(moved);
  EXPECT_EQ(assigned[999], 7);
  EXPECT_EQ(Buffer<int>(0).count(), 0);
}

TEST(Buffer, refuses_a_count_whose_bytes_exceed_64_bits) { EXPECT_THROW(Buffer<std::int64_t>(INT64_MAX / 4), Error); }

}  // namespace
}  // namespace preamar
