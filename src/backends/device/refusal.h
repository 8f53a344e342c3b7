// What a device does not have is refused by name; nothing is run elsewhere in silence.
#pragma once

#include "core/error_text.h"

#include <preamar/execution.h>
#include <preamar/image.h>

#include <string_view>

namespace preamar::device {

[[noreturn]] inline void refuse(const Execution& on, std::string_view what) {
  throw Error(ErrorKind::device,
              text(on.device, " has no ", what, "; 'preamar devices' shows what it has, and device 'cpu' has all"));
}

// The skeleton `name` with this type of pixel.
[[noreturn]] inline void refuse(const Execution& on, std::string_view name, DType dtype) {
  refuse(on, text(name, " of ", name_of(dtype)));
}

}  // namespace preamar::device
