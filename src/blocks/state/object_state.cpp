#include "blocks/state/object_state.h"

#include "core/digest.h"
#include "core/error_text.h"
#include "core/notation.h"
#include "core/url.h"
#include "io/store/store.h"

#include <algorithm>
#include <cstring>
#include <random>
#include <span>

namespace preamar::blocks {
namespace {

constexpr std::uint64_t any_run = 0;
constexpr StateKey identity_key{StateKind::identity};

std::uint64_t sum_of(std::uint64_t run, std::string_view name, std::span<const std::byte> bytes) {
  return digest(bytes, digest(std::as_bytes(std::span(name)), run));
}

}  // namespace

void ObjectState::put(const StateKey& key, const Bytes& bytes) {
  const std::string name = name_of(key);
  const std::uint64_t sum = sum_of(run_, name, bytes);
  Bytes all(sizeof(sum) + bytes.size());
  std::memcpy(all.data(), &sum, sizeof(sum));
  std::ranges::copy(bytes, all.begin() + sizeof(sum));
  io::store_of(folder_).put(folder_ / name, all, guard_);
  bytes_ += std::ssize(all);
}

std::optional<Bytes> ObjectState::read(const std::string& name) try {
  const auto all = io::read_object(folder_ / name, folder_, folder_);
  std::uint64_t sum = 0;
  if (!all || all->size() < sizeof(sum)) return std::nullopt;
  std::memcpy(&sum, all->data(), sizeof(sum));
  Bytes bytes(all->begin() + sizeof(sum), all->end());
  if (sum != sum_of(run_, name, bytes)) return std::nullopt;
  bytes_ += std::ssize(*all);
  return bytes;
} catch (const Error&) {
  // A store that does not answer may have the record: a run that took it for missing would remove what can be resumed.
  if (is_url(folder_)) throw;
  return std::nullopt;
}

std::optional<Bytes> ObjectState::get(const StateKey& key) { return read(name_of(key)); }

void ObjectState::drop(const StateKey& key) { io::store_of(folder_).remove(folder_ / name_of(key)); }

void ObjectState::each_node(const StateKey& key, const std::function<void(const Bytes&)>& visit) {
  const std::filesystem::path nodes = (folder_ / name_of(key)).parent_path();
  io::store_of(folder_).list(nodes, [&](const std::filesystem::path& file, const FileStamp&) {
    if (const auto bytes = read(file.lexically_relative(folder_).generic_string())) visit(*bytes);
  });
}

std::string ObjectState::missing_text(const StateKey& key) const {
  return text((folder_ / name_of(key)).string(), ": is missing or damaged: a task of an earlier stage is not done, or ",
              "its result was lost; plan the job again with ", setting("resume", "true"),
              " and do its tasks in the order of the stages");
}

std::optional<std::uint64_t> find_run(const std::filesystem::path& folder, std::string_view identity) {
  const auto bytes = ObjectState(folder, any_run).get(identity_key);
  if (!bytes || bytes->size() < sizeof(std::uint64_t)) return std::nullopt;
  const auto run = ByteReader(*bytes).get<std::uint64_t>();
  const std::string_view text(reinterpret_cast<const char*>(bytes->data()) + sizeof(run), bytes->size() - sizeof(run));
  return text == identity ? std::optional(run) : std::nullopt;
}

std::uint64_t random_run() {
  std::random_device random;
  return std::uint64_t{random()} << 32 | random();
}

void begin_run(const std::filesystem::path& folder, std::string_view identity, std::uint64_t run,
               const std::function<void()>& guard) {
  ByteWriter writer;
  writer.put(run);
  for (const char letter : identity) writer.put(letter);
  ObjectState(folder, any_run, guard).put(identity_key, writer.take());
}

}  // namespace preamar::blocks
