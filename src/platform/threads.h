// Keeps signals away from threads of other libraries.
#pragma once

#include <memory>

namespace preamar {

// During its lifetime, threads started by this thread do not receive SIGINT and SIGTERM. For libraries that start
// threads and do not know which thread waits for signals.
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
