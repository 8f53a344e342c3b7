// The request to stop that the threads of a call obey wherever they wait for a store.
#pragma once

#include <preamar/stop_scope.h>

#include <memory>
#include <stop_token>

namespace preamar {

// What a thread obeys. Threads that it starts for its own work inherit it.
class StopContext {
 public:
  StopContext() = default;  // nothing stops it

  [[nodiscard]] std::stop_token token() const;
  // Whether the thread must not wait any more. While it clears up after a stop it may, for one second in all.
  [[nodiscard]] bool is_over() const;
  // Seconds that a request may take: infinite, or few while the thread clears up.
  [[nodiscard]] double seconds() const;

 private:
  friend class StopScope;
  friend class CleanUpScope;
  struct Shared;  // by all threads of a call

  std::shared_ptr<Shared> shared_;
  bool clears_up_ = false;
};

[[nodiscard]] StopContext current_stop();
// Throws Error (stopped) if the thread must not wait any more.
void require_going_on();

// While it lives, this thread obeys what the thread obeyed from which `context` is.
class InheritedStop {
 public:
  explicit InheritedStop(StopContext context);
  InheritedStop(const InheritedStop&) = delete;
  InheritedStop& operator=(const InheritedStop&) = delete;
  ~InheritedStop();

 private:
  StopContext before_;
};

// While it lives, this thread clears up: it waits 5 s at most for one answer, since a store that does not answer must
// not hold a program that ends; after a stop, one second for all answers.
class CleanUpScope {
 public:
  CleanUpScope();

 private:
  InheritedStop scope_;
};

}  // namespace preamar
