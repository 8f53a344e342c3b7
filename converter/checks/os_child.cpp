#include "checks/os_child.h"

#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace preamar::convert {
namespace {

[[noreturn]] void be_child(const std::function<std::string()>& work, int to) {
  for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) ::signal(fault, SIG_DFL);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  const std::string output = work();
  for (std::size_t sent = 0; sent < output.size();) {
    const ssize_t count = ::write(to, output.data() + sent, output.size() - sent);
    if (count <= 0) ::_exit(1);
    sent += static_cast<std::size_t>(count);
  }
  ::_exit(0);
}

// Reads to the end; returns false if `limit` passes before.
bool read_all(int from, std::chrono::steady_clock::time_point end, std::string& output) {
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    if (left.count() <= 0) return false;
    pollfd ready{from, POLLIN, 0};
    const int count = ::poll(&ready, 1, static_cast<int>(left.count()));
    if (count == 0) return false;
    if (count < 0 && errno == EINTR) continue;
    char bytes[4096];
    const ssize_t size = ::read(from, bytes, sizeof bytes);
    if (size <= 0) return true;
    output.append(bytes, static_cast<std::size_t>(size));
  }
}

}  // namespace

ChildResult run_in_child(const std::function<std::string()>& work, std::chrono::milliseconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  int ends[2];
  if (::pipe(ends) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  const pid_t child = ::fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child == 0) {
    ::close(ends[0]);
    be_child(work, ends[1]);
  }
  ::close(ends[1]);
  ChildResult result{ChildEnd::done, {}};
  if (!read_all(ends[0], end, result.output)) {
    result.end = ChildEnd::late;
    ::kill(child, SIGKILL);
  }
  ::close(ends[0]);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (result.end == ChildEnd::done && (!WIFEXITED(status) || WEXITSTATUS(status) != 0)) result.end = ChildEnd::crashed;
  return result;
}

}  // namespace preamar::convert
