#include "blocks/run/block_queue.h"

#include <algorithm>

namespace preamar::blocks {

BlockQueue::BlockQueue(const Tree& tree, SeamStore& seams, bool starts_around, Calls calls)
    : tree_(tree),
      image_(tree.node(Tree::root()).box.shape),
      seams_(seams),
      starts_around_(starts_around),
      calls_(std::move(calls)),
      entries_(static_cast<std::size_t>(tree.size())) {
  for (std::int64_t i = 0; i < tree.size(); ++i) {
    if (!tree.node(i).is_block()) continue;
    entry(i).state = calls_.may_reuse(i) ? State::stored : State::unvisited;
    enqueue(i, no_value);
  }
}

void BlockQueue::run(WorkerPool& workers) { serve_on(workers, workers.size()); }

void BlockQueue::serve_on(WorkerPool& workers, int count) {
  if (count == 1) return serve();
  workers.invoke_both([&] { serve_on(workers, count / 2); }, [&] { serve_on(workers, count - count / 2); });
}

void BlockQueue::serve() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return has_failed_ || running_ == 0 || !queue_.empty(); });
    if (has_failed_ || queue_.empty()) return;
    const std::int64_t block = std::get<std::int64_t>(*queue_.begin());
    queue_.erase(queue_.begin());
    const State before = entry(block).state;
    entry(block).state = State::running;
    entry(block).is_queued = false;
    ++running_;
    lock.unlock();
    try {
      process(block, before);
    } catch (...) {
      lock.lock();
      has_failed_ = true;
      changed_.notify_all();
      throw;
    }
    lock.lock();
    --running_;
    changed_.notify_all();
  }
}

void BlockQueue::process(std::int64_t block, State before) {
  Visit visit{block, tree_.node(block).box};
  visit.neighbours = neighbours_of(tree_, visit.box);
  if (before == State::stored) {
    std::optional<SeamValues> stored = seams_.restore(block);
    {
      const std::lock_guard lock(mutex_);
      if (!stored) {
        entry(block).state = State::unvisited;
        return enqueue(block, no_value);
      }
      entry(block).pending = no_value;
    }
    visit.values = std::move(*stored);
    calls_.on_reuse();
  } else {
    std::uint32_t news = 0;
    {
      const std::lock_guard lock(mutex_);
      if (before == State::idle || starts_around_) std::swap(news, entry(block).news);
      entry(block).pending = no_value;
    }
    if (before == State::idle) visit.values = seams_.require(block);
    const std::vector<std::uint64_t> around = values_around(visit, news);
    visit.old_border = std::move(visit.values.border);
    visit.values = calls_.visit(block, around);
  }
  for (const BlockNeighbour& neighbour : visit.neighbours) notify(visit, neighbour);
  settle(visit);
}

std::vector<std::uint64_t> BlockQueue::values_around(Visit& visit, std::uint32_t news) {
  std::vector<std::uint64_t> around = std::move(visit.values.around);
  if (news == 0) return around;
  const BoxRing ring(visit.box, image_);
  around.resize(static_cast<std::size_t>(ring.count()), no_value);
  for (const BlockNeighbour& neighbour : visit.neighbours) {
    if (!(news & neighbour.bit)) continue;
    const std::vector<std::uint64_t> border = seams_.require(neighbour.block).border;
    lower_around(image_, tree_.node(neighbour.block).box, border, visit.box, around);
  }
  return around;
}

void BlockQueue::notify(const Visit& visit, const BlockNeighbour& neighbour) {
  const Box box = tree_.node(neighbour.block).box;
  std::uint64_t smallest = no_value;
  for_each_shared(BoxBorder(visit.box, image_), BoxRing(box, image_), [&](std::size_t from, std::size_t) {
    const std::uint64_t value = visit.values.border[from];
    if (value < (visit.old_border.empty() ? no_value : visit.old_border[from])) smallest = std::min(smallest, value);
  });
  if (smallest == no_value) return;
  {
    const std::lock_guard lock(mutex_);
    Entry& other = entry(neighbour.block);
    if (other.state != State::idle) {
      other.news |= neighbour.bit_back;
      if (other.state != State::running && starts_around_) enqueue(neighbour.block, smallest);
      return;
    }
  }
  const std::uint64_t value =
      smallest_below(image_, visit.box, visit.values.border, box, seams_.require(neighbour.block).around);
  if (value == no_value) return;
  const std::lock_guard lock(mutex_);
  entry(neighbour.block).news |= neighbour.bit_back;
  if (entry(neighbour.block).state == State::idle) enqueue(neighbour.block, value);
}

void BlockQueue::settle(const Visit& visit) {
  std::uint32_t seen = 0;
  std::uint64_t pending = no_value;
  for (;;) {
    std::uint32_t news = 0;
    {
      const std::lock_guard lock(mutex_);
      Entry& own = entry(visit.block);
      std::swap(news, own.news);
      if (news == 0) {
        own.news = seen;
        own.state = State::idle;
        if (seen != 0) enqueue(visit.block, pending);
        return;
      }
    }
    for (const BlockNeighbour& neighbour : visit.neighbours) {
      if (!(news & neighbour.bit)) continue;
      const std::uint64_t value =
          smallest_below(image_, tree_.node(neighbour.block).box, seams_.require(neighbour.block).border, visit.box,
                         visit.values.around);
      if (value == no_value) continue;
      seen |= neighbour.bit;
      pending = std::min(pending, value);
    }
  }
}

// First the blocks whose values may be stored, then those without a visit: each is read once anyway. Of these, blocks
// next to values come before others, because they may be done after one visit.
BlockQueue::Key BlockQueue::key_of(std::int64_t block) {
  const auto& [pending, news, state, is_queued] = entry(block);
  const int rank = state == State::stored ? 0 : state == State::idle ? 3 : pending < no_value ? 1 : 2;
  return {rank, pending, block};
}

void BlockQueue::enqueue(std::int64_t block, std::uint64_t value) {
  Entry& own = entry(block);
  if (own.is_queued)
    queue_.erase(key_of(block));
  else if (own.state == State::idle)
    calls_.on_wake();
  own.pending = std::min(own.pending, value);
  own.is_queued = true;
  queue_.insert(key_of(block));
  changed_.notify_one();
}

}  // namespace preamar::blocks
