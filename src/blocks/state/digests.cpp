#include "blocks/state/digests.h"

#include "core/assert.h"

#include <algorithm>
#include <random>

namespace preamar::blocks {
namespace {

constexpr std::chrono::seconds between_digests{3};
constexpr std::size_t most_unflushed = 4096;

}  // namespace

Digests::Digests(std::int64_t nodes, std::size_t inputs) { allocate(nodes, {.inputs = inputs}); }

Digests::Digests(State& state, std::int64_t nodes, const Images& images) : state_(&state) {
  allocate(nodes, images);
  state.each_node(next_, [this](const Bytes& bytes) { learn(bytes); });
  // Two processes of a run never put records under one key.
  next_.node = static_cast<std::int64_t>(std::random_device{}() % (1U << 16)) << 24;
}

Digests::Digests(State& state, std::int64_t block, int pass, const Images& images)
    : state_(&state), first_(block), is_of_one_block_(true) {
  allocate(1, images);
  next_.node = block;
  for (next_.round = 0; next_.round <= pass; ++next_.round)
    if (const auto bytes = state.get(next_)) {
      learn(*bytes);
      if (next_.round == pass) own_ = ByteReader(*bytes).get_list<Entry>();
    }
  next_.round = pass;
}

void Digests::allocate(std::int64_t nodes, const Images& images) {
  const std::vector<std::uint64_t> none(static_cast<std::size_t>(nodes), unknown);
  inputs_.assign(images.inputs, none);
  outputs_.assign(images.outputs, none);
}

void Digests::learn(const Bytes& bytes) {
  for (const auto& [image, block, digest] : ByteReader(bytes).get_list<Entry>()) {
    if (image >= inputs_.size() + outputs_.size()) continue;
    auto& known = image < inputs_.size() ? inputs_[image] : outputs_[image - inputs_.size()];
    if (const std::uint64_t at = block - static_cast<std::uint64_t>(first_); at < known.size()) known[at] = digest;
  }
}

void Digests::note(std::size_t image, std::int64_t block, std::uint64_t digest) {
  if (!state_) return;
  {
    const std::lock_guard lock(mutex_);
    own_.push_back({image, static_cast<std::uint64_t>(block), digest});
    has_new_ = true;
    if (!is_flush_due()) return;
  }
  flush();
}

// The task of a block records all of its digests at its end.
bool Digests::is_flush_due() const {
  return !is_of_one_block_ &&
         (own_.size() >= most_unflushed || std::chrono::steady_clock::now() - flushed_ > between_digests);
}

bool Digests::is_same_input(std::size_t which, std::int64_t block, std::uint64_t digest) {
  if (knows_nothing()) return true;
  PREAMAR_ASSERT(index(block) < inputs_[which].size(), "blocks are numbered below the count of nodes");
  digest = std::max<std::uint64_t>(digest, 1);
  std::uint64_t& known = inputs_[which][index(block)];
  if (known == unknown) {
    known = digest;
    note(which, block, digest);
  }
  return known == digest;
}

std::optional<std::uint64_t> Digests::output(std::size_t which, std::int64_t block) const {
  if (outputs_.empty() || outputs_[which][index(block)] == unknown) return std::nullopt;
  return outputs_[which][index(block)];
}

void Digests::record(std::span<const Written> blocks) {
  for (const Written& block : blocks)
    for (const auto& [output, digest] : block.digests) note(inputs_.size() + output, block.block, digest);
  flush();
}

void Digests::flush() {
  ByteWriter writer;
  StateKey key = next_;
  {
    const std::lock_guard lock(mutex_);
    if (!has_new_) return;
    writer.put_list(std::span<const Entry>(own_));
    has_new_ = false;
    flushed_ = std::chrono::steady_clock::now();
    if (!is_of_one_block_) {
      own_.clear();
      ++next_.node;
      key = {next_.kind, next_.step, next_.round, next_.node - 1};
    }
  }
  state_->put(key, writer.take());
}

}  // namespace preamar::blocks
