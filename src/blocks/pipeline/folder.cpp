#include "blocks/pipeline/folder.h"

#include "blocks/run_record.h"
#include "core/error_text.h"

#include <system_error>

namespace preamar::blocks {
namespace fs = std::filesystem;

fs::path PipelineFolder::state_of(std::size_t stage) const { return path_ / text("stage-", stage); }

PipelineFolder::PipelineFolder(const fs::path& output, const std::string& identity, const BlockSettings& settings)
    : path_(fs::path(output) += ".pipeline") {
  if (output.empty())
    path_ = temporary_.emplace().path() / "pipeline";
  else if (settings.write.lock)
    lock_.emplace(fs::path(path_) += ".lock", output, FileLock::IfTaken::refuse);
  if (settings.resume)
    if (const auto found = find_run(record(), identity)) {
      run_ = *found;
      is_resumed_ = true;
      return;
    }
  if (fs::exists(path_) && !fs::exists(record()) && !fs::is_empty(path_))
    throw Error(ErrorKind::io, text(path_.string(), ": exists and is not the folder of a pipeline; rename it"));
  remove();
  std::error_code code;
  fs::create_directories(path_, code);
  if (code) throw Error(ErrorKind::io, text(path_.string(), ": cannot make the folder: ", code.message()));
  run_ = begin_run(record(), identity);
}

PipelineFolder::~PipelineFolder() {
  if (!is_kept_) remove();
}

// A run that is killed on the way can neither be resumed from images that are gone nor leave a folder without a record.
void PipelineFolder::remove() const {
  std::error_code none;
  forget_run(record());
  for (fs::directory_iterator entry(path_, none), end; !none && entry != end; entry.increment(none))
    if (entry->path() != record()) fs::remove_all(entry->path(), none);
  fs::remove_all(path_, none);
}

}  // namespace preamar::blocks
