// The engine's interface to a family of operators: pure functions from bytes to bytes, so that any scheduler on any
// machine can call them. On the way up, *local* computes the summary of a block; *merge* computes the summary of two
// neighbouring regions and a record for the way down. At the root, *finish_root* turns the summary of the image into a
// result for its border. On the way down, *split* computes the results for the borders of the two regions from the
// joined result and the record; *finish* reads the block again and computes its pixels.
#pragma once

#include "primitives/block_form.h"

#include <preamar/operator.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace preamar::blocks {
using namespace primitives;

class TableSpill;

// The memory of a run.
struct Budget {
  std::int64_t memory = INT64_MAX;  // bytes that the process may use
  std::int64_t planned = 0;         // the part of these bytes that the plan accounts for
  // The bytes that a plan within `memory` accounts for.
  std::function<std::int64_t(std::int64_t memory)> planned_within = [](std::int64_t) { return std::int64_t{0}; };

  // The minimum memory that leaves this many bytes in addition to the planned ones.
  [[nodiscard]] std::int64_t memory_for(double bytes) const;
};

// Common data of all blocks of a call.
struct Task {
  const Operator* op = nullptr;
  const BlockForm* form = nullptr;
  Values options;
  std::vector<ImageType> inputs;   // of the whole image
  std::vector<ImageType> results;  // as the operator's `results` says
  Shape image;
  Place halo{};
  Budget budget{};
  TableSpill* spill = nullptr;  // for the rows of a table that exceed the budget; null: the table must fit
};

struct Merged {
  Bytes summary;       // of the joined region
  Bytes merge_record;  // the data that `split` needs from this merge
};

// Values of a block's border, and bounds of the values of the cells around it: see Family::relax.
struct SeamValues {
  std::vector<std::uint64_t> border;  // per cell of BoxBorder
  std::vector<std::uint64_t> around;  // per cell of BoxRing
  Bytes summary;                      // of the block, for `merge`; empty if the family has none
};

// Two boxes that touch along one axis, `low` first; their union is a box.
struct Seam {
  Box low, high, joined;
  int axis;
};

// Reduces the summaries of blocks to one, in order of arrival. Thread-safe.
class Fold {
 public:
  Fold() = default;
  Fold(const Fold&) = delete;
  Fold& operator=(const Fold&) = delete;
  virtual ~Fold() = default;
  virtual void add(Bytes summary) = 0;
  // The summary of the image, after the last `add`.
  [[nodiscard]] virtual Bytes take() = 0;
};

struct Family {
  // Number of upward traversals: how often each block is read before `finish`.
  int (*rounds)(const Task& task) = nullptr;
  // `known` is the root result of the round before; empty in the first round.
  Bytes (*local)(const Task& task, const Piece& piece, int round, const Bytes& known) = nullptr;
  Merged (*merge)(const Task& task, const Seam& seam, int round, const Bytes& low, const Bytes& high) = nullptr;
  // Replaces `local` for blocks that exchange values over their borders until none changes; values only fall, and
  // UINT64_MAX means none. Computes the values of the block from its pixels and `piece.around`, which is empty at the
  // first call. The engine calls it again while a neighbour's border has a value below the returned `around`: a value
  // that is not below must change nothing in the block. The next call receives the returned `around`, lowered to the
  // neighbours' values; `finish` receives the last one. The number of rounds is 1. See blocks/block_queue.h.
  SeamValues (*relax)(const Task& task, const Piece& piece) = nullptr;
  // The first call of `relax` receives the values that neighbours have by then; empty if none has. This saves reads.
  bool starts_around = false;
  // Replaces `local`, `merge` and `finish_root` for summaries that may be merged in any order: adds the summaries of a
  // block to the fold. The root result is the summary of the image.
  void (*fold_block)(const Task& task, const Piece& piece, int round, const Bytes& known, Fold& fold) = nullptr;
  std::unique_ptr<Fold> (*make_fold)(const Task& task, int round, const Bytes& known, int workers) = nullptr;
  // The root result: what all blocks must know, from the summary of the whole image. The image has no border. Null if
  // the sum of a fold is the root result.
  Bytes (*finish_root)(const Task& task, int round, const Bytes& summary) = nullptr;
  // The results for the borders of `low` and `high`, from the result for the joined border. Null if all blocks use the
  // root result unchanged.
  std::pair<Bytes, Bytes> (*split)(const Task& task, const Seam& seam, const Bytes& merge_record,
                                   const Bytes& border_result) = nullptr;
  // Writes `outs`, which have the block's shape. Null if the operator writes no image in blocks.
  void (*finish)(const Task& task, const Piece& piece, const Bytes& border_result,
                 std::span<const ImageView> outs) = nullptr;
  // The operator's numbers and table; writes `outs`, the images of another shape than the input's, such as a histogram.
  Results (*conclude)(const Task& task, const Bytes& root_result, std::span<const ImageView> outs) = nullptr;
  // Whether devices implement all primitives that `local` or `relax` calls, and all that `finish` calls.
  bool has_local_on_devices = true;
  bool has_finish_on_devices = true;
  // Blocks span all axes except the first. All merges take the same memory.
  bool spans_slabs = false;
  // Upper bound of the bytes for merging two regions along this seam, including their summaries and the record.
  std::int64_t (*merge_bytes)(const Task& task, const Seam& seam) = nullptr;
  // Upper bound of the bytes of all summaries of a fold, without the part that depends on pixels.
  std::int64_t (*summary_bytes)(const Task& task, const Bytes& known, int workers) = nullptr;
  // Bytes per label of the image if summaries have a row per label, otherwise 0.
  std::int64_t (*label_bytes)(const Task& task) = nullptr;
};

extern const Family independent_family;
extern const Family flood_family;
extern const Family components_family;
extern const Family summary_family;
extern const Family renumber_family;
extern const Family distance_family;
extern const Family geodesic_family;
extern const Family watershed_family, relaxed_watershed_family;

// The root result of a step whose summaries are folded.
[[nodiscard]] Bytes folded_root(const Task& task, int round, Bytes sum);

// The family of a form.
[[nodiscard]] const Family& family_of(const BlockForm& form);

}  // namespace preamar::blocks
