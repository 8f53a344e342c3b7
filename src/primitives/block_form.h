// How an operator processes an image in blocks: the part of its table row that src/blocks uses. The operator defines
// its own steps, such as how a marker is made from an image; src/blocks defines what blocks exchange.
#pragma once

#include "core/box.h"
#include "core/bytes.h"
#include "primitives/components.h"
#include "primitives/distance_transform.h"
#include "primitives/propagate.h"
#include "primitives/watershed.h"

#include <preamar/operator.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <variant>

namespace preamar {

// One block of an image, as the operator receives it.
struct BlockView {
  std::span<const ConstImageView> inputs;  // the block with its halo, dense
  Box box;                                 // the block with its halo, in image coordinates
  Box block;                               // the block without its halo, in image coordinates
  Shape image;
  const Values& options;
  const Execution& on;
  // The values of the cells around the block, if its algorithm exchanges them (RelaxationKind in
  // blocks/families/algorithm.h); otherwise empty.
  std::span<const std::uint64_t> around{};

  // The block without its halo, in coordinates of `box`.
  [[nodiscard]] Box inner() const { return within(block, box); }
  [[nodiscard]] Faces edges() const { return edges_of(block, image); }
};

inline void run_on_block(const Operator& op, const BlockView& view, std::span<const ImageView> outs) {
  (void)run_operator(op, view.inputs, outs, view.options, view.on);
}

// Running the operator on a block with its halo gives that block of the result: maps and stencils.
struct IndependentForm {
  // Writes `outs`, which have the shape of `view.box`. An operator has its own if results depend on the shape of the
  // whole image.
  void (*run)(const Operator& op, const BlockView& view, std::span<const ImageView> outs) = run_on_block;
};

// A flood of a seed under a limit, in the dtype of the first input.
struct FloodForm {
  // Order and connectivity.
  primitives::PropagateSpec (*spec)(std::span<const ImageType> inputs, const Values& options);
  // Fills `seed` (the block's shape without its halo) and returns the limit: part of an input, or `room`. Sees no
  // cells beyond the block; of its faces, only those in `edges()` are edges of the image.
  ConstImageView (*prepare)(const BlockView& view, ImageView seed, Image& room);
  // Turns the flooded level into the result; null if the level is the result. `is_constant`: the limit has one value in
  // the whole image. The level is `out` if the dtypes are the same.
  void (*conclude)(const BlockView& view, ConstImageView level, bool is_constant, ImageView out) = nullptr;
  // The result is a bool image of the level's regional extrema; `conclude` is null.
  bool marks_extrema = false;

  [[nodiscard]] bool has_conclusion() const { return conclude != nullptr; }
};

// Connected components that are labelled, or kept and removed by a property of the whole component.
struct ComponentsForm {
  // Connectivity and background; for a filter also the trait that keeps a component.
  primitives::ComponentFilterSpec (*spec)(std::span<const ImageType> inputs, const Values& options);
  // Labels 1 to N in raster order; the result `count` is N.
  bool are_numbered = false;
  // Returns the image whose components are used: an input, or `cells`, which it fills. Fills `marks` if the trait needs
  // them. Throws for pixels that `run` rejects.
  ConstImageView (*prepare)(const BlockView& view, Image& cells, Image& marks);
};

// A summary with one row per label. Its size depends on the pixels.
struct LabelTable {
  // Bytes per row of the summary. If rows differ in size: an upper bound of the bytes per pixel of a label.
  std::int64_t (*row_bytes)(std::span<const ImageType> inputs, const Values& options);
  // The labels of a summary's rows, ascending.
  std::span<const std::uint64_t> (*labels)(const Bytes& summary);
  // The summary of `count` rows from row `first` on.
  Bytes (*slice)(const Bytes& summary, std::size_t first, std::size_t count);
  // If rows differ in size: where the bytes of each row end, ascending from the first row on. A merged row is at most
  // as large as both rows together. Null: each row has `row_bytes`.
  std::span<const std::uint64_t> (*row_ends)(const Bytes& summary) = nullptr;
  // Upper bound of the bytes that `conclude` takes per byte of rows, with its columns.
  std::int64_t conclude_bytes = 1;

  [[nodiscard]] bool rows_differ_in_size() const { return row_ends != nullptr; }
};

// One summary of the whole image, merged from the summaries of blocks. Results are written at the end.
struct SummaryForm {
  // Number of passes over the image. Each round sees the summary of the round before.
  int (*rounds)(std::span<const ImageType> inputs, const Values& options);
  // Calls `give` with one or more summaries; merged, they are the summary of the block.
  void (*local)(const BlockView& view, int round, const Bytes& known, const std::function<void(Bytes)>& give);
  // Associative and commutative, bit for bit. May reuse the memory of either argument.
  Bytes (*merge)(int round, Bytes left, Bytes right, const Values& options);
  Results (*conclude)(const Bytes& known, std::span<const ImageType> inputs, const Values& options,
                      std::span<const ImageView> outs);
  // Upper bound of the bytes for summaries and their computation on `workers` workers, given the summary of the round
  // before. 0 if negligible.
  std::int64_t (*summary_bytes)(std::span<const ImageType> inputs, const Values& options, const Bytes& known,
                                int workers) = [](std::span<const ImageType>, const Values&, const Bytes&, int) {
    return std::int64_t{0};
  };
  const LabelTable* table = nullptr;
};

// Labels numbered 1 to N in ascending order of the old ones, in the dtype of the first input; the result `count` is N.
struct RenumberForm {
  // Calls `give` with ascending label keys (label_key in primitives/label_sums.h). All calls together give each label
  // of the block, except 0.
  void (*labels)(const BlockView& view, const std::function<void(std::span<const std::uint64_t>)>& give);
  // Throws if N does not fit the dtype.
  void (*require_fits)(DType dtype, std::int64_t count);
  // Upper bound of the bytes per label that the operator needs for the whole image.
  std::int64_t label_bytes;
};

struct BlockForm;

// The exact distance to the nearest goal. Blocks are slabs: they span all axes except the first.
struct DistanceForm {
  primitives::DistanceTransformSpec (*spec)(std::span<const ImageType> inputs, const Values& options);
  // The forms that take its place if no slab fits in the memory.
  const BlockForm *lines, *planes;
};

// The position of the nearest goal on each cell's line along the first axis, as uint32, or primitives::no_goal.
struct DistanceLinesForm {
  primitives::DistanceTransformSpec (*spec)(std::span<const ImageType> inputs, const Values& options);
};

// The exact distance from these positions. Blocks are slabs, and independent.
struct DistancePlanesForm {
  primitives::DistanceTransformSpec (*spec)(std::span<const ImageType> inputs, const Values& options);
};

// Shortest paths inside a mask, the second input, from a marker, the first.
struct GeodesicForm {
  primitives::PropagateSpec (*spec)(std::span<const ImageType> inputs, const Values& options);
  // Throws for pixels that `run` rejects.
  void (*require)(const BlockView& view);
};

// The watershed of an image from markers, optionally inside a mask: the operator's inputs.
struct WatershedForm {
  primitives::WatershedSpec (*spec)(std::span<const ImageType> inputs, const Values& options);
  // Throws for pixels of the block that `run` rejects.
  void (*check)(const BlockView& view);
  // Plateaus may be deeper than the halo: blocks exchange steps until none changes.
  bool exchanges_steps = false;
};

struct BlockForm {
  // Width of the halo per axis, in cells on each side.
  Coordinates (*halo)(std::span<const ImageType> inputs,
                      const Values& options) = [](std::span<const ImageType>, const Values&) { return Coordinates{}; };
  std::variant<IndependentForm, FloodForm, ComponentsForm, SummaryForm, RenumberForm, DistanceForm, DistanceLinesForm,
               DistancePlanesForm, GeodesicForm, WatershedForm>
      kind;
  // Upper bound of scratch bytes per cell of the block with its halo, without inputs and results.
  double (*scratch)(std::span<const ImageType> inputs, const Values& options) = [](std::span<const ImageType>,
                                                                                   const Values&) { return 0.0; };
  // Additional scratch bytes per thread, for a block whose shape with halo is `box`.
  double (*worker_scratch)(std::span<const ImageType> inputs, const Values& options, const Shape& box) =
      [](std::span<const ImageType>, const Values&, const Shape&) { return 0.0; };
};

// For maps: each pixel depends on the same pixel only.
inline constexpr BlockForm map_form = {.kind = IndependentForm{}};

}  // namespace preamar
