#include "platform/program.h"

#include "core/error_text.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <sstream>
#include <system_error>

namespace preamar {
namespace {

bool is_executable_file(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::string os_find_program(const std::string& name) {
  const char* folders = std::getenv("PATH");
  if (!folders || name.empty() || name.find('/') != std::string::npos) return "";
  std::istringstream list(folders);
  for (std::string folder; std::getline(list, folder, ':');) {
    std::string path = (folder.empty() ? "." : folder) + "/" + name;
    if (is_executable_file(path)) return path;
  }
  return "";
}

void os_become_program(const std::string& path, const std::vector<std::string>& arguments) {
  std::vector<char*> pointers{const_cast<char*>(path.c_str())};
  for (const std::string& argument : arguments) pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);
  execv(path.c_str(), pointers.data());
  throw Error(ErrorKind::io, text(path, ": cannot be started: ", std::generic_category().message(errno)));
}

}  // namespace preamar
