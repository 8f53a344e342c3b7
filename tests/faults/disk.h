// What a disk holds after a power failure: a model of the files below one folder, from the calls that change them.
//
// Data: every page is remembered as it was at its file's last flush. At the failure each page that was written since
// keeps its new bytes or goes back, at random, and a file that grew may end anywhere between its old and its new size.
//
// Names: creations, renames and removals become durable in their order, as with a journal. The flush of a folder makes
// durable what was done in it and everything before; the flush of a file does not. At the failure a random number of
// the last changes is undone, or, as the settings say, none.
#pragma once

#include <fcntl.h>
#include <sys/types.h>

#include <array>
#include <cstdlib>
#include <map>
#include <mutex>
#include <random>
#include <string>
#include <vector>

namespace preamar::test {

constexpr off_t page_size = 4096;

struct Page {
  std::array<char, page_size> old{};  // its bytes at the last flush
  long written = 0;                   // when it was written last, in changes and flushes
};

struct File {
  int handle = -1;     // for reading and writing, so that the file is found again under any name
  off_t old_size = 0;  // at the last flush
  std::map<off_t, Page> pages;
};

using Inode = std::pair<dev_t, ino_t>;

enum class Kind { created, made_folder, renamed, exchanged, removed, removed_folder };

struct Change {
  Kind kind;
  std::string path;
  std::string to = {};       // of a rename
  std::string stashed = {};  // another name of the file that was removed or replaced
  std::vector<Inode> folders = {};
};

// From the environment; empty if it is not set.
std::string setting(const char* name);

bool exists(const std::string& path);
bool is_folder(const std::string& path);
// The path of an open file, and of a `name` within an open folder, with the links to its folder followed.
std::string path_of(int handle);
std::string path_of(int folder, const char* name);
// open(2), not counted as a change.
int open_quietly(const std::string& path, int flags, int mode = 0);

// Callers hold the mutex, from before a change until it is done.
class Disk {
 public:
  std::mutex mutex;

  [[nodiscard]] bool holds(const std::string& path) const { return !folder_.empty() && path.starts_with(folder_); }
  [[nodiscard]] bool holds(int handle) const { return holds(path_of(handle)); }

  // Before every change and flush; does not return from the one at which the power fails.
  void step();
  // Remembers the pages of [begin, end) as they are, before they change.
  void remember(int handle, off_t begin, off_t end);
  // After a change of names.
  void note(Change change);
  // A second name for a file that is about to lose its own.
  std::string stash(const std::string& path);
  void flush(int handle);
  void flush_all();
  // At the end of the process.
  void end();

 private:
  void lose();
  void lose_pages(const File& file, long written_back);
  std::size_t random(std::size_t below);

  const std::string folder_ = setting("LOST_WRITES_FOLDER");
  const std::string stash_ = setting("LOST_WRITES_STASH");
  const long failure_ = std::atol(setting("LOST_WRITES_AT").c_str());
  std::mt19937_64 random_{static_cast<std::uint64_t>(std::atoll(setting("LOST_WRITES_SEED").c_str()))};
  long count_ = 0, stashed_ = 0;
  std::map<Inode, File> files_;
  std::vector<Change> changes_;
};

}  // namespace preamar::test
