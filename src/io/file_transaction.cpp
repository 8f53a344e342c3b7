// An output that is a file or a folder on a disk.
#include "io/output_transaction.h"

#include "core/bytes.h"
#include "core/digest.h"
#include "core/error_text.h"
#include "io/holding_folder.h"
#include "platform/file.h"
#include "platform/lock.h"
#include "platform/work_folder.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace preamar::io {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_on_path(const fs::path& file, const fs::filesystem_error& error) {
  throw Error(ErrorKind::io, text(file.string(), ": ", error.code().message(), ": ", error.path1().string()));
}

bool is_there(const fs::path& path) { return fs::exists(fs::symlink_status(held(path))); }

bool holds(const FolderMetadata& file) {
  std::error_code none;
  if (!fs::is_regular_file(held(file.name), none)) return false;
  const InFile in(file.name);
  if (in.size() != std::ssize(file.words)) return false;
  std::string found(file.words.size(), '\0');
  in.read(0, found.data(), in.size());
  return found == file.words;
}

// Whether a part of OUT.work is of a job.
bool is_of_job(const fs::path& part) {
  const std::string name = part.filename().string();
  return name.starts_with("partial-") || name.starts_with("state-") || name.starts_with("images-");
}

// A rename changes none of these values.
std::uint64_t mark_of(const fs::path& file) {
  const auto stamp = stamp_of(file);
  if (!stamp) return 0;
  const std::array parts = {static_cast<std::int64_t>(stamp->inode), stamp->bytes, stamp->modified};
  return digest(std::as_bytes(std::span(parts)));
}

class FileTransaction : public OutputTransaction {
 public:
  FileTransaction(const fs::path& file, const WriteOptions& options, const FolderRules* folder, const JobPart* job);
  FileTransaction(const FileTransaction&) = delete;
  FileTransaction& operator=(const FileTransaction&) = delete;
  ~FileTransaction() override { clear_up(); }

  [[nodiscard]] fs::path partial() const override { return work_ / ("partial" + suffix_); }
  void require_replaceable() const override;
  void open(Leftovers leftovers) override;
  void discard() override;
  void begin_folder(std::span<const FolderMetadata> metadata) override;
  void commit() override;
  void confirm() override;
  void end() noexcept override { clear_up(); }
  [[nodiscard]] std::function<void()> write_guard() override {
    if (!lease_) return {};
    return [this] { lease_->require(); };
  }
  [[nodiscard]] std::uint64_t partial_mark() const override { return mark_of(partial()); }
  [[nodiscard]] std::uint64_t target_mark() const override { return mark_of(target_); }

 private:
  void clear_up() noexcept;
  void restore_replaced() const;
  void require_own_work() const;
  void require_job_work() const;
  [[nodiscard]] bool has_only_parts(const std::string& suffix) const;
  void replace_folder();
  void remove_work() const noexcept;

  std::optional<HoldingFolder> holding_;
  std::optional<WorkFolder> held_;  // OUT.work
  const bool is_task_;              // of a job
  std::optional<FileLock> lock_;
  std::optional<Lease> lease_;  // of a job
  bool is_open_ = false, is_committed_ = false;
};

FileTransaction::FileTransaction(const fs::path& file, const WriteOptions& options, const FolderRules* folder,
                                 const JobPart* job)
    : OutputTransaction(file, file_target(file), options, folder, suffix_of(job)),
      is_task_(job && job->part == Lease::Part::task) {
  try {
    const fs::path parent = target_.parent_path();
    if (folder && folder->makes_parent(target_)) holding_.emplace(parent);
    if (!fs::is_directory(held(parent)))
      throw Error(ErrorKind::io, text(file.string(), ": there is no folder ", parent.string()));
    const fs::path lock = fs::path(target_) += ".lock";
    if (has_lock_ && job)
      lease_.emplace(lock, given_, job->job, job->part);
    else if (has_lock_)
      lock_.emplace(lock, given_, FileLock::IfTaken::refuse);
    if (fs::is_directory(held(work_)) || fs::is_symlink(held(work_))) held_.emplace(work_, WorkFolder::IfMissing::fail);
    if (is_task_) {
      require_job_work();
      return;
    }
    restore_replaced();
    require_own_work();
  } catch (const fs::filesystem_error& error) {
    fail_on_path(file, error);
  }
}

void FileTransaction::clear_up() noexcept {
  if (is_held_) is_open_ = false;
  if (is_open_ && (is_committed_ || !is_kept_)) {
    try {
      if (lease_) lease_->require();  // another run may have taken over
      remove_work();
      if (lease_) lease_->release();
    } catch (const std::exception&) {
      // It is the other run's now.
    }
  }
  if (lease_ && is_kept_ && !is_committed_) lease_->keep();
  is_open_ = false;
  held_.reset();
  lock_.reset();
  lease_.reset();
  holding_.reset();
}

// A run that ended between the two renames of replace_folder() left the old output aside.
void FileTransaction::restore_replaced() const {
  const fs::path replaced = work_ / "replaced";
  if (is_there(work_ / marker) && is_there(replaced) && !is_there(target_)) (void)rename_to_free(replaced, target_);
}

void FileTransaction::require_replaceable() const try {
  if (!is_there(target_)) return;
  if (!overwrite_)
    throw Error(ErrorKind::io, text(given_.string(), ": exists already; give another name or ask to overwrite",
                                    is_there(work_) ? text("; an earlier run left ", work_.string()) : ""));
  const bool is_folder = fs::is_directory(held(target_));
  if (is_folder != (folder_ != nullptr) || (!is_folder && !fs::is_regular_file(held(target_))))
    throw Error(ErrorKind::io, text(given_.string(), ": is ", is_folder ? "a folder" : "not a folder",
                                    " and is not overwritten; give another name or remove it"));
  if (is_folder) folder_->require_wholly(target_);
} catch (const fs::filesystem_error& error) {
  fail_on_path(given_, error);
}

void FileTransaction::require_own_work() const {
  if (!is_there(work_) || is_there(work_ / marker)) return;
  // A late task of a job may have written after the end of the job.
  if (held_ && has_only_parts("")) return;
  throw Error(ErrorKind::io, text(work_.string(), ": was not made by preamar, which needs this name to write ",
                                  given_.string(), "; rename or remove it"));
}

bool FileTransaction::has_only_parts(const std::string& suffix) const {
  return std::ranges::all_of(entries_in(work_), [&](const fs::path& part) {
    return is_of_job(part) && part.filename().string().ends_with(suffix);
  });
}

// A plan that somebody else wrote may name any output: its tasks touch only what the job of this number has begun.
void FileTransaction::require_job_work() const {
  if (!held_) return;
  const fs::path mark = work_ / marker;
  if (is_there(mark) ? holds({mark, suffix_}) : has_only_parts(suffix_)) return;
  throw Error(ErrorKind::io, text(work_.string(), ": is not of this job, which did not begin ", given_.string(),
                                  " or has lost it; plan the job again"));
}

void FileTransaction::open(Leftovers leftovers) try {
  if (is_task_) {
    is_open_ = true;
    return;
  }
  require_own_work();
  is_open_ = true;
  if (leftovers == Leftovers::remove) {
    remove_work();
    held_.reset();
  }
  held_.emplace(work_, WorkFolder::IfMissing::make);
  const FolderMetadata mark{work_ / marker, suffix_};
  if (!holds(mark)) write_file(mark.name, text_bytes(mark.words));
} catch (const fs::filesystem_error& error) {
  fail_on_path(given_, error);
}

void FileTransaction::discard() {
  for (const fs::path& part : {partial(), levels()}) {
    std::error_code code;
    remove_tree(part, code);
    if (code) throw Error(ErrorKind::io, text(part.string(), ": cannot remove: ", code.message()));
  }
}

void FileTransaction::begin_folder(std::span<const FolderMetadata> metadata) {
  if (std::ranges::all_of(metadata, holds)) return;
  if (is_task_)
    throw Error(ErrorKind::io, text(given_.string(), ": the metadata in ", partial().string(),
                                    " are not those of this job; plan the job again"));
  discard();
  for (const FolderMetadata& file : metadata) write_file(file.name, text_bytes(file.words));
}

void FileTransaction::commit() {
  if (lease_) lease_->renew();
  if (!folder_ && overwrite_) {
    rename_over(partial(), target_);
  } else if (!rename_to_free(partial(), target_)) {
    require_replaceable();
    replace_folder();
  }
  flush_folder(target_.parent_path());
  confirm();
}

void FileTransaction::confirm() {
  is_committed_ = true;
  if (folder_) folder_->committed(target_, has_lock_);
}

// The old folder is removed only after the new one has its name.
void FileTransaction::replace_folder() {
  const fs::path replaced = work_ / "replaced";
  if (exchange_names(partial(), target_)) return;
  if (!rename_to_free(target_, replaced) || !rename_to_free(partial(), target_))
    throw Error(ErrorKind::io, text(given_.string(), ": cannot be replaced: its name or ", replaced.string(),
                                    " was taken meanwhile; the result is in ", partial().string()));
}

// What Preamar puts there and nothing else: the folder itself goes only where nothing is left in it.
void FileTransaction::remove_work() const noexcept {
  if (!held_) return;
  std::error_code none;
  if (!is_committed_) remove_tree(record(), none);
  std::vector<fs::path> parts = entries_in(work_);
  std::erase_if(parts, [](const fs::path& part) { return !is_of_job(part); });
  for (const char* const name : {"partial", "levels", "state", "images", "replaced", "record"})
    parts.push_back(work_ / name);
  for (const fs::path& part : parts) remove_tree(part, none);
  fs::remove(held(work_ / marker), none);
  fs::remove(held(work_.parent_path()) / work_.filename(), none);
}

}  // namespace

fs::path file_target(const fs::path& file) try {
  constexpr int most_links = 40;  // as Linux has it
  fs::path path = file.has_filename() ? file : file.parent_path();
  for (int links = 0; fs::is_symlink(held(path)); ++links) {
    require_own_link(path);
    if (links == most_links) throw Error(ErrorKind::io, text(file.string(), ": leads through too many links"));
    path = path.parent_path() / fs::read_symlink(held(path));  // an absolute one replaces all before it
  }
  if (held(path) != path) return path;  // below a folder that is held, every name is the only one
  return fs::weakly_canonical(path.has_parent_path() ? path.parent_path() : fs::path(".")) / path.filename();
} catch (const fs::filesystem_error& error) {
  fail_on_path(file, error);
}

std::shared_ptr<OutputTransaction> file_transaction(const fs::path& file, const WriteOptions& options,
                                                    const FolderRules* folder, const JobPart* job) {
  return std::make_shared<FileTransaction>(file, options, folder, job);
}

}  // namespace preamar::io
