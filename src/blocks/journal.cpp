#include "blocks/journal.h"

#include "core/assert.h"
#include "core/digest.h"
#include "platform/file.h"

#include <algorithm>
#include <mutex>
#include <vector>

namespace preamar::blocks {
namespace {

std::uint64_t journal_sum(const JournalRecord& record, std::uint64_t run) {
  return digest(std::as_bytes(std::span(record).first(3)), run);
}

class JournalFile : public JournalStorage {
 public:
  explicit JournalFile(const std::filesystem::path& file) : file_(file, file, OutFile::Start::kept) {}

  void each(const std::function<void(const JournalRecord&)>& visit) override {
    std::vector<JournalRecord> some(1 << 12);
    constexpr auto bytes = std::int64_t{sizeof(JournalRecord)};
    std::int64_t at = 0;
    for (std::int64_t got = 1; got > 0; at += got) {
      got = file_.read_some(at, some.data(), std::ssize(some) * bytes) / bytes * bytes;
      std::for_each_n(some.begin(), got / bytes, visit);
    }
    file_.resize(at);  // half a record at the end would shift the following records
  }
  void append(const JournalRecord& record) override {
    const std::lock_guard lock(mutex_);
    file_.write(file_.size(), record.data(), sizeof(record));
  }
  [[nodiscard]] bool is_empty() const override { return file_.size() == 0; }

 private:
  OutFile file_;
  std::mutex mutex_;
};

}  // namespace

std::unique_ptr<JournalStorage> journal_file(const std::filesystem::path& file) {
  return std::make_unique<JournalFile>(file);
}

Journal::Journal(std::int64_t nodes, std::size_t inputs)
    : inputs_(inputs, std::vector<std::uint64_t>(index(nodes), unknown)) {}

Journal::Journal(std::unique_ptr<JournalStorage> storage, std::uint64_t run, std::int64_t nodes, std::size_t inputs,
                 std::size_t outputs)
    : storage_(std::move(storage)),
      run_(run),
      inputs_(inputs, std::vector<std::uint64_t>(index(nodes), unknown)),
      outputs_(outputs, std::vector<std::uint64_t>(index(nodes), unknown)) {
  read();
}

std::vector<std::uint64_t>& Journal::digests(std::uint64_t kind) {
  return kind < inputs_.size() ? inputs_[kind] : outputs_[kind - inputs_.size()];
}

void Journal::read() {
  storage_->each([&](const JournalRecord& record) {
    const auto& [kind, block, digest, sum] = record;
    if (sum == journal_sum(record, run_) && kind < inputs_.size() + outputs_.size() && block < digests(kind).size())
      digests(kind)[block] = digest;
  });
}

void Journal::append(std::uint64_t kind, std::int64_t block, std::uint64_t digest) {
  if (!storage_) return;
  JournalRecord record = {kind, static_cast<std::uint64_t>(block), digest, 0};
  record.back() = journal_sum(record, run_);
  storage_->append(record);
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
  if (!storage_ || outputs_[which][index(block)] == unknown) return std::nullopt;
  return outputs_[which][index(block)];
}

void Journal::record(std::span<const Written> blocks) {
  for (const Written& block : blocks)
    for (const auto& [output, digest] : block.digests) append(inputs_.size() + output, block.block, digest);
  if (storage_) storage_->flush();
}

}  // namespace preamar::blocks
