// The folders in which a run works, such as OUTPUT.work: they belong to the caller, and nobody else can write there. A
// run holds them open and reaches everything below through the open folder, so that a link that somebody puts in their
// place while the run goes on leads nowhere.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace preamar {

class WorkFolder {
 public:
  enum class IfMissing { make, fail };
  // Makes the folder, closed to all other users, or takes up the one that is there. Throws Error (io) if it is a link,
  // belongs to another user or lets others write, unless trusts_work().
  WorkFolder(const std::filesystem::path& folder, IfMissing if_missing);
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  ~WorkFolder();

 private:
  std::string key_;
};

// A name of `path` for calls of the system: below a folder that is held it leads through the open folder. Not for
// messages.
[[nodiscard]] std::filesystem::path held(const std::filesystem::path& path);

// The files and folders in a folder; none if it cannot be read.
[[nodiscard]] std::vector<std::filesystem::path> entries_in(const std::filesystem::path& folder);
// Removes a file, or a folder with everything in it. Links are removed, not followed.
void remove_tree(const std::filesystem::path& path, std::error_code& code);

// Throws Error (io) if `link` is a link of another user, unless trusts_work(). Links of root are followed.
void require_own_link(const std::filesystem::path& link);

// Whether folders of other users, and folders that others can write, are trusted: if the environment variable
// PREAMAR_TRUST_WORK is 1, as the option --trust-work sets it.
[[nodiscard]] bool trusts_work();

}  // namespace preamar
