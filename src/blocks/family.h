// What the engine asks of a family of operators: pure functions from bytes to bytes, so that any scheduler on any
// machine can call them. A block is read, *local* makes its summary; two neighbouring regions *merge* into one, keeping
// what the way down needs; at the top *crown* turns the summary of the image into a verdict; *split* parts a verdict
// for the two regions; *finish* reads the block again and makes its results.
#pragma once

#include "skeletons/block_form.h"

#include <preamar/operator.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace preamar::blocks {

// The memory of a run.
struct Budget {
  std::int64_t memory = INT64_MAX;  // bytes that the process may use
  std::int64_t planned = 0;         // bytes of these that the plan counts with
  // What it would count with if there were so many.
  std::function<std::int64_t(std::int64_t memory)> planned_within = [](std::int64_t) { return std::int64_t{0}; };

  // The least memory that leaves room for so many bytes beside what is planned.
  [[nodiscard]] std::int64_t memory_for(double bytes) const;
};

// What is the same for all blocks of a call.
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
  Bytes summary;  // of the joined region
  Bytes kept;     // until the verdict comes down
};

// Two boxes that touch along one axis, `low` first, and make up a box.
struct Seam {
  Box low, high, joined;
  int axis;
};

// Takes the summaries of blocks as they come, from any thread, and makes one of them.
class Fold {
 public:
  Fold() = default;
  Fold(const Fold&) = delete;
  Fold& operator=(const Fold&) = delete;
  virtual ~Fold() = default;
  virtual void add(Bytes summary) = 0;
  // After the last.
  [[nodiscard]] virtual Bytes take() = 0;
};

struct Family {
  // How often the image is read before the last verdict.
  int (*rounds)(const Task& task) = nullptr;
  // `known` is the crown of the round before.
  Bytes (*local)(const Task& task, const Piece& piece, int round, const Bytes& known) = nullptr;
  Merged (*merge)(const Task& task, const Seam& seam, int round, const Bytes& low, const Bytes& high) = nullptr;
  // Instead of `local` and `merge`, where regions need not be neighbours to be joined: gives summaries of a block,
  // which may be joined in any order. The summary of the image is the crown.
  void (*give)(const Task& task, const Piece& piece, int round, const Bytes& known, Fold& fold) = nullptr;
  std::unique_ptr<Fold> (*fold)(const Task& task, int round, const Bytes& known, int workers) = nullptr;
  // Of the summary of the whole image: the verdict, and what the operator found beside its images.
  Bytes (*crown)(const Task& task, int round, const Bytes& summary) = nullptr;
  // The verdicts on `low` and `high`; null where nothing comes down, and each block gets the crown.
  std::pair<Bytes, Bytes> (*split)(const Task& task, const Seam& seam, const Bytes& kept,
                                   const Bytes& verdict) = nullptr;
  // `outs` have the block's shape; null where the operator writes no image in blocks.
  void (*finish)(const Task& task, const Piece& piece, const Bytes& verdict, std::span<const Image> outs) = nullptr;
  // What was found beside images of blocks; `outs` are results that are no images of blocks, such as a histogram.
  Found (*found)(const Task& task, const Bytes& crown, std::span<const Image> outs) = nullptr;
  // Whether `local` asks only for skeletons that devices have.
  bool has_local_on_devices = true;
  // Bytes that a merge of such regions takes, its summaries and what is kept included, at most.
  std::int64_t (*merge_bytes)(const Task& task, const Seam& seam) = nullptr;
  // The same of all summaries of a fold, so far as they do not depend on pixels.
  std::int64_t (*summary_bytes)(const Task& task, const Bytes& known, int workers) = nullptr;
  // Bytes for each label that the image may hold, where summaries have a row for each; 0 where they have none.
  std::int64_t (*label_bytes)(const Task& task) = nullptr;
};

extern const Family alone_family;
extern const Family flood_family;
extern const Family components_family;
extern const Family summary_family;

// The family of a form.
[[nodiscard]] const Family& family_of(const BlockForm& form);

}  // namespace preamar::blocks
