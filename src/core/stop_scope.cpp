#include "core/stop_scope.h"

#include <preamar/error.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <utility>

namespace preamar {
namespace {

using StopClock = std::chrono::steady_clock;

constexpr double seconds_of_one_answer = 5, seconds_after_a_stop = 1;

StopContext& context_of_thread() {
  thread_local StopContext context;
  return context;
}

}  // namespace

struct StopContext::Shared {
  std::stop_token token;
  std::atomic<StopClock::rep> first_asked{0};  // when a thread asked for the first time after the stop

  // Seconds that are left for clearing up.
  [[nodiscard]] double left() {
    const StopClock::rep now = StopClock::now().time_since_epoch().count();
    StopClock::rep first = 0;
    if (first_asked.compare_exchange_strong(first, now)) first = now;
    return seconds_after_a_stop - std::chrono::duration<double>(StopClock::duration(now - first)).count();
  }
};

std::stop_token StopContext::token() const { return shared_ ? shared_->token : std::stop_token(); }

bool StopContext::is_over() const {
  if (!shared_ || !shared_->token.stop_requested()) return false;
  return !clears_up_ || shared_->left() <= 0;
}

double StopContext::seconds() const {
  if (!clears_up_) return std::numeric_limits<double>::infinity();
  if (!shared_ || !shared_->token.stop_requested()) return seconds_of_one_answer;
  return std::max(0., std::min(seconds_of_one_answer, shared_->left()));
}

StopContext current_stop() { return context_of_thread(); }

void require_going_on() {
  if (context_of_thread().is_over()) throw Error(ErrorKind::stopped, "stopped");
}

InheritedStop::InheritedStop(StopContext context) : before_(std::exchange(context_of_thread(), std::move(context))) {}

InheritedStop::~InheritedStop() { context_of_thread() = std::move(before_); }

// One stop has one second, however many scopes know of it.
StopScope::StopScope(const std::stop_token& stop) : before_(std::make_unique<StopContext>(current_stop())) {
  if (!stop.stop_possible() || before_->token() == stop) return;
  StopContext& own = context_of_thread();
  own.shared_ = std::make_shared<StopContext::Shared>();
  own.shared_->token = stop;
}

StopScope::~StopScope() { context_of_thread() = std::move(*before_); }

CleanUpScope::CleanUpScope()
    : scope_([] {
        StopContext context = current_stop();
        context.clears_up_ = true;
        return context;
      }()) {}

}  // namespace preamar
