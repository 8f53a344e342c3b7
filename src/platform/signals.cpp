#include "platform/signals.h"

#include <pthread.h>
#include <signal.h>

namespace preamar {

struct OsStopSignals::Mask {
  sigset_t awaited;  // also SIGURG, ignored by default: the destructor wakes the waiting thread with it
  sigset_t before;   // signals that were blocked before
};

namespace {

// A shell that starts a background job makes it ignore Ctrl-C.
bool is_ignored(int signal) {
  struct sigaction action {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

void end_process(int signal, const sigset_t& before) {
  ::signal(signal, SIG_DFL);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  raise(signal);
}

}  // namespace

OsStopSignals::OsStopSignals(std::function<void()> on_stop)
    : on_stop_(std::move(on_stop)), mask_(std::make_unique<Mask>()) {
  sigemptyset(&mask_->awaited);
  for (const int signal : {SIGINT, SIGTERM})
    if (!is_ignored(signal)) sigaddset(&mask_->awaited, signal);
  sigaddset(&mask_->awaited, SIGURG);
  pthread_sigmask(SIG_BLOCK, &mask_->awaited, &mask_->before);
  waiter_ = std::thread([this] { wait(); });
}

OsStopSignals::~OsStopSignals() {
  over_ = true;
  pthread_kill(waiter_.native_handle(), SIGURG);
  waiter_.join();
  pthread_sigmask(SIG_SETMASK, &mask_->before, nullptr);
}

void OsStopSignals::wait() {
  bool asked = false;
  for (int signal = 0; sigwait(&mask_->awaited, &signal) == 0 && !over_;) {
    if (signal == SIGURG) continue;
    if (asked) end_process(signal, mask_->before);
    asked = true;
    on_stop_();
  }
}

}  // namespace preamar
