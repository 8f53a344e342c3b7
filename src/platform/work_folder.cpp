#include "platform/work_folder.h"

#include "core/error_text.h"
#include "platform/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>

namespace preamar {
namespace {

namespace fs = std::filesystem;

// The open folders of one name. None is closed before all holders are gone: its number could become that of another
// file while a thread still uses it.
struct OpenFolders {
  std::vector<int> handles;
  fs::path name;  // of the last one, for calls of the system
  int holders = 0;
};

struct HeldFolders {
  std::shared_mutex mutex;
  std::map<std::string, OpenFolders> by_key;
  std::atomic<std::size_t> count{0};
};

HeldFolders& held_folders() {
  static HeldFolders folders;
  return folders;
}

// The folder without slashes at its end.
std::string key_of(const fs::path& folder) {
  std::string key = folder.string();
  while (key.size() > 1 && key.ends_with('/')) key.pop_back();
  return key;
}

bool is_in(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

std::string how_to_trust() {
  return "; if you trust everyone who can write there, give --trust-work or set PREAMAR_TRUST_WORK=1";
}

// Throws unless nobody but the caller can write in the folder.
void require_closed(const fs::path& folder, int handle, bool is_made) {
  struct stat status {};
  if (fstat(handle, &status) != 0) fail_on_file(folder, "open", errno);
  if (trusts_work()) return;
  const bool is_own = status.st_uid == geteuid();
  if (is_own && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0) return;
  const char* const why = is_made  ? ": was made by this run, but its file system says that others own or can write it"
                          : is_own ? ": other users can write in this folder of an earlier run; remove it"
                                   : ": belongs to another user; give another name for the output";
  throw Error(ErrorKind::io, text(folder.string(), why, how_to_trust()));
}

bool is_same_folder(int one, int other) {
  struct stat first {
  }, second{};
  return fstat(one, &first) == 0 && fstat(other, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

// The name of an open folder in the file system of the kernel; `folder` if the system does not have such names.
fs::path open_name(int handle, const fs::path& folder) {
  const fs::path name = text("/proc/self/fd/", handle);
  struct stat own {
  }, named{};
  const bool leads_there = fstat(handle, &own) == 0 && stat(name.c_str(), &named) == 0 && own.st_dev == named.st_dev &&
                           own.st_ino == named.st_ino;
  return leads_there ? name : folder;
}

}  // namespace

WorkFolder::WorkFolder(const fs::path& folder, IfMissing if_missing) : key_(key_of(folder)) {
  const fs::path plain = key_, name = held(plain.parent_path()) / plain.filename();
  bool is_made = false;
  if (if_missing == IfMissing::make) {
    is_made = mkdir(name.c_str(), trusts_work() ? 0777 : 0700) == 0;
    if (!is_made && errno != EEXIST) fail_on_file(folder, "make", errno);
  }
  const int handle = open(name.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC | (trusts_work() ? 0 : O_NOFOLLOW));
  if (handle < 0 && (errno == ELOOP || errno == ENOTDIR))
    throw Error(ErrorKind::io,
                text(folder.string(), ": was not made by preamar: it is a link or a file, not a folder; ",
                     "rename or remove it", how_to_trust()));
  if (handle < 0) fail_on_file(folder, "open", errno);
  try {
    require_closed(folder, handle, is_made);
  } catch (const Error&) {
    ::close(handle);
    if (is_made) rmdir(name.c_str());
    throw;
  }
  HeldFolders& all = held_folders();
  const std::unique_lock lock(all.mutex);
  OpenFolders& own = all.by_key[key_];
  all.count = all.by_key.size();
  ++own.holders;
  if (!own.handles.empty() && is_same_folder(own.handles.back(), handle)) {
    ::close(handle);
    return;
  }
  own.handles.push_back(handle);
  own.name = open_name(handle, key_);
}

WorkFolder::~WorkFolder() {
  HeldFolders& all = held_folders();
  const std::unique_lock lock(all.mutex);
  const auto own = all.by_key.find(key_);
  if (--own->second.holders > 0) return;
  for (const int handle : own->second.handles) ::close(handle);
  all.by_key.erase(own);
  all.count = all.by_key.size();
}

fs::path held(const fs::path& path) {
  HeldFolders& all = held_folders();
  if (all.count == 0) return path;
  const std::shared_lock lock(all.mutex);
  const std::string& words = path.native();
  const std::pair<const std::string, OpenFolders>* nearest = nullptr;
  for (const auto& folder : all.by_key)
    if (is_in(words, folder.first) && (!nearest || folder.first.size() > nearest->first.size())) nearest = &folder;
  return nearest ? fs::path(nearest->second.name.native() + words.substr(nearest->first.size())) : path;
}

std::vector<fs::path> entries_in(const fs::path& folder) {
  std::vector<fs::path> all;
  std::error_code none;
  for (fs::directory_iterator entry(held(folder), none), end; !none && entry != end; entry.increment(none))
    all.push_back(folder / entry->path().filename());
  return all;
}

void remove_tree(const fs::path& path, std::error_code& code) {
  const fs::path plain = key_of(path), parent = plain.parent_path();
  struct stat status {};
  const fs::path name = held(parent) / plain.filename();
  // A folder that is held is emptied through its open handle, whatever has its name now.
  if (held(plain) != name && lstat(name.c_str(), &status) == 0) {
    for (const fs::path& entry : entries_in(plain)) {
      fs::remove_all(held(entry), code);
      if (code) return;
    }
    if (rmdir(name.c_str()) != 0 && errno != ENOENT) code.assign(errno, std::generic_category());
    return;
  }
  fs::remove_all(name, code);
}

void require_own_link(const fs::path& link) {
  struct stat status {};
  if (lstat(held(link).c_str(), &status) != 0 || !S_ISLNK(status.st_mode)) return;
  if (status.st_uid == geteuid() || status.st_uid == 0 || trusts_work()) return;
  throw Error(ErrorKind::io, text(link.string(), ": is a link of another user and is not followed; give the name that ",
                                  "it leads to", how_to_trust()));
}

bool trusts_work() {
  const char* const value = std::getenv("PREAMAR_TRUST_WORK");
  return value && std::string_view(value) == "1";
}

}  // namespace preamar
