#include "blocks/families/components/component_filters.h"

#include "blocks/families/components/seam_components.h"
#include "core/error_text.h"
#include "primitives/border_components.h"

#include <algorithm>
#include <span>

namespace preamar::blocks {
using namespace primitives;
namespace {

constexpr std::uint32_t filter_version = 1;

void require_filter_version(ByteReader& reader) {
  if (const auto found = reader.get<std::uint32_t>(); found != filter_version)
    throw Error(ErrorKind::io,
                text("a record of filtered components has version ", found, "; this program knows ", filter_version));
}

}  // namespace

Bytes to_bytes(const KeepFlags& flags) {
  ByteWriter writer;
  writer.put(filter_version);
  writer.put_list(std::span<const std::uint8_t>(flags));
  return writer.take();
}

KeepFlags keep_flags_from(const Bytes& bytes) {
  ByteReader reader(bytes);
  require_filter_version(reader);
  return reader.get_list<std::uint8_t>();
}

Merged merge_component_filters(const Operation& operation, const Seam& seam, const ComponentFilterSpec& spec,
                               const Bytes& low_bytes, const Bytes& high_bytes) {
  const RegionComponents low = region_components_from(low_bytes), high = region_components_from(high_bytes);
  SeamComponents united = join(seam, operation.image, spec.components.connectivity, low, high);
  std::vector<std::int64_t> counts(united.count);
  for (std::size_t i = 0; i < united.component_of.size(); ++i)
    counts[united.component_of[i]] += i < low.count() ? low.counts[i] : high.counts[i - low.count()];
  KeepFlags closed;
  for (std::size_t component = united.open; component < united.count; ++component)
    closed.push_back(has_trait(spec, counts[component]));

  RegionComponents joined;
  joined.values = joined_values(united, low, high);
  joined.border = std::move(united.border);
  joined.counts.assign(counts.begin(), counts.begin() + united.open);
  ByteWriter record;
  record.put(filter_version);
  record.put(static_cast<std::uint64_t>(low.count()));
  record.put_list(std::span<const std::uint32_t>(united.component_of));
  record.put_list(std::span<const std::uint8_t>(closed));
  return {to_bytes(joined), record.take()};
}

std::pair<Bytes, Bytes> split_component_filters(const Bytes& merge_record, const Bytes& border_result) {
  ByteReader reader(merge_record);
  require_filter_version(reader);
  const auto low_count = reader.get<std::uint64_t>();
  const auto component_of = reader.get_list<std::uint32_t>();
  const auto closed = reader.get_list<std::uint8_t>();
  KeepFlags all = keep_flags_from(border_result), low, high;
  all.insert(all.end(), closed.begin(), closed.end());
  if (low_count > component_of.size() ||
      std::ranges::any_of(component_of, [&](std::uint32_t component) { return component >= all.size(); }))
    throw Error(ErrorKind::io, "a record of filtered components is not that of its region");
  for (std::size_t i = 0; i < component_of.size(); ++i) (i < low_count ? low : high).push_back(all[component_of[i]]);
  return {to_bytes(low), to_bytes(high)};
}

}  // namespace preamar::blocks
