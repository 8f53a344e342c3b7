// Serialises values to bytes and back, little-endian, for other machines and later processes.
#pragma once

#include "core/allocator.h"
#include "core/error_text.h"

#include <preamar/error.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace preamar {

static_assert(std::endian::native == std::endian::little, "bytes are written as they lie in memory");

// Large buffers are returned to the system when they are freed.
using Bytes = std::vector<std::byte, Allocator<std::byte>>;

// The bytes of `words`, which must outlive them.
[[nodiscard]] inline std::span<const std::byte> text_bytes(const std::string& words) {
  return std::as_bytes(std::span(words));
}

class ByteWriter {
 public:
  // Reserves capacity, so that appending does not reallocate.
  void reserve(std::size_t bytes) { bytes_.reserve(bytes); }
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void put(const T& value) { append(&value, sizeof(T)); }
  // Writes the count, then the values.
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void put_list(std::span<const T> values) {
    put<std::uint64_t>(values.size());
    append(values.data(), values.size_bytes());
  }
  [[nodiscard]] Bytes take() { return std::move(bytes_); }

 private:
  // Not inlined: GCC 12 would report false out-of-bounds writes for the growing vector.
  [[gnu::noinline]] void append(const void* from, std::size_t bytes) {
    const std::size_t at = bytes_.size();
    bytes_.resize(at + bytes);
    if (bytes > 0) std::memcpy(bytes_.data() + at, from, bytes);
  }

  Bytes bytes_;
};

// A list within unaligned bytes, which must outlive it.
template <class T>
class ListView {
 public:
  ListView() = default;
  ListView(const std::byte* first, std::size_t size) : first_(first), size_(size) {}
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] T operator[](std::size_t i) const {
    T value;
    std::memcpy(&value, first_ + i * sizeof(T), sizeof(T));
    return value;
  }

 private:
  const std::byte* first_ = nullptr;
  std::size_t size_ = 0;
};

// Reads what a ByteWriter wrote. Throws Error (io) if the bytes end early.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : rest_(bytes) {}

  template <class T>
  requires std::is_trivially_copyable_v<T>
  [[nodiscard]] T get() {
    T value;
    std::memcpy(&value, take(sizeof(T)), sizeof(T));
    return value;
  }
  template <class T>
  requires std::is_trivially_copyable_v<T>
  [[nodiscard]] std::vector<T> get_list() {
    const auto count = list_size(sizeof(T));
    std::vector<T> values(count);
    if (count > 0) std::memcpy(values.data(), take(count * sizeof(T)), count * sizeof(T));
    return values;
  }
  [[nodiscard]] Bytes get_bytes() {
    const auto count = list_size(1);
    const std::byte* const first = take(count);
    return {first, first + count};
  }
  // As get_list, without a copy.
  template <class T>
  requires std::is_trivially_copyable_v<T>
  [[nodiscard]] ListView<T> view_list() {
    const auto count = list_size(sizeof(T));
    return {take(count * sizeof(T)), count};
  }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }

 private:
  std::size_t list_size(std::size_t value_bytes) {
    const auto count = get<std::uint64_t>();
    if (count > rest_.size() / value_bytes) fail();
    return count;
  }
  const std::byte* take(std::size_t bytes) {
    if (bytes > rest_.size()) fail();
    const std::byte* const first = rest_.data();
    rest_ = rest_.subspan(bytes);
    return first;
  }
  [[noreturn]] static void fail() { throw Error(ErrorKind::io, "a summary of a block ends too early"); }

  std::span<const std::byte> rest_;
};

}  // namespace preamar
