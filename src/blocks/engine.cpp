#include "blocks/engine.h"

#include "blocks/arena.h"
#include "blocks/written_blocks.h"
#include "core/digest.h"
#include "core/error_text.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <string>

namespace preamar::blocks {
namespace {

// Sources are for one thread at a time: each reader takes one that is free, or opens another.
class SourcePool {
 public:
  explicit SourcePool(const std::function<std::unique_ptr<Source>()>& open) : open_(open) {}

  void read(const Box& box, const Image& to) {
    std::unique_ptr<Source> source = take();
    source->read(box.origin.data(), to);
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(source));
  }

  // Of the file, once it was read.
  [[nodiscard]] std::string name() {
    const std::lock_guard lock(mutex_);
    return free_.empty() ? "" : free_.back()->file().string();
  }

 private:
  std::unique_ptr<Source> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        std::unique_ptr<Source> source = std::move(free_.back());
        free_.pop_back();
        return source;
      }
    }
    return open_();
  }

  std::function<std::unique_ptr<Source>()> open_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Source>> free_;
};

class Walk {
 public:
  Walk(const Task& task, const Tree& tree, const Ports& ports, Store& store, Journal& journal, const Execution& on,
       Crew& crew)
      : task_(task),
        tree_(tree),
        family_(family_of(*task.form)),
        ports_(ports),
        store_(store),
        journal_(journal),
        written_(ports.outputs, journal),
        on_(on),
        crew_(crew) {
    for (const auto& open : ports.inputs) pools_.push_back(open ? std::make_unique<SourcePool>(open) : nullptr);
    devices_take_ = task.op->on_devices.contains(task.inputs[0].dtype);
    if (!crew.has_processor() && !(devices_take_ && (!family_.local || family_.has_local_on_devices)))
      throw Error(ErrorKind::device, text(task.op->name, ": ", on.device, " cannot do all of it on ",
                                          name_of(task.inputs[0].dtype), "; name the cpu too, as cpu+", on.device));
    visits_ = std::int64_t{reads_per_block(task)} * tree.block_count();
  }

  Outcome run() {
    Outcome outcome;
    for (round_ = 0; round_ < family_.rounds(task_); ++round_)
      known_ = family_.fold ? folded() : family_.crown(task_, round_, up(Tree::root()));
    if (family_.finish) finish_all();
    for (const ImageType& result : task_.results)
      if (!is_blockwise(task_, result)) outcome.others.emplace_back(result);
    const std::vector<Image> others(outcome.others.begin(), outcome.others.end());
    if (family_.found) outcome.found = family_.found(task_, known_, others);
    outcome.counters = {tree_.block_count(), reads_, writes_, bytes_read_, bytes_written_, crew_.shares()};
    return outcome;
  }

 private:
  [[nodiscard]] std::string name(std::string_view what, std::int64_t index) const {
    return text(round_, "-", index, what);
  }

  Bytes folded() {
    const auto at_once = static_cast<int>(std::min<std::int64_t>(crew_.size(), tree_.block_count()));
    const std::unique_ptr<Fold> fold = family_.fold(task_, round_, known_, at_once);
    give_all(Tree::root(), *fold);
    return fold->take();
  }

  void give_all(std::int64_t index, Fold& fold) {
    const Node node = tree_.node(index);
    if (!node.is_block()) return crew_.both([&] { give_all(node.low, fold); }, [&] { give_all(node.high, fold); });
    with_piece(index, node, family_.has_local_on_devices, [&](const Piece& piece) {
      family_.give(task_, piece, round_, known_, fold);
      return Bytes();
    });
    tell(1);
  }

  Bytes up(std::int64_t index) {
    const Node node = tree_.node(index);
    if (auto known = store_.get(name(".summary", index)); known && is_whole(index)) {
      tell(node.blocks);
      return std::move(*known);
    }
    Bytes summary = node.is_block() ? local(index, node) : merged(index, node);
    store_.put(name(".summary", index), summary);
    if (!node.is_block()) {
      store_.drop(name(".summary", node.low));
      store_.drop(name(".summary", node.high));
    }
    return summary;
  }

  Bytes local(std::int64_t index, const Node& node) {
    Bytes summary = with_piece(index, node, family_.has_local_on_devices,
                               [&](const Piece& piece) { return family_.local(task_, piece, round_, known_); });
    tell(1);
    return summary;
  }

  Bytes merged(std::int64_t index, const Node& node) {
    Bytes low, high;
    crew_.both([&] { low = up(node.low); }, [&] { high = up(node.high); });
    Merged both = family_.merge(task_, tree_.seam(node), round_, low, high);
    if (family_.split) store_.put(name(".kept", index), both.kept);
    return std::move(both.summary);
  }

  // Whether all that the summary of an earlier process stands for is there: what the merges below it kept, and the
  // digests of blocks that are read again.
  bool is_whole(std::int64_t index) {
    const Node node = tree_.node(index);
    if (node.is_block()) return reads_per_block(task_) == 1 || journal_.knows_input(index);
    if (family_.split && !store_.get(name(".kept", index))) return false;
    return is_whole(node.low) && is_whole(node.high);
  }

  void finish_all() {
    try {
      down(Tree::root(), known_);
    } catch (...) {
      written_.settle();
      throw;
    }
  }

  void down(std::int64_t index, const Bytes& verdict) {
    const Node node = tree_.node(index);
    if (node.is_block()) return finish(index, node, verdict);
    std::pair<Bytes, Bytes> parts;
    if (family_.split) {
      const int last_round = round_ - 1;
      const auto kept = store_.get(text(last_round, "-", index, ".kept"));
      if (!kept)
        throw Error(ErrorKind::io, text(task_.op->name, ": a record of this run is lost or broken; resume the run to ",
                                        "compute it again (--resume)"));
      parts = family_.split(task_, tree_.seam(node), *kept, verdict);
    }
    const auto part = [&](const Bytes& own) -> const Bytes& { return family_.split ? own : verdict; };
    crew_.both([&] { down(node.low, part(parts.first)); }, [&] { down(node.high, part(parts.second)); });
  }

  void finish(std::int64_t index, const Node& node, const Bytes& verdict) {
    if (!written_.recover(index, node.box)) {
      with_piece(index, node, true, [&](const Piece& piece) {
        std::vector<OwnedImage> results;
        for (const ImageType& result : task_.results)
          if (is_blockwise(task_, result)) results.emplace_back(result.dtype, node.box.shape);
        const std::vector<Image> outs(results.begin(), results.end());
        family_.finish(task_, piece, verdict, outs);
        Journal::Written written{index, std::vector<std::uint64_t>(outs.size())};
        for (std::size_t i = 0; i < outs.size(); ++i) {
          if (ports_.outputs[i]) written.digests[i] = ports_.outputs[i]->write(node.box.origin.data(), outs[i]);
          bytes_written_ += outs[i].shape().count() * size_of(outs[i].dtype());
        }
        ++writes_;
        written_.add(std::move(written));
        return Bytes();
      });
    }
    tell(1);
  }

  // Reads the block and its halo, and lets one of the crew do `work` on them.
  template <class Work>
  Bytes with_piece(std::int64_t index, const Node& node, bool may_be_device, const Work& work) {
    if (on_.stop.stop_requested()) throw Error(ErrorKind::stopped, "stopped");
    const Box box = widened(node.box, task_.halo, task_.image);
    std::vector<OwnedImage> inputs;
    for (std::size_t i = 0; i < pools_.size(); ++i) {
      inputs.emplace_back();
      if (!pools_[i]) continue;
      inputs.back() = OwnedImage(task_.inputs[i].dtype, box.shape);
      pools_[i]->read(box, inputs.back());
      bytes_read_ += box.shape.count() * size_of(task_.inputs[i].dtype);
    }
    ++reads_;
    const std::vector<ConstImage> views(inputs.begin(), inputs.end());
    if (reads_per_block(task_) > 1) require_same(index, views);
    const Crew::Hand hand(crew_, may_be_device && devices_take_);
    return work(Piece{views, box, node.box, task_.image, task_.options, hand.on()});
  }

  void require_same(std::int64_t index, const std::vector<ConstImage>& inputs) {
    std::uint64_t sum = 0;
    for (const ConstImage& input : inputs) sum = digest(input, sum);
    if (journal_.is_same_input(index, sum)) return;
    std::string names;
    for (const auto& pool : pools_)
      if (pool) names += text(names.empty() ? "" : " or ", pool->name());
    throw Error(ErrorKind::io, text(names, ": changed between two reads of the same block; run ", task_.op->name,
                                    " again once nothing writes to it"));
  }

  void tell(std::int64_t blocks) {
    if (!on_.progress) return;
    const std::lock_guard lock(telling_);
    visited_ += blocks;
    on_.progress(std::min(1.0, static_cast<double>(visited_) / static_cast<double>(visits_)));
  }

  const Task& task_;
  const Tree& tree_;
  const Family& family_;
  const Ports& ports_;
  Store& store_;
  Journal& journal_;
  WrittenBlocks written_;
  const Execution& on_;
  Crew& crew_;
  bool devices_take_ = false;  // whether the operator takes such images on devices
  std::vector<std::unique_ptr<SourcePool>> pools_;
  int round_ = 0;
  Bytes known_;
  std::atomic<std::int64_t> reads_{0}, writes_{0}, bytes_read_{0}, bytes_written_{0};
  std::mutex telling_;
  std::int64_t visited_ = 0, visits_ = 0;
};

}  // namespace

int reads_per_block(const Task& task) {
  const Family& family = family_of(*task.form);
  return family.rounds(task) + (family.finish ? 1 : 0);
}

int writes_per_block(const Task& task) { return family_of(*task.form).finish ? 1 : 0; }

Outcome run(const Task& task, const Tree& tree, const Ports& ports, Store& store, Journal& journal,
            const Execution& on) {
  Crew crew(on);
  Walk walk(task, tree, ports, store, journal, on, crew);
  if (crew.size() == 1 || crew.has_own_threads()) return walk.run();
  return in_arena(crew.size(), [&] { return walk.run(); });
}

}  // namespace preamar::blocks
