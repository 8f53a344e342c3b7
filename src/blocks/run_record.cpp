#include "blocks/run_record.h"

#include "core/digest.h"
#include "platform/file.h"

#include <random>
#include <system_error>

namespace preamar::blocks {
namespace {

constexpr const char* identity_name = "identity";
constexpr std::uint64_t any_run = 0;

std::uint64_t sum_of(std::uint64_t run, std::string_view name, std::span<const std::byte> bytes) {
  return digest(bytes, digest(std::as_bytes(std::span(name)), run));
}

}  // namespace

void put_record(const std::filesystem::path& folder, std::uint64_t run, const std::string& name,
                std::span<const std::byte> bytes) {
  const std::uint64_t sum = sum_of(run, name, bytes);
  std::error_code none;
  std::filesystem::create_directories(folder, none);
  OutFile file(folder / name, folder / name);
  file.write(0, &sum, sizeof(sum));
  file.write(sizeof(sum), bytes.data(), std::ssize(bytes));
}

std::optional<Bytes> get_record(const std::filesystem::path& folder, std::uint64_t run, const std::string& name) try {
  const auto in = open_if_present(folder / name, folder, folder);
  std::uint64_t sum = 0;
  if (!in || in->size() < std::int64_t{sizeof(sum)}) return std::nullopt;
  Bytes bytes(static_cast<std::size_t>(in->size()) - sizeof(sum));
  in->read(0, &sum, sizeof(sum));
  in->read(sizeof(sum), bytes.data(), std::ssize(bytes));
  return sum == sum_of(run, name, bytes) ? std::optional(std::move(bytes)) : std::nullopt;
} catch (const Error&) {
  return std::nullopt;
}

std::optional<std::uint64_t> find_run(const std::filesystem::path& folder, std::string_view identity) {
  const auto bytes = get_record(folder, any_run, identity_name);
  if (!bytes || bytes->size() < sizeof(std::uint64_t)) return std::nullopt;
  const auto run = ByteReader(*bytes).get<std::uint64_t>();
  const std::string_view text(reinterpret_cast<const char*>(bytes->data()) + sizeof(run), bytes->size() - sizeof(run));
  return text == identity ? std::optional(run) : std::nullopt;
}

std::uint64_t begin_run(const std::filesystem::path& folder, std::string_view identity) {
  std::random_device random;
  const std::uint64_t run = std::uint64_t{random()} << 32 | random();
  ByteWriter writer;
  writer.put(run);
  for (const char letter : identity) writer.put(letter);
  put_record(folder, any_run, identity_name, writer.take());
  return run;
}

void forget_run(const std::filesystem::path& folder) {
  std::error_code none;
  std::filesystem::remove(folder / identity_name, none);
}

}  // namespace preamar::blocks
