// One output of one run. It owns every name that the run makes beside the output:
//   OUT.lock        locked while the run goes on
//   OUT.work/       marked as Preamar's, closed to other users
//     partial       the output, file or folder, until it is whole (in a store, chunks have their final names)
//     levels/       the levels of a pyramid, until they are one file
//     state/        what a run in blocks can be resumed from
//     images/       images that one stage of a pipeline writes and a later one reads
//     replaced      the old output, for a moment, where two names cannot be exchanged
//     record/       which run this is, and what it has committed
// The output itself appears, or is replaced, in commit(): by one rename, or by the metadata of its root.
#pragma once

#include "io/store/lease.h"

#include <preamar/io.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace preamar::io {

// What a format says of images that are folders.
struct FolderRules {
  // Throws Error (io) unless the folder is wholly of the format, so that it may be replaced.
  void (*require_wholly)(const std::filesystem::path& folder);
  // Whether the folder that is to hold this one is made where it is missing.
  bool (*makes_parent)(const std::filesystem::path& folder);
  // Called once the folder has its name; `lock` as in WriteOptions.
  void (*committed)(const std::filesystem::path& folder, bool lock);
};

// A small file of a folder, without which it is not an image.
struct FolderMetadata {
  std::filesystem::path name;
  std::string words;
};

// Where an output of this name lies, so that two names of one output are one: links are followed.
[[nodiscard]] std::filesystem::path file_target(const std::filesystem::path& file);
// The same in an object store: without slashes at the end.
[[nodiscard]] std::filesystem::path store_target(const std::filesystem::path& name);

// Parts of OUT.work, also for a process that does not open the output. `suffix`: see suffix_of().
[[nodiscard]] inline std::filesystem::path work_of(const std::filesystem::path& target) {
  return std::filesystem::path(target) += ".work";
}
[[nodiscard]] inline std::filesystem::path record_of(const std::filesystem::path& target) {
  return work_of(target) / "record";
}
[[nodiscard]] inline std::filesystem::path images_of(const std::filesystem::path& target, const std::string& suffix) {
  return work_of(target) / ("images" + suffix);
}

}  // namespace preamar::io

namespace preamar {

class OutputTransaction {
 public:
  enum class Leftovers { remove, keep };

  OutputTransaction(const OutputTransaction&) = delete;
  OutputTransaction& operator=(const OutputTransaction&) = delete;
  virtual ~OutputTransaction() = default;

  // The output as the caller named it, for messages.
  [[nodiscard]] const std::filesystem::path& file() const noexcept { return given_; }
  // Where it lies once it is whole.
  [[nodiscard]] const std::filesystem::path& target() const noexcept { return target_; }
  // Where it is written.
  [[nodiscard]] virtual std::filesystem::path partial() const = 0;
  [[nodiscard]] std::filesystem::path levels() const { return work_ / "levels"; }
  [[nodiscard]] std::filesystem::path state() const { return work_ / ("state" + suffix_); }
  [[nodiscard]] std::filesystem::path images() const { return io::images_of(target_, suffix_); }
  // Removed first, so that no run takes up half of what was left. After a commit it is removed last: a run that is
  // ended while it clears up is still known to have committed.
  [[nodiscard]] std::filesystem::path record() const { return io::record_of(target_); }

  // Throws Error (io) where something has the output's name and may not be replaced.
  virtual void require_replaceable() const = 0;
  // Makes OUT.work; what an earlier run left in it is removed or kept. To be called once, before anything is written.
  virtual void open(Leftovers leftovers) = 0;
  // Removes what an earlier process of the run has written of the output.
  virtual void discard() = 0;
  // For an output that is a folder: its metadata, the root's last. What an earlier run left is kept if it is the
  // beginning of the same image.
  virtual void begin_folder(std::span<const io::FolderMetadata> metadata) = 0;
  // Called before each part is written: throws Error (io) if the output is this run's no more. May be empty.
  [[nodiscard]] virtual std::function<void()> write_guard() { return {}; }
  // What is written stays for a later run where this one does not commit.
  void keep() noexcept { is_kept_ = true; }
  // While it is held, nothing is removed and the lock of a job stays, also after commit().
  void hold(bool is_held) noexcept { is_held_ = is_held; }
  // The output is whole and flushed: gives it its name, durably.
  virtual void commit() = 0;
  // The output has its name already: it was committed by an earlier run.
  virtual void confirm() = 0;
  // Removes OUT.work, unless keep() was called and commit() was not, and frees the lock.
  virtual void end() noexcept = 0;

  // The mark of what partial() becomes, and of what has the output's name now; equal where that was committed by the
  // run that took the first mark.
  [[nodiscard]] virtual std::uint64_t partial_mark() const = 0;
  [[nodiscard]] virtual std::uint64_t target_mark() const = 0;

 protected:
  OutputTransaction(const std::filesystem::path& given, const std::filesystem::path& target,
                    const WriteOptions& options, const io::FolderRules* folder, std::string suffix)
      : given_(given),
        target_(target),
        work_(io::work_of(target)),
        overwrite_(options.overwrite),
        has_lock_(options.lock),
        suffix_(std::move(suffix)),
        folder_(folder) {}

  // In OUT.work: only a folder with this file is Preamar's. It holds the suffix of the job that began the output.
  static constexpr std::string_view marker = "made-by-preamar";

  const std::filesystem::path given_;
  const std::filesystem::path target_;
  const std::filesystem::path work_;
  const bool overwrite_, has_lock_;
  const std::string suffix_;             // of a job: a late task cannot meet the files of another one
  const io::FolderRules* const folder_;  // null for formats that are one file
  bool is_kept_ = false, is_held_ = false;
};

namespace io {

// The part of a process in a job that several processes write an output for. The plan begins it. Its tasks share the
// lock of the output, which stays until the output is committed, and never remove what others have written.
struct JobPart {
  std::string job;
  Lease::Part part;
};
// Of the names of files that only this job writes.
[[nodiscard]] inline std::string suffix_of(const JobPart* job) { return job ? "-" + job->job : std::string(); }

// Follows links to the place where the output lies, locks it unless the options say otherwise, and throws Error (io)
// where OUT.work is not Preamar's. `folder` is null for formats that are one file. Makes nothing but the lock.
[[nodiscard]] std::shared_ptr<OutputTransaction> file_transaction(const std::filesystem::path& file,
                                                                  const WriteOptions& options,
                                                                  const FolderRules* folder,
                                                                  const JobPart* job = nullptr);
// The same for a folder in an object store.
[[nodiscard]] std::shared_ptr<OutputTransaction> store_transaction(const std::filesystem::path& name,
                                                                   const WriteOptions& options,
                                                                   const FolderRules* folder,
                                                                   const JobPart* job = nullptr);

}  // namespace io
}  // namespace preamar
