#include "backends/device/facts.h"

#include "backends/device/extents.h"

#include <algorithm>
#include <optional>

namespace preamar::device {
namespace {

constexpr int group = 64;

}  // namespace

Scratch count_facts(const Session& session, const SieveSpec& spec, Faces edges, const Forest& forest,
                    const ConstImage& image, const ConstImage& marks) {
  const auto [planes, rows, columns] = extents_of(image.shape());
  Scratch facts = session.scratch(forest.cells() * 4);
  session.driver().fill(facts.memory(), 0, 0, forest.cells() * 4);
  std::optional<Input> marked;
  if (spec.trait == Trait::marked) marked.emplace(session, marks);
  const bool by_edge = spec.trait == Trait::inland || spec.trait == Trait::edge;
  session.launch({"facts", "all", "count_cells"}, session.groups_for(forest.cells(), group), group, forest.parents(),
                 marked ? marked->memory() : forest.parents(), facts.memory(), planes, rows, columns,
                 std::int32_t{marked.has_value()}, std::int32_t{by_edge},
                 static_cast<std::int32_t>(bits_of(edges, image.rank())));
  return facts;
}

void judge(const Session& session, const SieveSpec& spec, const Forest& forest, Memory facts) {
  const std::int64_t least = spec.trait == Trait::size ? spec.least : 1;
  session.launch({"facts", "all", "judge"}, session.groups_for(forest.cells(), group), group, forest.parents(), facts,
                 forest.cells(), least, std::int32_t{spec.trait == Trait::inland});
}

void sift(const Session& session, const SieveSpec& spec, const Forest& forest, Memory stays, DType dtype, Memory pixels,
          Memory out) {
  const std::uint32_t opposite = bits_of(dtype, spec.components.joined == Joined::background ? 1 : 0);
  session.launch({"forest", forest.variant(), "sift"}, session.groups_for(forest.cells(), Forest::group), Forest::group,
                 pixels, forest.parents(), stays, out, forest.cells(), opposite);
}

std::vector<std::uint32_t> gather(const Session& session, Memory from, std::span<const std::uint32_t> cells) {
  const auto count = static_cast<std::int64_t>(cells.size());
  std::vector<std::uint32_t> found(cells.size());
  if (count == 0) return found;
  const Scratch places = upload(session, cells), numbers = session.scratch(count * 4);
  session.launch({"facts", "all", "gather"}, session.groups_for(count, group), group, from, places.memory(),
                 numbers.memory(), count);
  session.driver().read(found.data(), numbers.memory(), 0, count * 4);
  return found;
}

void scatter(const Session& session, std::span<const std::uint32_t> numbers, std::span<const std::uint32_t> cells,
             Memory to) {
  const auto count = static_cast<std::int64_t>(cells.size());
  if (count == 0) return;
  const Scratch places = upload(session, cells), values = upload(session, numbers);
  session.launch({"facts", "all", "scatter"}, session.groups_for(count, group), group, values.memory(), places.memory(),
                 to, count);
}

}  // namespace preamar::device
