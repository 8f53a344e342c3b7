#include "primitives/border_components.h"

#include "backends/reference/backend.h"
#include "backends/reference/cells.h"
#include "core/box_border.h"
#include "core/dispatch.h"

#include <algorithm>
#include <vector>

namespace preamar::reference {
using namespace primitives;
namespace {

constexpr std::uint32_t none = UINT32_MAX;

// The components of a block in raster order, as labels 1 to `count`, and which of them are open.
struct Parts {
  Parts(const Execution& on, const ComponentsSpec& spec, Faces edges, ConstImageView block)
      : image(DType::uint32, block.shape()),
        count(static_cast<std::size_t>(reference::label(on, spec, block, image))),
        opened(count + 1, none) {
    const BoxBorder cells({{}, block.shape()}, edges);
    cells.for_each([&](const Coordinates& cell) {
      const std::uint32_t part = at(cell);
      if (part != 0 && opened[part] == none) opened[part] = found.count++;
      found.border.push_back(part == 0 ? 0 : opened[part] + 1);
    });
  }

  [[nodiscard]] const std::uint32_t* labels() const { return static_cast<const std::uint32_t*>(image.data()); }
  [[nodiscard]] std::uint32_t at(const Coordinates& cell) const {
    std::int64_t i = 0;
    for (int axis = 0; axis < image.shape().rank(); ++axis)
      i = i * image.shape()[axis] + cell[static_cast<std::size_t>(axis)];
    return labels()[i];
  }
  [[nodiscard]] std::int64_t columns() const { return image.shape()[image.shape().rank() - 1]; }

  Image image;
  std::size_t count;
  std::vector<std::uint32_t> opened;  // per label: its open component
  BorderComponents found;
};

bool on_edge(const Shape& shape, Faces edges, std::int64_t cell) {
  for (int axis = shape.rank() - 1; axis >= 0; --axis) {
    const std::int64_t at = cell % shape[axis];
    if ((at == 0 && edges.low(axis)) || (at == shape[axis] - 1 && edges.high(axis))) return true;
    cell /= shape[axis];
  }
  return false;
}

// Per label, the number of cells that count for the trait.
std::vector<std::int64_t> counts_of(const ComponentFilterSpec& spec, Faces edges, const Parts& parts,
                                    const std::optional<ConstImageView>& marks) {
  std::vector<std::int64_t> counts(parts.count + 1);
  std::int64_t cell = 0;
  const auto count_cell = [&](std::int64_t z, std::int64_t y, std::int64_t x) {
    const bool is_counted = spec.trait == Trait::size     ? true
                            : spec.trait == Trait::marked ? Cells<std::uint8_t>(*marks).at(z, y, x) != 0
                                                          : on_edge(parts.image.shape(), edges, cell);
    counts[parts.labels()[cell++]] += is_counted;
  };
  Cells<std::uint32_t>(parts.image).for_each(count_cell);
  return counts;
}

template <class Label>
void write_labels(const Parts& parts, const BlockLabels& known, ImageView out) {
  std::vector<std::uint64_t> final(parts.count + 1);
  std::size_t next = 1;
  std::int64_t cell = 0;
  std::uint64_t last = 0;
  const Cells<Label> to(out);
  to.for_each([&](std::int64_t z, std::int64_t y, std::int64_t x) {
    if (x == 0) last = known.bases[static_cast<std::size_t>(cell / parts.columns())];
    const std::uint32_t part = parts.labels()[cell++];
    if (part == next) {
      ++next;
      if (parts.opened[part] != none) {
        final[part] = known.open[parts.opened[part]];
      } else {
        do ++last;
        while (std::ranges::binary_search(known.begun, last));
        final[part] = last;
      }
    }
    to.at(z, y, x) = static_cast<Label>(final[part]);
  });
}

}  // namespace

BorderComponents border_components(const Execution& on, const ComponentsSpec& spec, Faces edges, ConstImageView block) {
  Parts parts(on, spec, edges, block);
  BorderComponents& found = parts.found;
  found.beginnings.resize(found.count);
  found.closed.resize(static_cast<std::size_t>(block.shape().count() / std::max<std::int64_t>(1, parts.columns())));
  std::uint32_t next = 1;  // labels are in raster order of first cells
  for (std::int64_t i = 0; i < block.shape().count(); ++i) {
    if (parts.labels()[i] != next) continue;
    std::uint32_t& closed = found.closed[static_cast<std::size_t>(i / parts.columns())];
    if (parts.opened[next] == none)
      ++closed;
    else
      found.beginnings[parts.opened[next]] = {i, closed};
    ++next;
  }
  return std::move(found);
}

BorderComponents border_counts(const Execution& on, const ComponentFilterSpec& spec, Faces edges, ConstImageView block,
                               const std::optional<ConstImageView>& marks) {
  Parts parts(on, spec.components, edges, block);
  const std::vector<std::int64_t> counts = counts_of(spec, edges, parts, marks);
  parts.found.counts.resize(parts.found.count);
  for (std::size_t part = 1; part <= parts.count; ++part)
    if (parts.opened[part] != none) parts.found.counts[parts.opened[part]] = counts[part];
  return std::move(parts.found);
}

void label_block(const Execution& on, const ComponentsSpec& spec, Faces edges, ConstImageView block,
                 const BlockLabels& known, ImageView labels) {
  const Parts parts(on, spec, edges, block);
  if (labels.dtype() == DType::uint32)
    write_labels<std::uint32_t>(parts, known, labels);
  else
    write_labels<std::uint64_t>(parts, known, labels);
}

void filter_block(const Execution& on, const ComponentFilterSpec& spec, Faces edges, ConstImageView block,
                  const std::optional<ConstImageView>& marks, std::span<const std::uint8_t> stays, ImageView out) {
  const Parts parts(on, spec.components, edges, block);
  const std::vector<std::int64_t> counts = counts_of(spec, edges, parts, marks);
  with_type(block.dtype(), [&]<class T>(std::type_identity<T>) {
    const Cells<T> from(block), to(out);
    std::int64_t cell = 0;
    from.for_each([&](std::int64_t z, std::int64_t y, std::int64_t x) {
      const std::uint32_t part = parts.labels()[cell++];
      const bool kept = part == 0                    ? true
                        : parts.opened[part] != none ? stays[parts.opened[part]] != 0
                                                     : has_trait(spec, counts[part]);
      to.at(z, y, x) = kept ? from.at(z, y, x) : static_cast<T>(spec.components.joined == Joined::background);
    });
  });
}

}  // namespace preamar::reference
