// One output of one run. It owns every name that the run makes beside the output:
//   OUT.lock          locked while the run goes on
//   OUT.work/         marked as Preamar's
//     partial         the output, file or folder, until it is whole
//     levels/         the levels of a pyramid, until they are one file
//     state/          what a run in blocks can be resumed from
//     replaced        the old output, for a moment, where two names cannot be exchanged
//     record/         which run this is, and what it has committed
// The output itself appears, or is replaced, by one rename in commit().
#pragma once

#include "platform/lock.h"

#include <preamar/io.h>

#include <filesystem>
#include <optional>

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

}  // namespace preamar::io

namespace preamar {

class OutputTransaction {
 public:
  enum class Leftovers { remove, keep };

  // Follows links to the place where the output lies, locks it unless the options say otherwise, and throws Error (io)
  // where OUT.work is not Preamar's. `folder` is null for formats that are one file. Makes nothing but the lock.
  OutputTransaction(const std::filesystem::path& file, const WriteOptions& options, const io::FolderRules* folder);
  OutputTransaction(const OutputTransaction&) = delete;
  OutputTransaction& operator=(const OutputTransaction&) = delete;
  ~OutputTransaction() { end(); }

  // The output as the caller named it, for messages.
  [[nodiscard]] const std::filesystem::path& file() const noexcept { return given_; }
  // Where it lies once it is whole.
  [[nodiscard]] const std::filesystem::path& target() const noexcept { return target_; }
  [[nodiscard]] std::filesystem::path partial() const { return work_ / "partial"; }
  [[nodiscard]] std::filesystem::path levels() const { return work_ / "levels"; }
  [[nodiscard]] std::filesystem::path state() const { return work_ / "state"; }
  // Removed last: a run that is ended while it clears up is still known to have committed.
  [[nodiscard]] std::filesystem::path record() const { return work_ / "record"; }

  // Throws Error (io) where something has the output's name and may not be replaced.
  void require_replaceable() const;
  // Makes OUT.work; what an earlier run left in it is removed or kept. To be called once, before anything is written.
  void open(Leftovers leftovers);
  // What is written stays for a later run where this one does not commit.
  void keep() noexcept { is_kept_ = true; }
  // partial() is whole and flushed: gives it the output's name, durably.
  void commit();
  // The output has its name already: partial() was committed by an earlier run.
  void confirm();
  // Removes OUT.work, unless keep() was called and commit() was not, and frees the lock.
  void end() noexcept;

 private:
  void restore_replaced() const;
  void require_own_work() const;
  void replace_folder();
  void remove_work() const noexcept;

  const std::filesystem::path given_;
  const std::filesystem::path target_;
  const std::filesystem::path work_;
  const bool overwrite_, has_lock_;
  const io::FolderRules* const folder_;
  bool has_made_folder_ = false;  // the one that holds the output
  std::optional<FileLock> lock_;
  bool is_open_ = false, is_kept_ = false, is_committed_ = false;
};

}  // namespace preamar
