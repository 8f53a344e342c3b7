// The state of a run whose output is in an object store: a log on the local disk, and a copy of its records in the
// store, which threads of its own send, so that no worker waits for them. A later process, on any machine, finds there
// what it does not have. Records that were not sent when a process is killed are computed again.
#pragma once

#include "blocks/state/log_state.h"
#include "blocks/state/object_state.h"
#include "core/stop_scope.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <filesystem>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace preamar::blocks {

class SentState : public State {
 public:
  // `folder` is in the store, `local` on the disk. `guard` is as io::Store::put has it.
  SentState(const std::filesystem::path& folder, const std::filesystem::path& local, std::uint64_t run, bool is_resumed,
            const std::function<void()>& guard);
  SentState(const SentState&) = delete;
  SentState& operator=(const SentState&) = delete;
  // Waits for the records that are to be sent; a stop of the run ends that.
  ~SentState() override;

  // Waits while many records are to be sent. Throws what sending threw.
  void put(const StateKey& key, const Bytes& bytes) override;
  [[nodiscard]] std::optional<Bytes> get(const StateKey& key) override;
  // The copy in the store stays until the run ends.
  void drop(const StateKey& key) override { log_.drop(key); }
  // Records of earlier processes: those of this one are not in the store for certain.
  void each_node(const StateKey& key, const std::function<void(const Bytes&)>& visit) override;
  [[nodiscard]] bool is_empty() const override { return log_.is_empty(); }

 private:
  void send();

  const bool is_resumed_;
  const StopContext stop_;  // of the run
  ObjectState objects_;
  LogState log_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<StateKey> waiting_;
  bool ends_ = false;
  std::exception_ptr thrown_;
  std::vector<std::thread> threads_;
};

}  // namespace preamar::blocks
