// The allocator: alignment, reuse, refusal.
#include "core/memory.h"

#include <preamar/error.h>

#include "tools/raises.h"

#include <gtest/gtest.h>

#include <cstring>
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

TEST(Memory, refuses_what_cannot_be_had) {
  EXPECT_RAISES((void)allocate(std::int64_t{1} << 60), ErrorKind::resource,
                "memory: 1152921504606846976 bytes cannot be had");
  EXPECT_RAISES((void)allocate(INT64_MAX), ErrorKind::resource, "memory: 9223372036854775807 bytes cannot be had");
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
