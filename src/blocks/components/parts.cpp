#include "blocks/components/parts.h"

#include "core/error_text.h"

#include <algorithm>
#include <span>

namespace preamar::blocks {
namespace {

constexpr std::uint32_t parts_version = 1, labelling_version = 1;

void require_version(ByteReader& reader, std::uint32_t known) {
  if (const auto version = reader.get<std::uint32_t>(); version != known)
    throw Error(ErrorKind::io, text("a summary of components has version ", version, "; this program knows ", known));
}

template <class List>
void put(ByteWriter& writer, const List& list) {
  writer.put_list(std::span<const typename List::value_type>(list));
}

}  // namespace

Bytes to_bytes(const Parts& parts) {
  ByteWriter writer;
  writer.put(parts_version);
  put(writer, parts.border);
  put(writer, parts.values);
  put(writer, parts.firsts);
  put(writer, parts.before);
  put(writer, parts.closed);
  put(writer, parts.facts);
  return writer.take();
}

Parts parts_from(const Bytes& bytes) {
  ByteReader reader(bytes);
  require_version(reader, parts_version);
  Parts parts;
  parts.border = reader.get_list<std::uint32_t>();
  parts.values = reader.get_list<std::uint64_t>();
  parts.firsts = reader.get_list<std::uint64_t>();
  parts.before = reader.get_list<std::uint32_t>();
  parts.closed = reader.get_bytes();
  parts.facts = reader.get_list<std::int64_t>();
  const std::size_t count = parts.count();
  const bool fits =
      parts.before.size() == parts.firsts.size() && (parts.values.empty() || parts.values.size() == count);
  if (!fits || std::ranges::any_of(parts.border, [&](std::uint32_t part) { return part > count; }))
    throw Error(ErrorKind::io, "a summary of components contradicts itself");
  return parts;
}

std::vector<std::uint64_t> Labelling::begun() const {
  std::vector<std::uint64_t> labels;
  for (std::size_t i = 0; i < open.size(); ++i)
    if (begins[i] != 0) labels.push_back(open[i]);
  std::ranges::sort(labels);
  return labels;
}

Bytes to_bytes(const Labelling& labelling) {
  ByteWriter writer;
  writer.put(labelling_version);
  writer.put(labelling.total);
  put(writer, labelling.open);
  put(writer, labelling.begins);
  put(writer, labelling.bases);
  return writer.take();
}

Labelling labelling_from(const Bytes& bytes) {
  ByteReader reader(bytes);
  require_version(reader, labelling_version);
  Labelling labelling;
  labelling.total = reader.get<std::uint64_t>();
  labelling.open = reader.get_list<std::uint64_t>();
  labelling.begins = reader.get_list<std::uint8_t>();
  labelling.bases = reader.get_bytes();
  if (labelling.begins.size() != labelling.open.size())
    throw Error(ErrorKind::io, "a verdict on components contradicts itself");
  return labelling;
}

}  // namespace preamar::blocks
