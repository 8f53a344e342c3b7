// The one exception of the library: what went wrong, and whose move it is.
#pragma once

#include <preamar/export.h>

#include <stdexcept>
#include <string>

namespace preamar {

enum class ErrorKind {
  call,      // the call is wrong: an unknown option, a value out of range, images that do not match
  input,     // the image or file is refused: NaN, a format or type that the operator does not take
  resource,  // memory, or a budget, does not suffice
  io,        // reading or writing failed
  device,    // the device is missing or failed
  stopped,   // the caller asked to stop
};

class PREAMAR_API Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& what) : std::runtime_error(what), kind_(kind) {}
  [[nodiscard]] ErrorKind kind() const noexcept { return kind_; }

 private:
  ErrorKind kind_;
};

}  // namespace preamar
