#include "blocks/families/components/region_components.h"

#include "core/error_text.h"

#include <algorithm>

namespace preamar::blocks {
namespace {

constexpr std::uint32_t components_version = 1, labels_version = 1;

void require_components_version(ByteReader& reader, std::uint32_t known) {
  if (const auto version = reader.get<std::uint32_t>(); version != known)
    throw Error(ErrorKind::io, text("a record of components has version ", version, "; this program knows ", known));
}

}  // namespace

Bytes to_bytes(const RegionComponents& components) {
  ByteWriter writer;
  writer.put(components_version);
  put_list(writer, components.border);
  put_list(writer, components.values);
  put_list(writer, components.firsts);
  put_list(writer, components.before);
  put_list(writer, components.closed);
  put_list(writer, components.counts);
  return writer.take();
}

RegionComponents region_components_from(const Bytes& bytes) {
  ByteReader reader(bytes);
  require_components_version(reader, components_version);
  RegionComponents components;
  components.border = reader.get_list<std::uint32_t>();
  components.values = reader.get_list<std::uint64_t>();
  components.firsts = reader.get_list<std::uint64_t>();
  components.before = reader.get_list<std::uint32_t>();
  components.closed = reader.get_bytes();
  components.counts = reader.get_list<std::int64_t>();
  const std::size_t count = components.count();
  const bool fits = components.before.size() == components.firsts.size() &&
                    (components.values.empty() || components.values.size() == count);
  if (!fits || std::ranges::any_of(components.border, [&](std::uint32_t component) { return component > count; }))
    throw Error(ErrorKind::io, "a summary of components contradicts itself");
  return components;
}

std::vector<std::uint64_t> RegionLabels::begun() const {
  std::vector<std::uint64_t> labels;
  for (std::size_t i = 0; i < open.size(); ++i)
    if (begins[i] != 0) labels.push_back(open[i]);
  std::ranges::sort(labels);
  return labels;
}

Bytes to_bytes(const RegionLabels& labels) {
  ByteWriter writer;
  writer.put(labels_version);
  writer.put(labels.total);
  put_list(writer, labels.open);
  put_list(writer, labels.begins);
  put_list(writer, labels.bases);
  return writer.take();
}

RegionLabels region_labels_from(const Bytes& bytes) {
  ByteReader reader(bytes);
  require_components_version(reader, labels_version);
  RegionLabels labels;
  labels.total = reader.get<std::uint64_t>();
  labels.open = reader.get_list<std::uint64_t>();
  labels.begins = reader.get_list<std::uint8_t>();
  labels.bases = reader.get_bytes();
  if (labels.begins.size() != labels.open.size())
    throw Error(ErrorKind::io, "the labels of a region contradict themselves");
  return labels;
}

}  // namespace preamar::blocks
