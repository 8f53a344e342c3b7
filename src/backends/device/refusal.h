// What a device does not have is refused by name; nothing is run elsewhere in silence.
#pragma once

#include "backends/device/session.h"
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

// Arithmetic on float32 gives the same bytes only where a device rounds as all others do.
inline void require_exact(const Session& session, std::string_view skeleton) {
  if (session.info().is_exact) return;
  throw Error(ErrorKind::device, text(skeleton,
                                      " of float32 needs roots and divisions that are rounded correctly, and "
                                      "subnormal numbers, which ",
                                      session.info().name, " has not; device 'cpu' has"));
}

inline void require_doubles(const Session& session, std::string_view skeleton) {
  if (session.info().has_f64) return;
  throw Error(ErrorKind::device, text(skeleton, " of this type of pixel needs double precision, which ",
                                      session.info().name, " has not; device 'cpu' has"));
}

}  // namespace preamar::device
