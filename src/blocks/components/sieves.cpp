#include "blocks/components/sieves.h"

#include "blocks/components/joint.h"
#include "core/error_text.h"
#include "skeletons/open_components.h"

#include <algorithm>
#include <span>

namespace preamar::blocks {
namespace {

constexpr std::uint32_t version = 1;

void require_version(ByteReader& reader) {
  if (const auto found = reader.get<std::uint32_t>(); found != version)
    throw Error(ErrorKind::io, text("a verdict on components has version ", found, "; this program knows ", version));
}

}  // namespace

Bytes to_bytes(const Stays& stays) {
  ByteWriter writer;
  writer.put(version);
  writer.put_list(std::span<const std::uint8_t>(stays));
  return writer.take();
}

Stays stays_from(const Bytes& bytes) {
  ByteReader reader(bytes);
  require_version(reader);
  return reader.get_list<std::uint8_t>();
}

Merged merge_sieves(const Task& task, const Seam& seam, const SieveSpec& spec, const Bytes& low_bytes,
                    const Bytes& high_bytes) {
  const Parts low = parts_from(low_bytes), high = parts_from(high_bytes);
  Joint joint = join(seam, task.image, spec.components.connectivity, low, high);
  std::vector<std::int64_t> facts(joint.count);
  for (std::size_t i = 0; i < joint.part_of.size(); ++i)
    facts[joint.part_of[i]] += i < low.count() ? low.facts[i] : high.facts[i - low.count()];
  Stays closed;
  for (std::size_t part = joint.open; part < joint.count; ++part) closed.push_back(has_trait(spec, facts[part]));

  Parts joined;
  joined.values = joined_values(joint, low, high);
  joined.border = std::move(joint.border);
  joined.facts.assign(facts.begin(), facts.begin() + joint.open);
  ByteWriter kept;
  kept.put(version);
  kept.put(static_cast<std::uint64_t>(low.count()));
  kept.put_list(std::span<const std::uint32_t>(joint.part_of));
  kept.put_list(std::span<const std::uint8_t>(closed));
  return {to_bytes(joined), kept.take()};
}

std::pair<Bytes, Bytes> split_sieves(const Bytes& kept, const Bytes& verdict) {
  ByteReader reader(kept);
  require_version(reader);
  const auto low_count = reader.get<std::uint64_t>();
  const auto part_of = reader.get_list<std::uint32_t>();
  const auto closed = reader.get_list<std::uint8_t>();
  Stays all = stays_from(verdict), low, high;
  all.insert(all.end(), closed.begin(), closed.end());
  if (low_count > part_of.size() ||
      std::ranges::any_of(part_of, [&](std::uint32_t part) { return part >= all.size(); }))
    throw Error(ErrorKind::io, "a verdict on components is not that of the region they are in");
  for (std::size_t i = 0; i < part_of.size(); ++i) (i < low_count ? low : high).push_back(all[part_of[i]]);
  return {to_bytes(low), to_bytes(high)};
}

}  // namespace preamar::blocks
