#include "blocks/state/sent_state.h"

namespace preamar::blocks {
namespace {

constexpr int sending_threads = 8;
constexpr std::size_t most_waiting = 1024;

}  // namespace

SentState::SentState(const std::filesystem::path& folder, const std::filesystem::path& local, std::uint64_t run,
                     bool is_resumed, const std::function<void()>& guard)
    : is_resumed_(is_resumed), stop_(current_stop()), objects_(folder, run, guard), log_(local, run) {
  for (int i = 0; i < sending_threads; ++i) threads_.emplace_back([this] { send(); });
}

SentState::~SentState() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void SentState::put(const StateKey& key, const Bytes& bytes) {
  log_.put(key, bytes);
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return waiting_.size() < most_waiting || thrown_; });
  if (thrown_) std::rethrow_exception(thrown_);
  waiting_.push_back(key);
  changed_.notify_all();
}

std::optional<Bytes> SentState::get(const StateKey& key) {
  if (auto bytes = log_.get(key)) return bytes;
  return is_resumed_ ? objects_.get(key) : std::nullopt;
}

void SentState::each_node(const StateKey& key, const std::function<void(const Bytes&)>& visit) {
  if (is_resumed_) objects_.each_node(key, visit);
}

// A record that was dropped meanwhile is not sent.
void SentState::send() {
  const InheritedStop scope(stop_);
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return !waiting_.empty() || ends_; });
    if (waiting_.empty() || thrown_) return;
    const StateKey key = waiting_.front();
    waiting_.pop_front();
    lock.unlock();
    std::exception_ptr thrown;
    try {
      if (const auto bytes = log_.get(key)) objects_.put(key, *bytes);
    } catch (...) {
      thrown = std::current_exception();
    }
    lock.lock();
    if (thrown) thrown_ = thrown;
    changed_.notify_all();
  }
}

}  // namespace preamar::blocks
