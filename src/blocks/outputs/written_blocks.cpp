#include "blocks/outputs/written_blocks.h"

#include "core/stop_scope.h"

#include <utility>

namespace preamar::blocks {
namespace {

// The maximum that a killed run loses, besides the blocks in progress.
constexpr std::chrono::seconds between_flushes{3};

}  // namespace

WrittenBlocks::WrittenBlocks(const std::vector<io::Sink*>& sinks, Digests& digests)
    : sinks_(sinks), digests_(digests) {}

bool WrittenBlocks::recover(std::span<const std::size_t> outputs, std::int64_t block, const Box& box) {
  for (const std::size_t i : outputs) {
    if (!sinks_[i]) continue;
    const auto digest = digests_.output(i, block);
    if (!digest || !sinks_[i]->recover(box.origin.data(), box.shape, *digest)) return false;
  }
  return true;
}

void WrittenBlocks::add(Digests::Written block) {
  std::vector<Digests::Written> blocks;
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(block));
    if (is_flushing_ || std::chrono::steady_clock::now() - flushed_ < between_flushes) return;
    is_flushing_ = true;
    blocks.swap(waiting_);
  }
  flush(blocks);
  const std::lock_guard lock(mutex_);
  is_flushing_ = false;
  flushed_ = std::chrono::steady_clock::now();
}

void WrittenBlocks::flush(const std::vector<Digests::Written>& blocks) {
  for (io::Sink* const sink : sinks_)
    if (sink) sink->flush();
  digests_.record(blocks);
}

void WrittenBlocks::settle() noexcept try {
  const CleanUpScope scope;
  const std::lock_guard lock(mutex_);
  digests_.flush();
  if (!waiting_.empty()) flush(std::exchange(waiting_, {}));
} catch (...) {
  // The run that resumes this one computes the blocks again.
}

}  // namespace preamar::blocks
