#include "blocks/job/records.h"

#include "core/error_text.h"
#include "core/notation.h"

#include <span>

namespace preamar::blocks {
namespace {

constexpr std::uint32_t steps_version = 1;

std::string journal_name(int pass, std::int64_t block) { return text("block-", pass, "/", block); }

// The records of one block: a list per pass.
class BlockJournal : public JournalStorage {
 public:
  BlockJournal(JobRecords& records, int pass, std::int64_t block) : records_(records), pass_(pass), block_(block) {}

  void each(const std::function<void(const JournalRecord&)>& visit) override {
    for (int pass = 0; pass <= pass_; ++pass)
      if (const auto bytes = records_.get(journal_name(pass, block_))) {
        const std::vector<JournalRecord> found = ByteReader(*bytes).get_list<JournalRecord>();
        for (const JournalRecord& record : found) visit(record);
        if (pass == pass_) list_ = found;
      }
  }
  void append(const JournalRecord& record) override {
    list_.push_back(record);
    is_changed_ = true;
  }
  void flush() override {
    if (!is_changed_) return;
    ByteWriter writer;
    writer.put_list(std::span<const JournalRecord>(list_));
    records_.put(journal_name(pass_, block_), writer.take());
    is_changed_ = false;
  }
  [[nodiscard]] bool is_empty() const override { return list_.empty(); }

 private:
  JobRecords& records_;
  const int pass_;
  const std::int64_t block_;
  std::vector<JournalRecord> list_;  // of this pass
  bool is_changed_ = false;
};

}  // namespace

void JobRecords::put(const std::string& name, const Bytes& bytes) {
  put_record(folder_, run_, name, bytes, guard_);
  bytes_ += std::ssize(bytes);
}

std::optional<Bytes> JobRecords::get(const std::string& name) {
  auto found = get_record(folder_, run_, name);
  if (found) bytes_ += std::ssize(*found);
  return found;
}

Bytes JobRecords::require(const std::string& name) {
  auto found = get(name);
  if (!found)
    throw Error(ErrorKind::io, text((folder_ / name).string(), ": is missing or damaged: a task of an earlier stage ",
                                    "is not done, or its result was lost; plan the job again with ",
                                    setting("resume", "true"), " and do its tasks in the order of the stages"));
  return std::move(*found);
}

void JobRecords::put(const std::string& name, const PerStep& results) {
  ByteWriter writer;
  writer.put(steps_version);
  writer.put<std::uint64_t>(results.size());
  for (const Bytes& bytes : results) writer.put_list(std::span<const std::byte>(bytes));
  put(name, writer.take());
}

PerStep JobRecords::require_steps(const std::string& name) {
  const Bytes bytes = require(name);
  ByteReader reader(bytes);
  if (const auto version = reader.get<std::uint32_t>(); version != steps_version)
    throw Error(ErrorKind::io, text(name, ": has version ", version, "; this program knows ", steps_version));
  PerStep results(reader.get<std::uint64_t>());
  for (Bytes& result : results) result = reader.get_bytes();
  return results;
}

std::unique_ptr<JournalStorage> JobRecords::journal_of(int pass, std::int64_t block) {
  return std::make_unique<BlockJournal>(*this, pass, block);
}

std::string summary_name(int pass, std::int64_t node) { return text("summary-", pass, "/", node); }
std::string merges_name(int pass, std::int64_t node) { return text("merge-", pass, "/", node); }
std::string border_name(int pass, std::int64_t node) { return text("border-", pass, "/", node); }
std::string root_name(int pass) { return text("root-", pass); }
std::string seam_name(int step, int round, std::int64_t node) { return text("seam-", step, "-", round, "/", node); }
std::string wakes_name(int step, int round, std::int64_t node) { return text("wakes-", step, "-", round, "/", node); }
std::string exchange_name(int step, int round) { return text("exchange-", step, "-", round); }

}  // namespace preamar::blocks
