// The contract of operators over blocks: for any image, blocks and tree, the result equals that of the whole image.
#pragma once

#include "core/error_text.h"
#include "tools/blocks.h"
#include "tools/cases.h"

#include <gtest/gtest.h>

namespace preamar::test {

// The same images, numbers and table, and the promised number of reads and writes per block.
inline void expect_same_in_blocks(const Operator& op, const std::vector<ConstImageView>& inputs, const Values& options,
                                  const Shape& block, Random& random, int threads, int reads, int writes) {
  const InBlocks expected = run_whole(op, inputs, options);
  const InBlocks found = run_in_blocks(op, inputs, options, block, random, threads);
  ASSERT_EQ(expected.images.size(), found.images.size());
  for (std::size_t i = 0; i < expected.images.size(); ++i)
    ASSERT_EQ(difference(expected.images[i], found.images[i]), "");
  ASSERT_EQ(expected.found.numbers, found.found.numbers);
  ASSERT_EQ(expected.found.table.columns.size(), found.found.table.columns.size());
  for (std::size_t i = 0; i < expected.found.table.columns.size(); ++i) {
    ASSERT_EQ(expected.found.table.columns[i].name, found.found.table.columns[i].name);
    ASSERT_EQ(difference(expected.found.table.columns[i].cells, found.found.table.columns[i].cells), "");
  }
  ASSERT_EQ(found.counters.reads, reads * found.counters.blocks);
  ASSERT_EQ(found.counters.writes, writes * found.counters.blocks);
}

// The number of cases; fewer under the thread sanitizer, where each takes long.
constexpr int cases_of(int count) { return count / static_cast<int>(one_row_in); }

// A small shape of rank 2 or 3.
[[nodiscard]] inline Shape random_shape(Random& random) {
  if (random.one_in(3)) return {1 + random.below(14), 1 + random.below(14), 1 + random.below(20)};
  return {1 + random.below(60), 1 + random.below(80)};
}

[[nodiscard]] inline Scene random_scene(Random& random) {
  return {.dtype = static_cast<DType>(random.below(dtype_count)),
          .shape = random_shape(random),
          .content = static_cast<Content>(random.below(content_count)),
          .palette = static_cast<Palette>(random.below(2)),
          .method = Method::dilation};
}

}  // namespace preamar::test
