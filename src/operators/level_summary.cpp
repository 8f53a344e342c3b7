#include "operators/level_summary.h"

#include "core/error_text.h"

#include <algorithm>
#include <span>

namespace preamar {
namespace {

constexpr std::uint32_t version = 1;

void put(ByteWriter& writer, const Level& level) {
  writer.put(static_cast<std::uint32_t>(level.index()));
  std::visit([&](auto number) { writer.put(number); }, level);
}

Level level_from(ByteReader& reader) {
  switch (reader.get<std::uint32_t>()) {
    case 0:
      return reader.get<std::int64_t>();
    case 1:
      return reader.get<std::uint64_t>();
    default:
      return reader.get<double>();
  }
}

}  // namespace

Bytes to_bytes(const LevelSummary& summary) {
  ByteWriter writer;
  writer.put(version);
  put(writer, summary.extent.minimum);
  put(writer, summary.extent.maximum);
  writer.put_list(std::span<const std::int64_t>(summary.counts));
  return writer.take();
}

LevelSummary level_summary_from(const Bytes& bytes) {
  ByteReader reader(bytes);
  if (const auto found = reader.get<std::uint32_t>(); found != version)
    throw Error(ErrorKind::io, text("a summary of levels has version ", found, "; this program knows ", version));
  LevelSummary summary;
  summary.extent.minimum = level_from(reader);
  summary.extent.maximum = level_from(reader);
  summary.counts = reader.get_list<std::int64_t>();
  return summary;
}

// Levels of one image are of one kind, but that an unsigned level is one that no signed integer holds; and variants
// compare by kind first.
Bytes merged_levels(const Bytes& left, const Bytes& right) {
  LevelSummary sum = level_summary_from(left);
  const LevelSummary other = level_summary_from(right);
  if (sum.counts.size() != other.counts.size()) throw Error(ErrorKind::io, "two summaries of levels differ in bins");
  sum.extent = {std::min(sum.extent.minimum, other.extent.minimum), std::max(sum.extent.maximum, other.extent.maximum)};
  for (std::size_t i = 0; i < sum.counts.size(); ++i) sum.counts[i] += other.counts[i];
  return to_bytes(sum);
}

}  // namespace preamar
