#include "blocks/stored_state.h"

#include "blocks/journal.h"
#include "blocks/run_record.h"
#include "core/error_text.h"
#include "io/store/store.h"

#include <algorithm>
#include <cstring>
#include <random>

namespace preamar::blocks {
namespace {

constexpr int sending_threads = 8;
constexpr std::size_t most_waiting = 1024;

std::string object_name(const StateKey& key) {
  std::ostringstream words;
  words << std::hex << key.packed();
  return words.str();
}

class JournalObjects : public JournalStorage {
 public:
  JournalObjects(const std::filesystem::path& folder, std::uint64_t run, bool is_resumed,
                 const std::function<void()>& guard)
      : folder_(folder), run_(run), is_resumed_(is_resumed), guard_(guard), process_(std::random_device{}()) {}

  void each(const std::function<void(const JournalRecord&)>& visit) override {
    if (!is_resumed_) return;
    io::store_of(folder_).list(folder_, [&](const std::filesystem::path& name, const FileStamp&) {
      const auto bytes = get_record(folder_, run_, name.filename().string());
      if (!bytes) return;
      is_empty_ = false;
      for (std::size_t at = 0; at + sizeof(JournalRecord) <= bytes->size(); at += sizeof(JournalRecord)) {
        JournalRecord record{};
        std::memcpy(record.data(), bytes->data() + at, sizeof(record));
        visit(record);
      }
    });
  }
  void append(const JournalRecord& record) override {
    const std::lock_guard lock(mutex_);
    const auto bytes = std::as_bytes(std::span(record));
    waiting_.insert(waiting_.end(), bytes.begin(), bytes.end());
    is_empty_ = false;
  }
  void flush() override {
    Bytes bytes;
    std::int64_t number = 0;
    {
      const std::lock_guard lock(mutex_);
      bytes.swap(waiting_);
      number = flushes_++;
    }
    if (!bytes.empty()) put_record(folder_, run_, text(process_, "-", number), bytes, guard_);
  }
  [[nodiscard]] bool is_empty() const override {
    const std::lock_guard lock(mutex_);
    return is_empty_;
  }

 private:
  const std::filesystem::path folder_;
  const std::uint64_t run_;
  const bool is_resumed_;
  const std::function<void()> guard_;
  const unsigned process_;  // random: two processes of a run never write one name
  mutable std::mutex mutex_;
  Bytes waiting_;
  std::int64_t flushes_ = 0;
  bool is_empty_ = true;
};

}  // namespace

std::unique_ptr<JournalStorage> journal_objects(const std::filesystem::path& folder, std::uint64_t run, bool is_resumed,
                                                const std::function<void()>& guard) {
  return std::make_unique<JournalObjects>(folder, run, is_resumed, guard);
}

StoredState::StoredState(const std::filesystem::path& folder, const std::filesystem::path& local, std::uint64_t run,
                         bool is_resumed, const std::function<void()>& guard)
    : folder_(folder), run_(run), is_resumed_(is_resumed), guard_(guard), stop_(current_stop()), log_(local, run) {
  for (int i = 0; i < sending_threads; ++i) threads_.emplace_back([this] { send(); });
}

StoredState::~StoredState() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void StoredState::put(const StateKey& key, const Bytes& bytes) {
  log_.put(key, bytes);
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return waiting_.size() < most_waiting || thrown_; });
  if (thrown_) std::rethrow_exception(thrown_);
  waiting_.push_back(key);
  changed_.notify_all();
}

std::optional<Bytes> StoredState::get(const StateKey& key) {
  if (auto bytes = log_.get(key)) return bytes;
  return is_resumed_ ? get_record(folder_, run_, object_name(key)) : std::nullopt;
}

// A record that was dropped meanwhile is not sent.
void StoredState::send() {
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
      if (const auto bytes = log_.get(key)) put_record(folder_, run_, object_name(key), *bytes, guard_);
    } catch (...) {
      thrown = std::current_exception();
    }
    lock.lock();
    if (thrown) thrown_ = thrown;
    changed_.notify_all();
  }
}

}  // namespace preamar::blocks
