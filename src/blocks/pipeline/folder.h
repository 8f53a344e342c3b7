// The folder of a pipeline that runs, OUTPUT.pipeline: its temporary images, which stages are done, and what they
// found. It is in the store of the output.
#pragma once

#include "blocks/pipeline/stage_record.h"
#include "io/holding_folder.h"
#include "io/output_transaction.h"
#include "io/store/lease.h"
#include "platform/lock.h"
#include "platform/temporary_folder.h"
#include "platform/work_folder.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace preamar::blocks {

class PipelineFolder {
 public:
  // Resumes a run of the same identity if `settings` ask for it and one exists; otherwise starts anew. An empty
  // `output` means that there is none. Throws Error (io), with nothing changed, if another run has the folder or if it
  // is not a pipeline's.
  PipelineFolder(const std::filesystem::path& output, const std::string& identity, const BlockSettings& settings);
  // The folder of a job, with its part in it: the plan begins it, and calls keep() at its end, or resumes it; a task
  // finds it. It is kept until the last task calls end().
  PipelineFolder(const std::filesystem::path& output, const std::string& identity, const BlockSettings& settings,
                 std::uint64_t run, const io::JobPart& job);
  PipelineFolder(const PipelineFolder&) = delete;
  PipelineFolder& operator=(const PipelineFolder&) = delete;
  // Removes the folder unless keep() was called.
  ~PipelineFolder();

  // The folder of a pipeline with this first output, and the records in it.
  [[nodiscard]] static std::filesystem::path path_for(const std::filesystem::path& output) {
    return std::filesystem::path(output) += ".pipeline";
  }
  [[nodiscard]] static std::filesystem::path record_in(const std::filesystem::path& folder) {
    return folder / "record";
  }

  [[nodiscard]] bool is_resumed() const { return is_resumed_; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  // The state of a stage that writes no image.
  [[nodiscard]] std::filesystem::path state_of(std::size_t stage) const;

  // What a stage found, if it is done.
  [[nodiscard]] std::optional<StageRecord> done(std::size_t stage) const { return get_stage(record(), run_, stage); }
  StageRecord set_done(std::size_t stage, const FoundNumbers& found, std::span<const StepResults> tables) const {
    return put_stage(record(), run_, stage, found, tables);
  }
  // The table of that index of a stage that is done.
  [[nodiscard]] Table table(std::size_t stage, std::size_t index, const StoredTable& table) const {
    return get_table(record(), run_, stage, index, table);
  }
  // The run failed: a later one can continue.
  void keep() { is_kept_ = true; }
  // The job is done: the destructor removes the folder.
  void end() { is_kept_ = false; }
  // Called before a part is written: throws Error (io) if another run has the folder. May be empty.
  [[nodiscard]] std::function<void()> write_guard() {
    return lease_ ? std::function<void()>([this] { lease_->require(); }) : nullptr;
  }

 private:
  void require_own() const;
  // Whether the folder is this run's, or what is left of it.
  [[nodiscard]] bool is_own() const;
  // Takes up the folder if it is there.
  void hold();
  void begin(const std::string& identity);
  void remove();
  // The files and folders in it; in a store, the beginnings of names.
  [[nodiscard]] std::set<std::filesystem::path> parts() const;
  [[nodiscard]] std::filesystem::path record() const { return record_in(path_); }

  io::HoldingFolder holding_;
  std::optional<TemporaryFolder> temporary_;
  std::filesystem::path path_;
  std::optional<WorkFolder> held_;  // on a disk
  std::optional<FileLock> lock_;
  std::optional<io::Lease> lease_;  // in a store, and of a job
  std::uint64_t run_ = 0;
  bool is_resumed_ = false, is_kept_ = false;
};

}  // namespace preamar::blocks
