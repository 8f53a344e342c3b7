#include "skeletons/open_components.h"

#include "backends/device/backend.h"
#include "backends/device/facts.h"
#include "backends/device/numbering.h"
#include "core/box_border.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace preamar::device {
namespace {

// The components of a block as a forest, and which of them are open, by the roots that the border has.
struct Parts {
  Parts(const Session& session, std::string_view skeleton, const ComponentsSpec& spec, Faces edges,
        const ConstImage& block)
      : pixels(session, block), forest(session, skeleton, spec, block, pixels.memory()) {
    const std::vector<std::uint32_t> border = gather(session, forest.parents(), border_cells(edges, block.shape()));
    found.border.reserve(border.size());
    std::unordered_map<std::uint32_t, std::uint32_t> numbers;
    for (const std::uint32_t root : border) {
      if (root == none) {
        found.border.push_back(0);
        continue;
      }
      const auto [at, is_new] = numbers.try_emplace(root, found.count);
      if (is_new) {
        roots.push_back(root);
        ++found.count;
      }
      found.border.push_back(at->second + 1);
    }
  }

  // At the root of each open component its number + 1, elsewhere 0.
  [[nodiscard]] Scratch opened(const Session& session) const {
    Scratch marks = session.scratch(forest.cells() * 4);
    session.driver().fill(marks.memory(), 0, 0, forest.cells() * 4);
    std::vector<std::uint32_t> numbers(roots.size());
    std::iota(numbers.begin(), numbers.end(), 1);
    scatter(session, numbers, roots, marks.memory());
    return marks;
  }

  Input pixels;
  Forest forest;
  std::vector<std::uint32_t> roots;  // of each open component its first cell
  OpenComponents found;

 private:
  static constexpr std::uint32_t none = UINT32_MAX;

  static std::vector<std::uint32_t> border_cells(Faces edges, const Shape& shape) {
    std::vector<std::uint32_t> cells;
    const BoxBorder border({{}, shape}, edges);
    cells.reserve(static_cast<std::size_t>(border.count()));
    border.for_each([&](const preamar::Place& cell) {
      std::int64_t i = 0;
      for (int axis = 0; axis < shape.rank(); ++axis) i = i * shape[axis] + cell[static_cast<std::size_t>(axis)];
      cells.push_back(static_cast<std::uint32_t>(i));
    });
    return cells;
  }
};

std::int64_t columns_of(const ConstImage& block) { return block.shape()[block.rank() - 1]; }

std::vector<std::uint32_t> sums_before(std::vector<std::uint32_t> counts) {
  std::exclusive_scan(counts.begin(), counts.end(), counts.begin(), std::uint32_t{0});
  return counts;
}

}  // namespace

OpenComponents open_components(const Execution& on, const ComponentsSpec& spec, Faces edges, const ConstImage& block) {
  if (block.shape().count() == 0) return {};
  const Session session(on);
  Parts parts(session, "open_components", spec, edges, block);
  const Scratch opened = parts.opened(session), numbers = session.scratch(parts.forest.cells() * 4);
  const Counted closed{opened.memory()};
  parts.found.closed = count_roots(session, parts.forest, closed, columns_of(block));
  number_roots(session, parts.forest, closed, numbering_variant(DType::uint32), numbers.memory());
  const std::vector<std::uint32_t> begun = sums_before(parts.found.closed),
                                   ranks = gather(session, numbers.memory(), parts.roots);
  for (std::size_t i = 0; i < parts.roots.size(); ++i) {
    const std::int64_t cell = parts.roots[i];
    parts.found.beginnings.push_back({cell, ranks[i] - 1 - begun[static_cast<std::size_t>(cell / columns_of(block))]});
  }
  return std::move(parts.found);
}

OpenComponents open_facts(const Execution& on, const SieveSpec& spec, Faces edges, const ConstImage& block,
                          const ConstImage& marks) {
  if (block.shape().count() == 0) return {};
  const Session session(on);
  Parts parts(session, "open_facts", spec.components, edges, block);
  const Scratch facts = count_facts(session, spec, edges, parts.forest, block, marks);
  const std::vector<std::uint32_t> found = gather(session, facts.memory(), parts.roots);
  parts.found.facts.assign(found.begin(), found.end());
  return std::move(parts.found);
}

void label_block(const Execution& on, const ComponentsSpec& spec, Faces edges, const ConstImage& block,
                 const BlockLabels& known, const Image& labels) {
  if (block.shape().count() == 0) return;
  const Session session(on);
  const Parts parts(session, "label_block", spec, edges, block);
  const Forest& forest = parts.forest;
  const Scratch opened = parts.opened(session);
  const Counted closed{opened.memory()};
  const std::vector<std::uint32_t> begun = sums_before(count_roots(session, forest, closed, columns_of(block)));
  const Output out(session, labels);
  const std::string_view variant = numbering_variant(labels.dtype());
  number_roots(session, forest, closed, variant, out.memory());
  const Scratch open_labels = upload(session, known.open), open_begun = upload(session, known.begun),
                bases = upload(session, known.bases), before = upload(session, std::span(begun));
  session.launch({"numbering", variant, "name_roots"}, session.groups_for(forest.cells(), Forest::group), Forest::group,
                 forest.parents(), opened.memory(), open_labels.memory(), open_begun.memory(), bases.memory(),
                 before.memory(), out.memory(), forest.cells(), columns_of(block),
                 static_cast<std::int64_t>(known.begun.size()));
  spread_labels(session, forest, variant, out.memory());
  out.finish();
}

void sieve_block(const Execution& on, const SieveSpec& spec, Faces edges, const ConstImage& block,
                 const ConstImage& marks, std::span<const std::uint8_t> stays, const Image& out) {
  if (block.shape().count() == 0) return;
  const Session session(on);
  const Parts parts(session, "sieve_block", spec.components, edges, block);
  const Scratch facts = count_facts(session, spec, edges, parts.forest, block, marks);
  judge(session, spec, parts.forest, facts.memory());
  scatter(session, std::vector<std::uint32_t>(stays.begin(), stays.end()), parts.roots, facts.memory());
  const Output sifted(session, out);
  sift(session, spec, parts.forest, facts.memory(), block.dtype(), parts.pixels.memory(), sifted.memory());
  sifted.finish();
}

}  // namespace preamar::device
