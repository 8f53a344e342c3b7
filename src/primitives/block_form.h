// How an operator works on an image in blocks: what its row of the table says of it beside `run`. An operator says what
// is its own, such as how a marker is made from an image; what blocks hand each other is the business of src/blocks.
#pragma once

#include "core/box.h"
#include "core/bytes.h"
#include "primitives/components.h"
#include "primitives/propagate.h"

#include <preamar/operator.h>

#include <cstdint>
#include <functional>
#include <span>
#include <variant>

namespace preamar {

// A block of an image as its operator sees it.
struct Piece {
  std::span<const ConstImageView> inputs;  // of the block and its halo, dense
  Box box;                                 // the block and its halo, within the image
  Box block;                               // the block itself, within the image
  Shape image;
  const Values& options;
  const Execution& on;

  // The block without its halo, within an image of the size of `box`.
  [[nodiscard]] Box inner() const { return within(block, box); }
  [[nodiscard]] Faces edges() const { return edges_of(block, image); }
};

// The operator of the block and its halo gives the block: maps and stencils.
struct IndependentForm {};

// A flood between two maps, in the dtype of the first input.
struct FloodForm {
  // Order and connectivity.
  primitives::PropagateSpec (*spec)(std::span<const ImageType> inputs, const Values& options);
  // Fills `seed`, which has the block's shape without its halo, and returns the limit: a part of an input, or `room`.
  // Cells outside the block are not there: only faces in piece.edges() are edges.
  ConstImageView (*prepare)(const Piece& piece, ImageView seed, Image& room);
  // From the level at rest to the result; null where the level is the result. `is_constant`: all limits of the whole
  // image are the same. The level is `out` where that has its dtype.
  void (*conclude)(const Piece& piece, ConstImageView level, bool is_constant, ImageView out) = nullptr;
  // The result is where the level has its regional extrema, as bool; `conclude` is null.
  bool marks_extrema = false;
};

// Components that are numbered, or that what is known of the whole of each decides about.
struct ComponentsForm {
  // What makes a component and, unless they are numbered, what lets it stay.
  primitives::ComponentFilterSpec (*spec)(std::span<const ImageType> inputs, const Values& options);
  // 1 to N in raster order; N is found as the number `count`.
  bool are_numbered = false;
  // Returns the image whose components count, an input or `cells`, which it makes; makes `marks` where the trait asks
  // for them. Refuses pixels that `run` refuses.
  ConstImageView (*prepare)(const Piece& piece, Image& cells, Image& marks);
};

// A summary that is a table: it has a row for each label, so that it grows with what the image holds.
struct LabelTable {
  // Of a row, in the summary.
  std::int64_t (*row_bytes)(std::span<const ImageType> inputs, const Values& options);
  // Of the rows of a summary, ascending.
  std::span<const std::uint64_t> (*labels)(const Bytes& summary);
};

// One summary of the whole image from those of its blocks; nothing is written but at the end.
struct SummaryForm {
  // How often the image is read; the summary of each round is known to the next.
  int (*rounds)(std::span<const ImageType> inputs, const Values& options);
  // Gives one summary or several, which together are that of the block.
  void (*local)(const Piece& piece, int round, const Bytes& known, const std::function<void(Bytes)>& give);
  // Associative and commutative, to the byte. Uses the bytes of one of them where that is possible.
  Bytes (*merge)(int round, Bytes left, Bytes right, const Values& options);
  Results (*conclude)(const Bytes& known, std::span<const ImageType> inputs, const Values& options,
                      std::span<const ImageView> outs);
  // Bytes that summaries and what makes them take on so many workers, at most, once `known` is known of the image; null
  // where they are few.
  std::int64_t (*summary_bytes)(std::span<const ImageType> inputs, const Values& options, const Bytes& known,
                                int workers) = nullptr;
  const LabelTable* table = nullptr;
};

struct BlockForm {
  // How many cells beyond the block it reads on each side of each axis; null: none.
  Place (*halo)(std::span<const ImageType> inputs, const Values& options) = nullptr;
  std::variant<IndependentForm, FloodForm, ComponentsForm, SummaryForm> kind;
  // Bytes that work takes for each cell of the block and its halo, its inputs and results not counted, at most.
  double (*scratch)(std::span<const ImageType> inputs, const Values& options) = nullptr;
  // Bytes that each thread takes beside, for a block that has such a shape with its halo.
  double (*worker_scratch)(std::span<const ImageType> inputs, const Values& options, const Shape& box) = nullptr;
};

// Of a map: each pixel by itself.
inline constexpr BlockForm map_form = {.kind = IndependentForm{}};

}  // namespace preamar
