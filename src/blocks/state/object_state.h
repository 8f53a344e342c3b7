// State of which each key is a file, or an object in a store: for several processes, and for the few records by which a
// run is known.
#pragma once

#include "blocks/state/state.h"

#include <atomic>
#include <filesystem>
#include <string_view>

namespace preamar::blocks {

class ObjectState : public State {
 public:
  // `guard` is as io::Store::put has it.
  ObjectState(std::filesystem::path folder, std::uint64_t run, std::function<void()> guard = {})
      : folder_(std::move(folder)), run_(run), guard_(std::move(guard)) {}

  void put(const StateKey& key, const Bytes& bytes) override;
  // Throws Error (io) if a store does not answer.
  [[nodiscard]] std::optional<Bytes> get(const StateKey& key) override;
  void drop(const StateKey& key) override;
  void each_node(const StateKey& key, const std::function<void(const Bytes&)>& visit) override;
  // Whether this process has neither written nor found anything.
  [[nodiscard]] bool is_empty() const override { return bytes_ == 0; }

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
  // Bytes read and written so far.
  [[nodiscard]] std::int64_t bytes() const { return bytes_; }

 private:
  [[nodiscard]] std::string missing_text(const StateKey& key) const override;
  [[nodiscard]] std::optional<Bytes> read(const std::string& name);

  const std::filesystem::path folder_;
  const std::uint64_t run_;
  const std::function<void()> guard_;
  std::atomic<std::int64_t> bytes_ = 0;
};

// The number of the run whose records are in `folder`, if that run has this identity.
[[nodiscard]] std::optional<std::uint64_t> find_run(const std::filesystem::path& folder, std::string_view identity);
// Begins a run with this identity and number in `folder`, which must be empty or missing. `guard` is as io::Store::put
// has it.
void begin_run(const std::filesystem::path& folder, std::string_view identity, std::uint64_t run,
               const std::function<void()>& guard);
[[nodiscard]] std::uint64_t random_run();

}  // namespace preamar::blocks
