#include "blocks/run_record.h"

#include "core/digest.h"
#include "core/url.h"
#include "io/store/store.h"

#include <algorithm>
#include <cstring>
#include <random>

namespace preamar::blocks {
namespace {

constexpr const char* identity_name = "identity";
constexpr std::uint64_t any_run = 0;

std::uint64_t record_sum(std::uint64_t run, std::string_view name, std::span<const std::byte> bytes) {
  return digest(bytes, digest(std::as_bytes(std::span(name)), run));
}

}  // namespace

void put_record(const std::filesystem::path& folder, std::uint64_t run, const std::string& name,
                std::span<const std::byte> bytes, const std::function<void()>& guard) {
  const std::uint64_t sum = record_sum(run, name, bytes);
  Bytes all(sizeof(sum) + bytes.size());
  std::memcpy(all.data(), &sum, sizeof(sum));
  std::ranges::copy(bytes, all.begin() + sizeof(sum));
  io::store_of(folder).put(folder / name, all, guard);
}

std::optional<Bytes> get_record(const std::filesystem::path& folder, std::uint64_t run, const std::string& name) try {
  const auto all = io::read_object(folder / name, folder, folder);
  std::uint64_t sum = 0;
  if (!all || all->size() < sizeof(sum)) return std::nullopt;
  std::memcpy(&sum, all->data(), sizeof(sum));
  Bytes bytes(all->begin() + sizeof(sum), all->end());
  return sum == record_sum(run, name, bytes) ? std::optional(std::move(bytes)) : std::nullopt;
} catch (const Error&) {
  // A store that does not answer may have the record: a run that took it for missing would remove what can be resumed.
  if (is_url(folder)) throw;
  return std::nullopt;
}

std::optional<std::uint64_t> find_run(const std::filesystem::path& folder, std::string_view identity) {
  const auto bytes = get_record(folder, any_run, identity_name);
  if (!bytes || bytes->size() < sizeof(std::uint64_t)) return std::nullopt;
  const auto run = ByteReader(*bytes).get<std::uint64_t>();
  const std::string_view text(reinterpret_cast<const char*>(bytes->data()) + sizeof(run), bytes->size() - sizeof(run));
  return text == identity ? std::optional(run) : std::nullopt;
}

std::optional<std::uint64_t> run_in(const std::filesystem::path& folder) {
  const auto bytes = get_record(folder, any_run, identity_name);
  if (!bytes || bytes->size() < sizeof(std::uint64_t)) return std::nullopt;
  return ByteReader(*bytes).get<std::uint64_t>();
}

std::uint64_t random_run() {
  std::random_device random;
  return std::uint64_t{random()} << 32 | random();
}

std::uint64_t begin_run(const std::filesystem::path& folder, std::string_view identity,
                        const std::function<void()>& guard) {
  const std::uint64_t run = random_run();
  begin_run(folder, identity, run, guard);
  return run;
}

void begin_run(const std::filesystem::path& folder, std::string_view identity, std::uint64_t run,
               const std::function<void()>& guard) {
  ByteWriter writer;
  writer.put(run);
  for (const char letter : identity) writer.put(letter);
  put_record(folder, any_run, identity_name, writer.take(), guard);
}

void forget_run(const std::filesystem::path& folder) { io::store_of(folder).remove(folder / identity_name); }

}  // namespace preamar::blocks
