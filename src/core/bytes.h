// Values to bytes and back, little-endian, for what one machine hands to another or to itself later.
#pragma once

#include "core/allocator.h"
#include "core/error_text.h"

#include <preamar/error.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

namespace preamar {

static_assert(std::endian::native == std::endian::little, "bytes are written as they lie in memory");

// Large ones go back to the system when they are freed.
using Bytes = std::vector<std::byte, Allocator<std::byte>>;

class ByteWriter {
 public:
  // Room for so many bytes, so that they are not moved as they come.
  void reserve(std::size_t bytes) { bytes_.reserve(bytes); }
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void put(const T& value) { append(&value, sizeof(T)); }
  // The count, then the values.
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void put_list(std::span<const T> values) {
    put<std::uint64_t>(values.size());
    append(values.data(), values.size_bytes());
  }
  [[nodiscard]] Bytes take() { return std::move(bytes_); }

 private:
  // Where GCC 12 sees through a vector of bytes that grows, it warns of writes that cannot be.
  [[gnu::noinline]] void append(const void* from, std::size_t bytes) {
    const std::size_t at = bytes_.size();
    bytes_.resize(at + bytes);
    if (bytes > 0) std::memcpy(bytes_.data() + at, from, bytes);
  }

  Bytes bytes_;
};

// A list within bytes, which are not aligned and must outlive it.
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

// Reads what a ByteWriter wrote; throws Error (io) where the bytes end before that.
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
  // The same without a copy.
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
