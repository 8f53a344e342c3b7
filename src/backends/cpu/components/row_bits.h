// Rows of pixels to bits, 64 columns a word and the first column lowest, and from bits back to rows.
#pragma once

#include <preamar/image.h>

#include <cstdint>

namespace preamar::cpu {

using Word = std::uint64_t;

// For pixels of one dtype, in dense rows. Bits past the last column are 0. A bool or an integer is compared by its
// bits, a float as a number, so that a NaN is like nothing.
struct RowBits {
  // Where a pixel is not `value`, one pixel.
  void (*unlike)(const void* row, const void* value, std::int64_t columns, Word* words);
  // Where a pixel is the one of `other` that is `shift` columns further, -1 to 1; 0 where that is outside.
  void (*same)(const void* row, const void* other, int shift, std::int64_t columns, Word* words);
  // Copies a row, with `value`, one pixel, where a bit is set; `out` may be the row.
  void (*replace)(const void* row, const void* value, const Word* words, std::int64_t columns, void* out);
};

[[nodiscard]] RowBits row_bits(DType dtype);

// One strip of runs, numbered from 0: where they lie, how many begin before each word, and the label of each.
template <class Label>
struct LabelledRuns {
  const Word* cover;                 // the columns of all runs
  const Word* starts;                // the first column of each
  const std::uint32_t* runs_before;  // for each word
  const Label* labels;               // of which the one before the first may be read
};

// Writes labels to rows, 1 to 4 of them, where their bits, a part of the cover, are set, and 0 elsewhere.
template <class Label>
struct LabelWriter {
  using Write = void(const LabelledRuns<Label>& runs, int rows, const Word* const* bits, Label* const* out,
                     std::int64_t columns);
  Write* write;
  Write* write_past_cache;  // for rows at multiples of 64 bytes
};

template <class Label>
[[nodiscard]] LabelWriter<Label> label_writer();

}  // namespace preamar::cpu
