/// @file
/// The exception of the library.
#pragma once

#include <preamar/export.h>

#include <stdexcept>
#include <string>

namespace preamar {

/// What kind of error occurred.
enum class ErrorKind {
  call,      ///< the call is wrong: an unknown option, a value out of range, images that do not match
  input,     ///< the image or file is not accepted: NaN, a format or dtype that the operator does not take
  resource,  ///< there is not enough memory, or a memory limit is too low
  io,        ///< reading or writing a file failed
  device,    ///< the device does not exist or failed
  stopped,   ///< the caller stopped the call
};

/// The exception that the library throws. what() names the operator, the argument, its value and what to do.
class PREAMAR_API Error : public std::runtime_error {
 public:
  /// An error with a kind and a message.
  Error(ErrorKind kind, const std::string& what) : std::runtime_error(what), kind_(kind) {}
  /// Returns the kind of the error.
  [[nodiscard]] ErrorKind kind() const noexcept { return kind_; }

 private:
  ErrorKind kind_;
};

}  // namespace preamar
