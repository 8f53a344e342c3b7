// What the engine asks of a family of operators: pure functions from bytes to bytes, so that any scheduler on any
// machine can call them. On the way up, *local* computes the summary of a block, and *merge* computes that of two
// neighbouring regions, and a record for the way down. At the root, *finish_root* turns the summary of the image into a
// result for its border. On the way down, *split* computes the results for the borders of the two regions from that of
// the joined one and the record, and *finish* reads the block again and computes its pixels.
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

// The memory of a run.
struct Budget {
  std::int64_t memory = INT64_MAX;  // bytes that the process may use
  std::int64_t planned = 0;         // bytes of these that the plan accounts for
  // The bytes that a plan within `memory` accounts for.
  std::function<std::int64_t(std::int64_t memory)> planned_within = [](std::int64_t) { return std::int64_t{0}; };

  // The minimum memory that leaves room for so many bytes beside what is planned.
  [[nodiscard]] std::int64_t memory_for(double bytes) const;
};

// What all blocks of a call share.
struct Task {
  const Operator* op = nullptr;
  const BlockForm* form = nullptr;
  Values options;
  std::vector<ImageType> inputs;   // of the whole image
  std::vector<ImageType> results;  // as the operator's `results` says
  Shape image;
  Place halo{};
  Budget budget{};
};

struct Merged {
  Bytes summary;       // of the joined region
  Bytes merge_record;  // what `split` needs of this merge
};

// Two boxes that touch along one axis, `low` first, and make up a box.
struct Seam {
  Box low, high, joined;
  int axis;
};

// Reduces the summaries of blocks to one, in the order in which they come, from any thread.
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
  // How often the tree is traversed upwards, so how often each block is read before `finish`.
  int (*rounds)(const Task& task) = nullptr;
  // `known` is the result at the root of the round before; empty in the first.
  Bytes (*local)(const Task& task, const Piece& piece, int round, const Bytes& known) = nullptr;
  Merged (*merge)(const Task& task, const Seam& seam, int round, const Bytes& low, const Bytes& high) = nullptr;
  // Instead of `local`, `merge` and `finish_root`, for summaries that may be merged in any order: adds those of a block
  // to the fold. The summary of the image is the result at the root.
  void (*fold_block)(const Task& task, const Piece& piece, int round, const Bytes& known, Fold& fold) = nullptr;
  std::unique_ptr<Fold> (*make_fold)(const Task& task, int round, const Bytes& known, int workers) = nullptr;
  // The result at the root, from the summary of the whole image, which has no border: what all blocks must know.
  Bytes (*finish_root)(const Task& task, int round, const Bytes& summary) = nullptr;
  // The results for the borders of `low` and `high`, from that for the border of the joined region. Null where all
  // blocks take the result at the root as it is.
  std::pair<Bytes, Bytes> (*split)(const Task& task, const Seam& seam, const Bytes& merge_record,
                                   const Bytes& border_result) = nullptr;
  // Writes `outs`, which have the block's shape. Null where the operator writes no image in blocks.
  void (*finish)(const Task& task, const Piece& piece, const Bytes& border_result,
                 std::span<const ImageView> outs) = nullptr;
  // The operator's numbers and table; writes `outs`, the images of another shape than the input's, such as a histogram.
  Results (*conclude)(const Task& task, const Bytes& root_result, std::span<const ImageView> outs) = nullptr;
  // Whether `local` calls only primitives that devices have.
  bool has_local_on_devices = true;
  // Bytes that a merge of such regions takes at most, with its summaries and its record.
  std::int64_t (*merge_bytes)(const Task& task, const Seam& seam) = nullptr;
  // Bytes that all summaries of a fold take at most, as far as they do not depend on pixels.
  std::int64_t (*summary_bytes)(const Task& task, const Bytes& known, int workers) = nullptr;
  // Bytes per label of the image, where summaries have a row per label; 0 where they have none.
  std::int64_t (*label_bytes)(const Task& task) = nullptr;
};

extern const Family independent_family;
extern const Family flood_family;
extern const Family components_family;
extern const Family summary_family;

// The family of a form.
[[nodiscard]] const Family& family_of(const BlockForm& form);

}  // namespace preamar::blocks
