#include "platform/beneath.h"

#include "platform/work_folder.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if __has_include(<linux/openat2.h>)
#include <linux/openat2.h>
#endif

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace preamar {
namespace {

namespace fs = std::filesystem;

// O_NONBLOCK: rejects a pipe of that name instead of waiting for it.
constexpr int reading = O_RDONLY | O_CLOEXEC | O_NONBLOCK;

fs::path or_here(const fs::path& folder) { return folder.empty() ? fs::path(".") : folder; }

// Without a race: the kernel resolves the path and refuses to leave the folder. It refuses absolute links too.
int open_by_kernel([[maybe_unused]] const fs::path& path, [[maybe_unused]] const fs::path& folder) {
#ifdef SYS_openat2
  const int base = open(or_here(held(folder)).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (base < 0) return -1;
  const fs::path relative = folder.empty() ? path : path.lexically_relative(folder);
  open_how how{};
  how.flags = reading;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  const auto handle = static_cast<int>(syscall(SYS_openat2, base, relative.c_str(), &how, sizeof how));
  const int code = errno;
  ::close(base);
  errno = code;
  return handle;
#else
  errno = ENOSYS;
  return -1;
#endif
}

}  // namespace

bool is_beneath(const fs::path& path, const fs::path& folder) {
  std::error_code code;
  const fs::path base = fs::canonical(or_here(held(folder)), code);
  if (code) return false;
  const fs::path real = fs::weakly_canonical(held(path), code);
  if (code) return false;
  return std::ranges::mismatch(base, real).in1 == base.end();
}

int open_beneath(const fs::path& path, const fs::path& folder) {
  const int handle = open_by_kernel(path, folder);
  // Absolute links that stay inside, and kernels or sandboxes without that call.
  const bool is_undecided = errno == EXDEV || errno == ENOSYS || errno == EPERM || errno == EAGAIN || errno == EINVAL;
  if (handle >= 0 || !is_undecided) return handle;
  if (is_beneath(path, folder)) return open(held(path).c_str(), reading);
  errno = EXDEV;
  return -1;
}

}  // namespace preamar
