#include "operators/measure_summary.h"

#include <cstring>
#include <utility>

namespace preamar {
using namespace primitives;
namespace {

// The header. The ends, the sums and the points follow, each at a multiple of 16 bytes.
struct alignas(16) HullsHeader {
  std::uint64_t labels, sums_bytes, points, row_bytes;
};
static_assert(sizeof(HullsHeader) == 32 && sizeof(HullPoint) == 16);

std::size_t ends_bytes(std::uint64_t labels) { return (labels + 1) / 2 * 16; }

HullsHeader hulls_header_in(std::span<const std::byte> bytes) {
  HullsHeader header{};
  if (bytes.size() >= sizeof(HullsHeader)) std::memcpy(&header, bytes.data(), sizeof(HullsHeader));
  const std::size_t most = bytes.size();
  if (header.labels > most || header.sums_bytes > most || header.points > most ||
      most != sizeof(HullsHeader) + ends_bytes(header.labels) + header.sums_bytes + header.points * sizeof(HullPoint))
    throw Error(ErrorKind::io, "a summary of hulls contradicts itself");
  return header;
}

}  // namespace

HullSummary::HullSummary(std::span<const std::byte> bytes) {
  const HullsHeader header = hulls_header_in(bytes);
  const std::byte* at = bytes.data() + sizeof(HullsHeader);
  ends_ = {reinterpret_cast<const std::uint64_t*>(at), header.labels};
  at += ends_bytes(header.labels);
  sums_ = LabelSumsView(std::span(at, header.sums_bytes));
  at += header.sums_bytes;
  points_ = {reinterpret_cast<const HullPoint*>(at), header.points};
  row_bytes_ = header.row_bytes;
}

std::span<const HullPoint> HullSummary::hull(std::size_t i) const {
  const auto points_until = [&](std::size_t end) {
    return end == 0 ? 0 : (ends_[end - 1] - end * row_bytes_) / sizeof(HullPoint);
  };
  return points_.subspan(points_until(i), points_until(i + 1) - points_until(i));
}

Hulls HullSummary::hulls(std::size_t first, std::size_t count) const {
  Hulls hulls;
  for (std::size_t i = first; i < first + count; ++i) hulls.emplace_back(hull(i).begin(), hull(i).end());
  return hulls;
}

Bytes hull_summary(const Bytes& sums, const Hulls& hulls) {
  HullsHeader header{hulls.size(), sums.size(), 0, 0};
  for (const auto& hull : hulls) header.points += hull.size();
  if (!hulls.empty()) header.row_bytes = sums.size() / hulls.size() + sizeof(std::uint64_t);
  Bytes bytes(sizeof(HullsHeader) + ends_bytes(header.labels) + header.sums_bytes + header.points * sizeof(HullPoint));
  std::memcpy(bytes.data(), &header, sizeof(HullsHeader));
  std::byte* ends = bytes.data() + sizeof(HullsHeader);
  std::byte* points = ends + ends_bytes(header.labels);
  std::memcpy(points, sums.data(), sums.size());
  points += sums.size();
  std::uint64_t end = 0;
  for (const auto& hull : hulls) {
    const std::size_t hull_bytes = hull.size() * sizeof(HullPoint);
    end += header.row_bytes + hull_bytes;
    std::memcpy(std::exchange(ends, ends + sizeof(end)), &end, sizeof(end));
    std::memcpy(std::exchange(points, points + hull_bytes), hull.data(), hull_bytes);
  }
  return bytes;
}

Bytes sliced_hull_summary(const Bytes& bytes, std::size_t first, std::size_t count) {
  const HullSummary summary(bytes);
  return hull_summary(sliced_label_sums(summary.sums(), first, count), summary.hulls(first, count));
}

Bytes merged_hull_summaries(const Bytes& left_bytes, const Bytes& right_bytes) {
  const HullSummary left(left_bytes), right(right_bytes);
  const Bytes sums = merged_label_sums(to_bytes(left.sums()), to_bytes(right.sums()));
  Hulls hulls;
  std::size_t i = 0, j = 0;
  for (const std::uint64_t label : LabelSumsView(sums).labels) {
    const bool in_left = i < left.ends().size() && left.sums().labels[i] == label;
    const bool in_right = j < right.ends().size() && right.sums().labels[j] == label;
    std::vector<HullPoint>& hull = hulls.emplace_back();
    if (in_left) hull.assign(left.hull(i).begin(), left.hull(i).end());
    if (in_right) hull.insert(hull.end(), right.hull(j).begin(), right.hull(j).end());
    if (in_left && in_right) hull = convex_hull(std::move(hull));
    i += in_left;
    j += in_right;
  }
  return hull_summary(sums, hulls);
}

}  // namespace preamar
