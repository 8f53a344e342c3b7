#include "io/pixels.h"

#include "core/rows.h"

#include <cstring>

namespace preamar::io {
namespace {

// A whole pixel in one move; memcpy of a constant size is a single instruction and asks for no alignment.
template <int size>
void copy_steps(const std::byte* from, std::int64_t from_step, std::byte* to, std::int64_t to_step,
                std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) std::memcpy(to + i * to_step, from + i * from_step, size);
}

template <class Word>
void swap_words(std::byte* data, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) {
    Word word;
    std::memcpy(&word, data + i * static_cast<std::int64_t>(sizeof(Word)), sizeof(Word));
    Word swapped = 0;
    for (std::size_t byte = 0; byte < sizeof(Word); ++byte, word = static_cast<Word>(word >> 8))
      swapped = static_cast<Word>(swapped << 8 | (word & 255));
    std::memcpy(data + i * static_cast<std::int64_t>(sizeof(Word)), &swapped, sizeof(Word));
  }
}

}  // namespace

Shape one_row(const Shape& shape) {
  std::int64_t extents[max_rank] = {1, 1, 1};
  extents[shape.rank() - 1] = row_length(shape);
  return Shape(extents, shape.rank());
}

void copy_row(const void* from, std::int64_t from_step, void* to, std::int64_t to_step, std::int64_t count,
              std::int64_t size) {
  const auto* source = static_cast<const std::byte*>(from);
  auto* target = static_cast<std::byte*>(to);
  if (from_step == size && to_step == size)
    std::memcpy(target, source, static_cast<std::size_t>(count * size));
  else if (size == 1)
    copy_steps<1>(source, from_step, target, to_step, count);
  else if (size == 2)
    copy_steps<2>(source, from_step, target, to_step, count);
  else if (size == 4)
    copy_steps<4>(source, from_step, target, to_step, count);
  else
    copy_steps<8>(source, from_step, target, to_step, count);
}

void copy_image(ConstImageView from, ImageView to) {
  const std::int64_t rows = row_count(from.shape());
  for (std::int64_t i = 0; i < rows; ++i)
    copy_row(row(from, i), row_stride(from), row(to, i), row_stride(to), row_length(from.shape()),
             size_of(from.dtype()));
}

void swap_bytes(void* data, std::int64_t count, std::int64_t size) {
  auto* bytes = static_cast<std::byte*>(data);
  if (size == 2) swap_words<std::uint16_t>(bytes, count);
  if (size == 4) swap_words<std::uint32_t>(bytes, count);
  if (size == 8) swap_words<std::uint64_t>(bytes, count);
}

void pack_bits(const void* from, std::int64_t step, std::int64_t count, std::uint8_t* to) {
  const auto* pixels = static_cast<const std::uint8_t*>(from);
  std::memset(to, 0, static_cast<std::size_t>(packed_bytes(count)));
  for (std::int64_t i = 0; i < count; ++i)
    if (pixels[i * step] != 0) to[i / 8] = static_cast<std::uint8_t>(to[i / 8] | (0x80 >> i % 8));
}

void unpack_bits(const std::uint8_t* from, std::int64_t first, std::int64_t count, void* to, std::int64_t step) {
  auto* pixels = static_cast<std::uint8_t*>(to);
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t bit = first + i;
    pixels[i * step] = from[bit / 8] >> (7 - bit % 8) & 1;
  }
}

}  // namespace preamar::io
