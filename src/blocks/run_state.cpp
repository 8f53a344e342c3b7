#include "blocks/run_state.h"

#include "core/digest.h"
#include "core/error_text.h"
#include "platform/file.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <random>

namespace preamar::blocks {
namespace {

class MemoryState : public RunState {
 public:
  void put(const std::string& name, const Bytes& bytes) override {
    const std::lock_guard lock(mutex_);
    entries_[name] = bytes;
  }
  std::optional<Bytes> get(const std::string& name) override {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(name);
    return found == entries_.end() ? std::nullopt : std::optional(found->second);
  }
  void drop(const std::string& name) override {
    const std::lock_guard lock(mutex_);
    entries_.erase(name);
  }

 private:
  std::mutex mutex_;
  std::map<std::string, Bytes> entries_;
};

class FolderState : public RunState {
 public:
  FolderState(const std::filesystem::path& folder, std::uint64_t run) : folder_(folder), run_(run) {}

  void make_folder() const {
    std::error_code code;
    std::filesystem::create_directories(folder_, code);
    if (code) throw Error(ErrorKind::io, text(folder_.string(), ": cannot make the folder: ", code.message()));
  }

  // The digest of the bytes comes first, seeded by run and name.
  void put(const std::string& name, const Bytes& bytes) override {
    const std::uint64_t sum = sum_of(name, bytes);
    Bytes all(sizeof(sum) + bytes.size());
    std::memcpy(all.data(), &sum, sizeof(sum));
    std::copy(bytes.begin(), bytes.end(), all.begin() + sizeof(sum));
    write_file(folder_ / name, all);
  }

  std::optional<Bytes> get(const std::string& name) override try {
    const auto in = open_if_present(folder_ / name, folder_);
    std::uint64_t sum = 0;
    if (!in || in->size() < std::int64_t{sizeof(sum)}) return std::nullopt;
    Bytes bytes(static_cast<std::size_t>(in->size()) - sizeof(sum));
    in->read(0, &sum, sizeof(sum));
    in->read(sizeof(sum), bytes.data(), std::ssize(bytes));
    return sum == sum_of(name, bytes) ? std::optional(std::move(bytes)) : std::nullopt;
  } catch (const Error&) {
    return std::nullopt;
  }

  void drop(const std::string& name) override {
    std::error_code none;
    std::filesystem::remove(folder_ / name, none);
  }

 private:
  [[nodiscard]] std::uint64_t sum_of(std::string_view name, const Bytes& bytes) const {
    return digest(bytes, digest(std::as_bytes(std::span(name)), run_));
  }

  std::filesystem::path folder_;
  std::uint64_t run_;
};

constexpr const char* identity_name = "identity";
constexpr std::uint64_t any_run = 0;

}  // namespace

std::unique_ptr<RunState> in_memory_state() { return std::make_unique<MemoryState>(); }

std::optional<std::uint64_t> find_run(const std::filesystem::path& folder, std::string_view identity) {
  const auto bytes = FolderState(folder, any_run).get(identity_name);
  if (!bytes || bytes->size() < sizeof(std::uint64_t)) return std::nullopt;
  const auto run = ByteReader(*bytes).get<std::uint64_t>();
  const std::string_view text(reinterpret_cast<const char*>(bytes->data()) + sizeof(run), bytes->size() - sizeof(run));
  return text == identity ? std::optional(run) : std::nullopt;
}

std::uint64_t begin_run(const std::filesystem::path& folder, std::string_view identity) {
  FolderState state(folder, any_run);
  state.make_folder();
  std::random_device random;
  const std::uint64_t run = std::uint64_t{random()} << 32 | random();
  ByteWriter writer;
  writer.put(run);
  for (const char letter : identity) writer.put(letter);
  state.put(identity_name, writer.take());
  return run;
}

std::unique_ptr<RunState> state_in_folder(const std::filesystem::path& folder, std::uint64_t run) {
  auto state = std::make_unique<FolderState>(folder, run);
  state->make_folder();
  return state;
}

}  // namespace preamar::blocks
