#include "blocks/journal.h"

#include "core/assert.h"
#include "core/digest.h"

#include <algorithm>
#include <array>

namespace preamar::blocks {
namespace {

// The image (inputs first, then outputs), block, digest, and a digest of these three.
using Record = std::array<std::uint64_t, 4>;

std::uint64_t sum_of(const Record& record, std::uint64_t run) {
  return digest(std::as_bytes(std::span(record).first(3)), run);
}

}  // namespace

Journal::Journal(std::int64_t nodes, std::size_t inputs)
    : inputs_(inputs, std::vector<std::uint64_t>(index(nodes), unknown)) {}

Journal::Journal(const std::filesystem::path& file, std::uint64_t run, std::int64_t nodes, std::size_t inputs,
                 std::size_t outputs)
    : file_(std::make_unique<OutFile>(file, file, OutFile::Start::kept)),
      run_(run),
      inputs_(inputs, std::vector<std::uint64_t>(index(nodes), unknown)),
      outputs_(outputs, std::vector<std::uint64_t>(index(nodes), unknown)) {
  read();
}

std::vector<std::uint64_t>& Journal::digests(std::uint64_t kind) {
  return kind < inputs_.size() ? inputs_[kind] : outputs_[kind - inputs_.size()];
}

void Journal::read() {
  std::vector<Record> some(1 << 12);
  constexpr auto bytes = std::int64_t{sizeof(Record)};
  std::int64_t at = 0;
  for (std::int64_t got = 1; got > 0; at += got) {
    got = file_->read_some(at, some.data(), std::ssize(some) * bytes) / bytes * bytes;
    for (std::int64_t i = 0; i < got / bytes; ++i) {
      const auto& [kind, block, digest, sum] = some[index(i)];
      if (sum == sum_of(some[index(i)], run_) && kind < inputs_.size() + outputs_.size() &&
          block < digests(kind).size())
        digests(kind)[block] = digest;
    }
  }
  file_->resize(at);  // half a record at the end would shift the following records
}

void Journal::append(std::uint64_t kind, std::int64_t block, std::uint64_t digest) {
  if (!file_) return;
  Record record = {kind, static_cast<std::uint64_t>(block), digest, 0};
  record.back() = sum_of(record, run_);
  const std::lock_guard lock(appending_);
  file_->write(file_->size(), record.data(), sizeof(record));
}

bool Journal::is_same_input(std::size_t which, std::int64_t block, std::uint64_t digest) {
  if (knows_nothing()) return true;
  PREAMAR_ASSERT(block >= 0 && block < std::ssize(inputs_[which]), "blocks are numbered below the count of nodes");
  digest = std::max<std::uint64_t>(digest, 1);
  std::uint64_t& known = inputs_[which][index(block)];
  if (known == unknown) {
    known = digest;
    append(which, block, digest);
  }
  return known == digest;
}

std::optional<std::uint64_t> Journal::output(std::size_t which, std::int64_t block) const {
  if (!file_ || outputs_[which][index(block)] == unknown) return std::nullopt;
  return outputs_[which][index(block)];
}

void Journal::record(std::span<const Written> blocks) {
  for (const Written& block : blocks)
    for (const auto& [output, digest] : block.digests) append(inputs_.size() + output, block.block, digest);
}

}  // namespace preamar::blocks
