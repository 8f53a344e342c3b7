// Throws for what a device does not support. Preamar never falls back to the CPU silently.
#pragma once

#include "backends/device/device_call.h"
#include "core/error_text.h"

#include <preamar/execution.h>
#include <preamar/image.h>

#include <string_view>

namespace preamar::device {

[[noreturn]] inline void refuse(const Execution& on, std::string_view what) {
  throw Error(ErrorKind::device,
              text(on.device, " has no ", what, "; 'preamar devices' shows what it has, and device 'cpu' has all"));
}

// The primitive `name` for this pixel type.
[[noreturn]] inline void refuse(const Execution& on, std::string_view name, DType dtype) {
  refuse(on, text(name, " of ", name_of(dtype)));
}

// float32 arithmetic gives the same bits only on devices with standard rounding.
inline void require_exact(const DeviceCall& call, std::string_view primitive) {
  if (call.info().is_exact) return;
  throw Error(ErrorKind::device, text(primitive,
                                      " of float32 needs correctly rounded square roots and divisions, and "
                                      "subnormal numbers, which ",
                                      call.info().name, " does not have; use device 'cpu'"));
}

inline void require_doubles(const DeviceCall& call, std::string_view primitive) {
  if (call.info().has_f64) return;
  throw Error(ErrorKind::device, text(primitive, " of this type of pixel needs double precision, which ",
                                      call.info().name, " does not have; use device 'cpu'"));
}

}  // namespace preamar::device
