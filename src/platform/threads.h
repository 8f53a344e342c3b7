// What threads of other libraries leave alone.
#pragma once

#include <memory>

namespace preamar {

// While one lives, threads that are begun by this one leave SIGINT and SIGTERM to others: for libraries that begin
// threads and do not know who waits for signals.
class OsSignalsLeft {
 public:
  OsSignalsLeft();
  OsSignalsLeft(const OsSignalsLeft&) = delete;
  OsSignalsLeft& operator=(const OsSignalsLeft&) = delete;
  ~OsSignalsLeft();

 private:
  struct Before;
  std::unique_ptr<Before> before_;
};

}  // namespace preamar
