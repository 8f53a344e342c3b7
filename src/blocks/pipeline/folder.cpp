#include "blocks/pipeline/folder.h"

#include "blocks/run_record.h"
#include "core/error_text.h"
#include "core/stop_scope.h"
#include "core/url.h"
#include "io/open.h"
#include "io/store/store.h"

#include <system_error>

namespace preamar::blocks {
namespace fs = std::filesystem;

fs::path PipelineFolder::state_of(std::size_t stage) const { return path_ / text("stage-", stage); }

PipelineFolder::PipelineFolder(const fs::path& output, const std::string& identity, const BlockSettings& settings)
    : holding_(io::holding_folder(output)), path_(path_for(output)) {
  if (output.empty())
    path_ = temporary_.emplace().path() / "pipeline";
  else if (settings.write.lock && is_url(path_))
    lease_.emplace(fs::path(path_) += ".lock", output);
  else if (settings.write.lock)
    lock_.emplace(fs::path(path_) += ".lock", output, FileLock::IfTaken::refuse);
  hold();
  if (settings.resume)
    if (const auto found = find_run(record(), identity)) {
      run_ = *found;
      is_resumed_ = true;
      return;
    }
  require_own();
  run_ = random_run();
  begin(identity);
}

PipelineFolder::PipelineFolder(const fs::path& output, const std::string& identity, const BlockSettings& settings,
                               std::uint64_t run, const io::JobPart& job)
    : holding_(io::holding_folder(output)), path_(path_for(output)), run_(run) {
  if (settings.write.lock) lease_.emplace(fs::path(path_) += ".lock", output, job.job, job.part);
  hold();
  is_resumed_ = job.part == io::Lease::Part::task || (settings.resume && find_run(record(), identity) == run);
  is_kept_ = is_resumed_;
  if (is_resumed_) return;
  require_own();
  begin(identity);
}

void PipelineFolder::require_own() const {
  if (const auto found = parts(); !found.empty() && !found.contains(record()))
    throw Error(ErrorKind::io, text(path_.string(), ": exists and is not the folder of a pipeline; rename it"));
}

bool PipelineFolder::is_own() const {
  if (const auto found = run_in(record())) return *found == run_;
  const auto all = parts();
  return all.empty() || all.contains(record());
}

void PipelineFolder::hold() {
  const fs::path name = held(path_);
  if (!is_url(path_) && (fs::is_directory(name) || fs::is_symlink(name)))
    held_.emplace(path_, WorkFolder::IfMissing::fail);
}

void PipelineFolder::begin(const std::string& identity) {
  remove();
  held_.reset();
  if (!is_url(path_)) held_.emplace(path_, WorkFolder::IfMissing::make);
  begin_run(record(), identity, run_, write_guard());
}

PipelineFolder::~PipelineFolder() {
  const CleanUpScope scope;
  try {
    if (is_kept_) {
      if (lease_) lease_->keep();
      return;
    }
    remove();
    if (lease_) lease_->release();
  } catch (...) {
    // The next run removes it.
  }
}

std::set<fs::path> PipelineFolder::parts() const {
  std::set<fs::path> all;
  if (is_url(path_))
    io::store_of(path_).list(path_, [&](const fs::path& name, const FileStamp&) {
      all.insert(path_ / *name.lexically_relative(path_).begin());
    });
  else
    for (const fs::path& entry : entries_in(path_)) all.insert(entry);
  return all;
}

// A run that is killed on the way can neither be resumed from images that are gone nor leave a folder without a record.
void PipelineFolder::remove() {
  if (lease_) lease_->require();  // another run may have taken over
  if (is_resumed_ && !is_own()) return;
  const io::Store& store = io::store_of(path_);
  forget_run(record());
  for (const fs::path& part : parts())
    if (part != record()) store.remove_below(part);
  store.remove_below(path_);
}

}  // namespace preamar::blocks
