#include "blocks/state/seam_store.h"

#include "core/digest.h"
#include "core/error_text.h"

#include <algorithm>

namespace preamar::blocks {
namespace {

constexpr std::uint32_t border_version = 1;

// Most blocks of a sparse image have one value at all cells, for example "not reached".
void put_list(ByteWriter& to, std::span<const std::uint64_t> values) {
  const bool is_constant = std::ranges::adjacent_find(values, std::ranges::not_equal_to()) == values.end();
  to.put<std::uint64_t>(values.size());
  to.put_list(is_constant ? values.first(std::min<std::size_t>(1, values.size())) : values);
}

std::vector<std::uint64_t> get_list(ByteReader& from) {
  const auto count = from.get<std::uint64_t>();
  std::vector<std::uint64_t> values = from.get_list<std::uint64_t>();
  if (values.size() == 1) values.resize(count, values.front());
  return values;
}

}  // namespace

Bytes to_bytes(const SeamValues& values) {
  ByteWriter writer;
  writer.reserve((values.border.size() + values.around.size() + 8) * sizeof(std::uint64_t));
  writer.put(border_version);
  writer.put(digest(values.summary, 0));
  put_list(writer, values.border);
  put_list(writer, values.around);
  return writer.take();
}

SeamValues seam_values_from(const Bytes& bytes) {
  ByteReader reader(bytes);
  if (const auto found = reader.get<std::uint32_t>(); found != border_version)
    throw Error(ErrorKind::io,
                text("a record of a border has version ", found, "; this program knows ", border_version));
  (void)reader.get<std::uint64_t>();
  SeamValues values;
  values.border = get_list(reader);
  values.around = get_list(reader);
  return values;
}

void SeamStore::put(std::int64_t block, const SeamValues& values) {
  const Bytes bytes = to_bytes(values);
  const std::lock_guard lock(mutex_of(block));
  if (!values.summary.empty()) state_.put(summary_key(block), values.summary);
  state_.put(seam_key(block), bytes);
}

std::optional<SeamStore::Stored> SeamStore::load(std::int64_t block) {
  std::optional<Bytes> bytes;
  {
    const std::lock_guard lock(mutex_of(block));
    bytes = state_.get(seam_key(block));
  }
  if (!bytes) return std::nullopt;
  ByteReader reader(*bytes);
  if (reader.get<std::uint32_t>() != border_version) return std::nullopt;
  const auto summary_sum = reader.get<std::uint64_t>();
  return Stored{seam_values_from(*bytes), summary_sum};
}

std::optional<SeamValues> SeamStore::get(std::int64_t block) {
  std::optional<Stored> stored = load(block);
  return stored ? std::optional(std::move(stored->values)) : std::nullopt;
}

std::optional<SeamValues> SeamStore::restore(std::int64_t block) {
  std::optional<Stored> stored = load(block);
  const std::optional<Bytes> summary = state_.get(summary_key(block));
  if (summary && !(stored && digest(*summary, 0) == stored->summary_sum)) state_.drop(summary_key(block));
  return stored ? std::optional(std::move(stored->values)) : std::nullopt;
}

SeamValues SeamStore::require(std::int64_t block) {
  const std::lock_guard lock(mutex_of(block));
  return seam_values_from(state_.require(seam_key(block)));
}

}  // namespace preamar::blocks
