// Converts rows of pixels to bits, 64 columns per word with the first column in the lowest bit, and back.
#pragma once

#include <preamar/image.h>

#include <cstdint>

namespace preamar::cpu {

using Word = std::uint64_t;

// For pixels of one dtype, in dense rows. Bits past the last column are 0. Bools and integers are compared by their
// bits, floats as numbers, so NaN equals nothing.
struct RowBits {
  // Sets the bits of pixels that differ from `value`, one pixel.
  void (*unlike)(const void* row, const void* value, std::int64_t columns, Word* words);
  // Sets the bits of pixels that equal the pixel of `other` at `shift` columns further, -1 to 1; 0 if that is outside.
  void (*same)(const void* row, const void* other, int shift, std::int64_t columns, Word* words);
  // Copies a row and writes `value`, one pixel, where a bit is set; `out` may be the row.
  void (*replace)(const void* row, const void* value, const Word* words, std::int64_t columns, void* out);
};

[[nodiscard]] RowBits row_bits(DType dtype);

// The runs of one strip, numbered from 0: their columns, the number of runs that begin before each word, and their
// labels.
template <class Label>
struct LabelledRuns {
  const Word* cover;                 // the columns of all runs
  const Word* starts;                // the first column of each run
  const std::uint32_t* runs_before;  // per word
  const Label* labels;               // the entry before the first may be read
};

// Writes labels to 1 to 4 rows where their bits (a subset of the cover) are set, and 0 elsewhere.
template <class Label>
struct LabelWriter {
  using Write = void(const LabelledRuns<Label>& runs, int rows, const Word* const* bits, Label* const* out,
                     std::int64_t columns);
  Write* write;
  Write* write_past_cache;  // for rows aligned to 64 bytes
};

template <class Label>
[[nodiscard]] LabelWriter<Label> label_writer();

}  // namespace preamar::cpu
