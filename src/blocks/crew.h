// Who works on blocks: threads of the cpu, and devices. One queue of blocks feeds them all; each takes the next one
// when it is free, so that a device four times as fast takes four times as many.
#pragma once

#include "blocks/fork_join.h"

#include <preamar/execution.h>
#include <preamar/operator.h>

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

namespace preamar::blocks {

class Crew {
 public:
  // Each device that is named, and `on.threads` threads where the cpu is; or so many threads that use the one device.
  explicit Crew(const Execution& on);

  // How many blocks are worked on at once, at most.
  [[nodiscard]] int size() const { return static_cast<int>(free_.size()); }

  // Does both, at once where one more of the crew may work. Threads are the pool's only where there is no device: a
  // device that is made of the same pool, as Intel's OpenCL for processors is, would else wait for itself.
  void both(const std::function<void()>& one, const std::function<void()>& other);

  [[nodiscard]] bool has_own_threads() const { return own_threads_.has_value(); }

  // Whether it has threads of the cpu, which can do everything.
  [[nodiscard]] bool has_processor() const;

  // One of the crew, until the end of a scope.
  class Hand {
   public:
    Hand(Crew& crew, bool may_be_device) : crew_(crew), index_(crew.take(may_be_device)) {}
    Hand(const Hand&) = delete;
    Hand& operator=(const Hand&) = delete;
    ~Hand() { crew_.give_back(index_); }
    [[nodiscard]] const Execution& on() const { return crew_.members_[index_].on; }

   private:
    Crew& crew_;
    std::size_t index_;
  };

  // How many blocks each has been given, those of one device together.
  [[nodiscard]] std::vector<Share> shares() const;

 private:
  struct Member {
    Execution on;
    bool is_device;
    std::int64_t blocks = 0;
  };

  void add(const Execution& on, std::string_view device, bool is_device);
  // Waits for one that is free.
  std::size_t take(bool may_be_device);
  void give_back(std::size_t index);

  std::vector<Member> members_;
  mutable std::mutex mutex_;
  std::condition_variable freed_;
  std::vector<bool> free_;
  std::optional<ForkJoin> own_threads_;
};

// How many members such a crew has; throws Error (device) where one of its devices is not here.
[[nodiscard]] int crew_size(const Execution& on);

}  // namespace preamar::blocks
