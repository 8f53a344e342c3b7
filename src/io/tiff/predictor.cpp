#include "io/tiff/predictor.h"

#include "core/memory.h"

#include <tiffio.h>

#include <bit>
#include <cstring>

namespace preamar::io {
namespace {

void swap_bytes(std::uint8_t* samples, std::int64_t bytes, int size) {
  if (size == 2) TIFFSwabArrayOfShort(reinterpret_cast<std::uint16_t*>(samples), bytes / 2);
  if (size == 4) TIFFSwabArrayOfLong(reinterpret_cast<std::uint32_t*>(samples), bytes / 4);
  if (size == 8) TIFFSwabArrayOfLong8(reinterpret_cast<std::uint64_t*>(samples), bytes / 8);
}

template <class T>
void sum_up(std::uint8_t* row, std::int64_t bytes, int step) {
  T* const samples = reinterpret_cast<T*>(row);
  const std::int64_t count = bytes / static_cast<std::int64_t>(sizeof(T));
  for (std::int64_t i = step; i < count; ++i) samples[i] = static_cast<T>(samples[i] + samples[i - step]);
}

void sum_up(std::uint8_t* row, std::int64_t bytes, int size, int step) {
  if (size == 1) sum_up<std::uint8_t>(row, bytes, step);
  if (size == 2) sum_up<std::uint16_t>(row, bytes, step);
  if (size == 4) sum_up<std::uint32_t>(row, bytes, step);
  if (size == 8) sum_up<std::uint64_t>(row, bytes, step);
}

// A row holds the highest bytes of all its samples, then the next ones, in any file.
void join_bytes(std::uint8_t* row, std::int64_t bytes, int size, std::uint8_t* scratch) {
  static_assert(std::endian::native == std::endian::little);
  std::memcpy(scratch, row, static_cast<std::size_t>(bytes));
  const std::int64_t count = bytes / size;
  for (int byte = 0; byte < size; ++byte)
    for (std::int64_t i = 0; i < count; ++i) row[i * size + byte] = scratch[(size - 1 - byte) * count + i];
}

}  // namespace

void undo_predictor(TiffPredictor predictor, std::uint8_t* rows, std::int64_t count, std::int64_t row_bytes, int size,
                    int step, bool is_swapped) {
  if (predictor == TiffPredictor::floating) {
    const Buffer<std::uint8_t> scratch(row_bytes);
    for (std::int64_t i = 0; i < count; ++i, rows += row_bytes) {
      sum_up<std::uint8_t>(rows, row_bytes, step);
      join_bytes(rows, row_bytes, size, scratch.data());
    }
    return;
  }
  if (is_swapped) swap_bytes(rows, count * row_bytes, size);
  if (predictor == TiffPredictor::horizontal)
    for (std::int64_t i = 0; i < count; ++i, rows += row_bytes) sum_up(rows, row_bytes, size, step);
}

}  // namespace preamar::io
