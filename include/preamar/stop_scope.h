/// @file
/// Stops the reading and writing of files and stores.
#pragma once

#include <preamar/export.h>

#include <memory>
#include <stop_token>

namespace preamar {

class StopContext;

/// While it lives, a request to stop also ends what this thread reads and writes by calls without an Execution, such as
/// read_image(): they throw Error of kind `stopped`, even while a store does not answer. Calls with an Execution obey
/// its `stop`.
class PREAMAR_API StopScope {
 public:
  /// A token that nobody can request changes nothing.
  explicit StopScope(const std::stop_token& stop);
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;
  ~StopScope();

 private:
  std::unique_ptr<StopContext> before_;
};

}  // namespace preamar
