#include "blocks/pipeline/folder.h"

#include "blocks/run_record.h"
#include "core/error_text.h"
#include "core/url.h"
#include "io/store/store.h"

#include <system_error>

namespace preamar::blocks {
namespace fs = std::filesystem;

fs::path PipelineFolder::state_of(std::size_t stage) const { return path_ / text("stage-", stage); }

PipelineFolder::PipelineFolder(const fs::path& output, const std::string& identity, const BlockSettings& settings)
    : path_(fs::path(output) += ".pipeline") {
  if (output.empty())
    path_ = temporary_.emplace().path() / "pipeline";
  else if (settings.write.lock && is_url(path_))
    lease_.emplace(fs::path(path_) += ".lock", output);
  else if (settings.write.lock)
    lock_.emplace(fs::path(path_) += ".lock", output, FileLock::IfTaken::refuse);
  if (settings.resume)
    if (const auto found = find_run(record(), identity)) {
      run_ = *found;
      is_resumed_ = true;
      return;
    }
  if (holds_something_else())
    throw Error(ErrorKind::io, text(path_.string(), ": exists and is not the folder of a pipeline; rename it"));
  remove();
  run_ = begin_run(record(), identity);
}

PipelineFolder::~PipelineFolder() {
  try {
    if (!is_kept_) remove();
  } catch (const Error&) {
    // The next run removes it.
  }
}

bool PipelineFolder::holds_something_else() const {
  if (!is_url(path_)) return fs::exists(path_) && !fs::exists(record()) && !fs::is_empty(path_);
  bool has_objects = false, has_record = false;
  io::store_of(path_).list(path_, [&](const fs::path& name, const FileStamp&) {
    has_objects = true;
    has_record |= name.parent_path() == record();
  });
  return has_objects && !has_record;
}

// A run that is killed on the way can neither be resumed from images that are gone nor leave a folder without a record.
void PipelineFolder::remove() const {
  std::error_code none;
  forget_run(record());
  for (fs::directory_iterator entry(path_, none), end; !none && entry != end; entry.increment(none))
    if (entry->path() != record()) fs::remove_all(entry->path(), none);
  io::store_of(path_).remove_below(path_);
}

}  // namespace preamar::blocks
