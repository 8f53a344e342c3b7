// The kinds of algorithms that compute an operator over blocks. Each is a set of pure functions from bytes to bytes, so
// any scheduler on any machine can call them. A family of operators, such as floods, is one algorithm of one kind: see
// blocks/families/families.h.
#pragma once

#include "blocks/families/fold.h"
#include "blocks/families/operation.h"
#include "blocks/families/seam.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <variant>

namespace preamar::blocks {

// Nanoseconds per pixel of a step's summary and of its pixels, measured on one core. For progress only.
struct StepCost {
  double summary, pixels;
};

// Computes the pixels of a block.
struct Pixels {
  // Writes `outs`, which have the block's shape. `result`: see ResultFrom.
  void (&finish)(const Operation& operation, const BlockView& view, const Bytes& result,
                 std::span<const ImageView> outs);
  bool on_devices;  // whether devices implement all primitives that it calls
};

// Merges the summaries of neighbouring regions until one is left, and divides the result for its border again.
struct TreeSteps {
  // The summary of the joined region, and a record for `split`.
  Merged (&merge)(const Operation& operation, const Seam& seam, const Bytes& low, const Bytes& high);
  // The result for the border of the image, which is empty, from the summary of the image.
  Bytes (&finish_root)(const Operation& operation, const Bytes& summary);
  // The results for the borders of `low` and `high`, from the result for the joined border.
  std::pair<Bytes, Bytes> (&split)(const Operation& operation, const Seam& seam, const Bytes& merge_record,
                                   const Bytes& border_result);
  // Upper bound of the bytes for merging two regions along this seam, including their summaries and the record.
  std::int64_t (&merge_bytes)(const Operation& operation, const Seam& seam);
};

// The operator's numbers and table, from the root result. Writes `outs`, the images of another shape than the input's,
// such as a histogram.
struct Findings {
  Results (&conclude)(const Operation& operation, const Bytes& root_result, std::span<const ImageView> outs);
};

// Each block is computed from its pixels and its halo.
struct IndependentKind {
  Pixels pixels;
  bool spans_planes = false;  // blocks span all axes except the first
};

// Summaries of borders go up a tree of regions, results for borders come down. Each block is read twice.
struct TreeKind {
  Bytes (&local)(const Operation& operation, const BlockView& view);  // the summary of a block
  bool local_on_devices;  // whether devices implement all primitives that it calls
  TreeSteps steps;
  Pixels pixels;
  StepCost cost;
  bool halves_summaries = true;  // the summary of half a region takes about half of the memory
  std::optional<Findings> findings = std::nullopt;
};

// A tree whose blocks span all axes except the first. All merges take the same memory.
struct SlabsKind {
  TreeKind tree;
};

// Blocks exchange values over their borders until none changes; values only fall, and UINT64_MAX means none.
struct RelaxationKind {
  // Computes the values of the block from its pixels and `view.around`, which is empty at the first call. The engine
  // calls it again while a neighbour's border has a value below the returned `around`: a value that is not below must
  // change nothing in the block. The next call receives the returned `around`, lowered to the neighbours' values;
  // `finish` receives the last one. See blocks/run/block_queue.h.
  SeamValues (&relax)(const Operation& operation, const BlockView& view);
  bool relax_on_devices;
  // The first call of `relax` receives the values that neighbours have by then; empty if none has. This saves reads.
  bool starts_around;
  Pixels pixels;
  StepCost cost;
  std::optional<TreeSteps> then = std::nullopt;  // merges the summaries of the last visits
};

[[nodiscard]] inline Bytes sum_is_root(const Operation&, Bytes sum) { return sum; }
[[nodiscard]] inline std::int64_t no_summary_bytes(const Operation&, const Bytes&, int) { return 0; }

// The summaries of blocks are merged in any order. Their sum, or what `root` makes of it, is the result of all blocks.
struct FoldKind {
  // How often each block is read for summaries. `known` below is the root result of the round before; empty in the
  // first round.
  int (&rounds)(const Operation& operation);
  // Adds the summaries of a block to the fold.
  void (&add)(const Operation& operation, const BlockView& view, int round, const Bytes& known, Fold& fold);
  std::unique_ptr<Fold> (&make)(const Operation& operation, int round, const Bytes& known, int workers);
  Findings findings;
  // Bytes per label of the image if summaries have a row per label, otherwise 0.
  std::int64_t (&label_bytes)(const Operation& operation);
  StepCost cost;
  Bytes (&root)(const Operation& operation, Bytes sum) = sum_is_root;
  // Upper bound of the bytes of all summaries, without the part that depends on pixels.
  std::int64_t (&summary_bytes)(const Operation& operation, const Bytes& known, int workers) = no_summary_bytes;
  std::optional<Pixels> pixels = std::nullopt;  // of an operator that writes an image in blocks
};

using Algorithm = std::variant<IndependentKind, TreeKind, SlabsKind, FoldKind, RelaxationKind>;

[[nodiscard]] const Algorithm& algorithm_of(const BlockForm& form);
[[nodiscard]] inline const Algorithm& algorithm_of(const Operation& operation) { return algorithm_of(*operation.form); }

template <class Kind>
[[nodiscard]] bool is_kind(const Operation& operation) {
  return std::holds_alternative<Kind>(algorithm_of(operation));
}
template <class Kind>
[[nodiscard]] const Kind& as_kind(const Operation& operation) {
  return std::get<Kind>(algorithm_of(operation));
}

}  // namespace preamar::blocks
