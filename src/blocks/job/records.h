// The intermediate results of a job: a record per task or node of the tree of blocks, each a file or an object. A
// record that is there is intact and of this job: damaged ones count as missing.
#pragma once

#include "blocks/journal.h"
#include "blocks/run_record.h"
#include "core/bytes.h"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace preamar::blocks {

// A result per step of a program; empty for steps that have none.
using PerStep = std::vector<Bytes>;

// Thread-safe for different records.
class JobRecords {
 public:
  // `guard` is as io::Store::put has it.
  JobRecords(std::filesystem::path folder, std::uint64_t run, std::function<void()> guard)
      : folder_(std::move(folder)), run_(run), guard_(std::move(guard)) {}

  void put(const std::string& name, const Bytes& bytes);
  [[nodiscard]] std::optional<Bytes> get(const std::string& name);
  // Throws Error (io) if there is none.
  [[nodiscard]] Bytes require(const std::string& name);

  void put(const std::string& name, const PerStep& results);
  [[nodiscard]] PerStep require_steps(const std::string& name);

  // The digests of a block, as the passes up to this one recorded them.
  [[nodiscard]] std::unique_ptr<JournalStorage> journal_of(int pass, std::int64_t block);

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  // Bytes read and written so far.
  [[nodiscard]] std::int64_t bytes() const { return bytes_; }

 private:
  const std::filesystem::path folder_;
  const std::uint64_t run_;
  const std::function<void()> guard_;
  std::atomic<std::int64_t> bytes_ = 0;
};

// The names of records.
[[nodiscard]] std::string summary_name(int pass, std::int64_t node);
[[nodiscard]] std::string merges_name(int pass, std::int64_t node);
[[nodiscard]] std::string border_name(int pass, std::int64_t node);
[[nodiscard]] std::string root_name(int pass);
[[nodiscard]] std::string seam_name(int step, int round, std::int64_t node);
[[nodiscard]] std::string wakes_name(int step, int round, std::int64_t node);
[[nodiscard]] std::string exchange_name(int step, int round);
// Written before the first output that is not written in blocks.
inline constexpr const char* committing_name = "committing";

}  // namespace preamar::blocks
