// An output that is a folder in an object store, which has no renames: chunks get their final names at once, and the
// metadata of the root, without which there is no image, is written last.
#include "io/output_transaction.h"

#include "core/error_text.h"
#include "core/stop_scope.h"
#include "core/url.h"
#include "io/store/lease.h"
#include "io/store/store.h"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

namespace preamar::io {
namespace {

namespace fs = std::filesystem;

// What makes a folder a Zarr.
constexpr std::string_view root_names[] = {"zarr.json", ".zarray", ".zgroup"};

class StoreTransaction : public OutputTransaction {
 public:
  StoreTransaction(const fs::path& name, const WriteOptions& options, const FolderRules* folder, const JobPart* job)
      : OutputTransaction(name, store_target(name), options, folder, suffix_of(job)),
        is_task_(job && job->part == Lease::Part::task) {
    const fs::path lock = fs::path(target_) += ".lock";
    if (has_lock_ && job)
      lease_.emplace(lock, given_, job->job, job->part);
    else if (has_lock_)
      lease_.emplace(lock, given_);
    if (is_task_) {
      require_job_work();
      return;
    }
    has_work_ = !is_empty(work_);
    if (has_work_ && !has_own_work())
      throw Error(ErrorKind::io, text(work_.string(), ": was not made by preamar, which needs this name to write ",
                                      given_.string(), "; rename or remove it"));
  }
  StoreTransaction(const StoreTransaction&) = delete;
  StoreTransaction& operator=(const StoreTransaction&) = delete;
  ~StoreTransaction() override { clear_up(); }

  [[nodiscard]] fs::path partial() const override { return target_; }

  void require_replaceable() const override {
    const auto [is_image, has_objects] = contents();
    if (lease_) lease_->require();  // what another run writes is not judged
    if (is_image && !overwrite_)
      throw Error(ErrorKind::io, text(given_.string(), ": exists already; give another name or ask to overwrite",
                                      has_work_ ? text("; an earlier run left ", work_.string()) : ""));
    has_target_ = has_objects;
    // Chunks of a run that was killed are Preamar's.
    if (!has_target_ || (!is_image && has_work_)) return;
    folder_->require_wholly(target_);
    if (!is_image && !overwrite_)
      throw Error(ErrorKind::io, text(given_.string(),
                                      ": has objects but no zarr.json; give another name, or ask to "
                                      "overwrite to remove them"));
  }

  void open(Leftovers leftovers) override {
    is_open_ = true;
    if (is_task_) return;
    store_of(target_).put(work_ / marker, text_bytes(suffix_), write_guard());
    if (leftovers == Leftovers::keep) return;
    if (has_target_) remove_target();
    if (has_work_) remove_work();
  }

  void discard() override { remove_target(); }

  void begin_folder(std::span<const FolderMetadata> metadata) override {
    metadata_.assign(metadata.begin(), metadata.end());
  }

  [[nodiscard]] std::function<void()> write_guard() override {
    if (!lease_) return {};
    return [this] { lease_->require(); };
  }

  void commit() override {
    if (lease_) lease_->renew();
    for (const FolderMetadata& file : metadata_)
      store_of(target_).put(file.name, text_bytes(file.words), write_guard());
    confirm();
  }

  void confirm() override {
    is_committed_ = true;
    folder_->committed(target_, has_lock_);
  }

  void end() noexcept override { clear_up(); }

  // open() removed the root: if it is there, this run wrote it.
  [[nodiscard]] std::uint64_t partial_mark() const override { return 1; }
  [[nodiscard]] std::uint64_t target_mark() const override { return contents().is_image ? 1 : 0; }

 private:
  struct Contents {
    bool is_image, has_objects;
  };
  // The list of an image can be long: its root is looked for first. Older versions of Zarr have other names for it.
  [[nodiscard]] Contents contents() const {
    if (has_object(target_ / root_names[0])) return {true, true};
    Contents found{false, false};
    store_of(target_).list(target_, [&](const fs::path& name, const FileStamp&) {
      found.has_objects = true;
      found.is_image |= name.parent_path() == target_ && std::ranges::count(root_names, name.filename().string()) > 0;
    });
    return found;
  }
  // As for files; a lock says which job has the output.
  void require_job_work() const {
    if (has_lock_) return;
    const auto found = read_object(work_ / marker, work_, work_);
    const auto mark = text_bytes(suffix_);
    if (found && std::ranges::equal(*found, mark)) return;
    throw Error(ErrorKind::io, text(work_.string(), ": is not of this job, which did not begin ", given_.string(),
                                    " or has lost it; plan the job again"));
  }
  [[nodiscard]] bool has_own_work() const { return has_object(work_ / marker); }
  [[nodiscard]] static bool is_empty(const fs::path& folder) {
    bool found = false;
    store_of(folder).list(folder, [&](const fs::path&, const FileStamp&) { found = true; });
    return !found;
  }

  void remove(const fs::path& name) {
    if (lease_) lease_->require();
    store_of(target_).remove(name);
  }
  void remove_below(const fs::path& folder) {
    if (lease_) lease_->require();
    store_of(folder).remove_below(folder);
  }

  // The record, and the state of jobs and of runs. The marker stays.
  void remove_work() {
    if (!is_committed_) remove_below(record());
    std::set<fs::path> parts;
    store_of(work_).list(work_, [&](const fs::path& name, const FileStamp&) {
      parts.insert(work_ / *name.lexically_relative(work_).begin());
    });
    parts.erase(work_ / marker);
    parts.erase(record());
    for (const fs::path& part : parts) remove_below(part);
    remove_below(record());
  }

  // The root first: what is removed after it is not an image.
  void remove_target() {
    for (const std::string_view name : root_names) remove(target_ / name);
    remove_below(target_);
  }

  // Nothing is removed once another run has the lock.
  void clear_up() noexcept {
    const CleanUpScope scope;
    try {
      if (std::exchange(is_open_, false) && !is_held_ && (is_committed_ || !is_kept_)) {
        if (!is_committed_) remove_target();
        remove_work();
        remove(work_ / marker);
        if (lease_) lease_->release();
      }
    } catch (...) {
      // What is left is marked as Preamar's, and the next run removes it.
    }
    const bool is_job = !suffix_.empty();
    if (lease_ && is_job && is_kept_ && !is_committed_) lease_->keep();
    lease_.reset();
  }

  mutable std::optional<Lease> lease_;  // has a lock of its own
  std::vector<FolderMetadata> metadata_;
  const bool is_task_;              // of a job
  bool has_work_ = false;           // when the run began
  mutable bool has_target_ = true;  // so far as is known
  bool is_open_ = false, is_committed_ = false;
};

}  // namespace

fs::path store_target(const fs::path& name) {
  const Url url = parse_url(name);
  if (url.scheme == UrlScheme::http || url.scheme == UrlScheme::https)
    throw Error(ErrorKind::call, text(url.text(), ": web servers are read, not written; write to a folder or s3://"));
  if (url.path.empty())
    throw Error(ErrorKind::call, text(url.text(), ": names no object; give ", url.text(), "/NAME.ome.zarr"));
  return url.text();
}

std::shared_ptr<OutputTransaction> store_transaction(const fs::path& name, const WriteOptions& options,
                                                     const FolderRules* folder, const JobPart* job) {
  if (!folder)
    throw Error(ErrorKind::call,
                text(name.string(), ": only Zarr is written to a store; give a name that ends in .ome.zarr"));
  return std::make_shared<StoreTransaction>(name, options, folder, job);
}

}  // namespace preamar::io
