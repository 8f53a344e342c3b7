#include "operators/level_summary.h"

#include "core/error_text.h"

#include <algorithm>
#include <cstring>

namespace preamar {
namespace {

constexpr std::uint32_t levels_version = 2;

// A level as bytes: the kind of number, and its bits.
struct Stored {
  std::uint64_t kind, bits;
};

// The header; the counts follow.
struct LevelsHeader {
  std::uint64_t version;
  Stored minimum, maximum;
};
static_assert(sizeof(LevelsHeader) == 40);

Stored stored(const PixelValue& level) {
  Stored level_bits{level.index(), 0};
  std::visit([&](auto number) { std::memcpy(&level_bits.bits, &number, sizeof number); }, level);
  return level_bits;
}

template <class T>
T number_in(const Stored& level) {
  T number;
  std::memcpy(&number, &level.bits, sizeof number);
  return number;
}

PixelValue restored(const Stored& level) {
  if (level.kind == 0) return number_in<std::int64_t>(level);
  if (level.kind == 1) return number_in<std::uint64_t>(level);
  return number_in<double>(level);
}

void put_extent(const MinMax& extent, Bytes& summary) {
  const LevelsHeader header{levels_version, stored(extent.minimum), stored(extent.maximum)};
  std::memcpy(summary.data(), &header, sizeof header);
}

LevelsHeader levels_header_in(const Bytes& summary) {
  LevelsHeader header{};
  if (summary.size() < sizeof header) throw Error(ErrorKind::io, "a summary of levels ends too early");
  std::memcpy(&header, summary.data(), sizeof header);
  if (header.version != levels_version)
    throw Error(ErrorKind::io,
                text("a summary of levels has version ", header.version, "; this program knows ", levels_version));
  return header;
}

}  // namespace

Bytes level_summary(const MinMax& extent, std::int64_t bins) {
  Bytes summary(sizeof(LevelsHeader) + static_cast<std::size_t>(bins) * sizeof(std::int64_t));
  put_extent(extent, summary);
  return summary;
}

MinMax extent_in(const Bytes& summary) {
  const LevelsHeader header = levels_header_in(summary);
  return {restored(header.minimum), restored(header.maximum)};
}

std::span<const std::int64_t> counts_in(const Bytes& summary) { return counts_in(const_cast<Bytes&>(summary)); }

std::span<std::int64_t> counts_in(Bytes& summary) {
  (void)levels_header_in(summary);
  return {reinterpret_cast<std::int64_t*>(summary.data() + sizeof(LevelsHeader)),
          (summary.size() - sizeof(LevelsHeader)) / sizeof(std::int64_t)};
}

// The levels of one image have one kind, with one exception: an unsigned level exceeds the range of signed integers.
// Variants compare by kind first, so the order is right.
Bytes merged_levels(Bytes left, Bytes&& right) {
  const std::span<std::int64_t> sums = counts_in(left);
  const std::span<const std::int64_t> more = counts_in(right);
  if (sums.size() != more.size()) throw Error(ErrorKind::io, "two summaries of levels differ in bins");
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += more[i];
  const MinMax a = extent_in(left), b = extent_in(right);
  put_extent({std::min(a.minimum, b.minimum), std::max(a.maximum, b.maximum)}, left);
  return left;
}

}  // namespace preamar
