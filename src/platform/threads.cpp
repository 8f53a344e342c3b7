#include "platform/threads.h"

#include <pthread.h>
#include <signal.h>

namespace preamar {

struct OsSignalsLeft::Before {
  sigset_t blocked;
};

OsSignalsLeft::OsSignalsLeft() : before_(std::make_unique<Before>()) {
  sigset_t both;
  sigemptyset(&both);
  sigaddset(&both, SIGINT);
  sigaddset(&both, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &both, &before_->blocked);
}

OsSignalsLeft::~OsSignalsLeft() { pthread_sigmask(SIG_SETMASK, &before_->blocked, nullptr); }

}  // namespace preamar
