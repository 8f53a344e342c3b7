#include "platform/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

namespace preamar {

bool os_error_is_terminal() noexcept { return isatty(STDERR_FILENO) == 1; }

int os_error_columns() noexcept {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace preamar
