// Connected components over blocks: labelled, or filtered by a property of the whole component.
#include "blocks/families/components/component_filters.h"
#include "blocks/families/components/label_numbers.h"
#include "blocks/families/components/region_components.h"
#include "blocks/families/components/row_counts.h"
#include "blocks/families/families.h"
#include "core/box_border.h"
#include "core/dispatch.h"
#include "core/error_text.h"
#include "core/rows.h"
#include "primitives/border_components.h"

#include <cstring>

namespace preamar::blocks {
using namespace primitives;
namespace {

const ComponentsForm& form_of(const Operation& operation) { return std::get<ComponentsForm>(operation.form->kind); }

ComponentFilterSpec spec_of(const Operation& operation) {
  return form_of(operation).spec(operation.inputs, operation.options);
}

// The image whose components are labelled or filtered, and the marks of the filter.
struct Prepared {
  Prepared(const Operation& operation, const BlockView& view) : image(form_of(operation).prepare(view, cells, marks)) {}

  Image cells, marks;
  ConstImageView image;
};

// Counts per row have 32 bits.
void require_narrow(const Operation& operation) {
  const std::int64_t columns = operation.image[operation.image.rank() - 1];
  if (columns > UINT32_MAX)
    throw Error(ErrorKind::resource, text(operation.op->name, ": rows of ", columns,
                                          " pixels are too long for blocks; the maximum is 4294967295"));
}

// The value of each open component, as bits; -0.0 is stored as 0.0.
std::vector<std::uint64_t> values_of(const BorderComponents& found, const BlockView& view, ConstImageView cells) {
  std::vector<std::uint64_t> values(found.count);
  std::size_t at = 0;
  with_type(cells.dtype(), [&]<class T>(std::type_identity<T>) {
    BoxBorder({{}, cells.shape()}, view.edges()).for_each([&](const Coordinates& cell) {
      const std::uint32_t component = found.border[at++];
      if (component == 0) return;
      const auto* pixel = static_cast<const std::byte*>(cells.data());
      for (int axis = 0; axis < cells.rank(); ++axis)
        pixel += cell[static_cast<std::size_t>(axis)] * cells.stride(axis);
      T value{};
      std::memcpy(&value, pixel, sizeof value);
      if (value == T{0}) value = T{0};
      std::memcpy(&values[component - 1], &value, sizeof value);
    });
  });
  return values;
}

// Converts the raster index of a cell in its block to its index in the image.
std::uint64_t in_image(const BlockView& view, std::int64_t cell) {
  std::int64_t index = 0, step = 1;
  for (int axis = view.block.rank() - 1; axis >= 0; --axis) {
    index += (view.block.begin(axis) + cell % view.block.shape[axis]) * step;
    cell /= view.block.shape[axis];
    step *= view.image[axis];
  }
  return static_cast<std::uint64_t>(index);
}

RegionComponents labelled_components(const BlockView& view, BorderComponents found) {
  RegionComponents components;
  components.border = std::move(found.border);
  for (const auto& [cell, before] : found.beginnings) {
    components.firsts.push_back(in_image(view, cell));
    components.before.push_back(before);
  }
  RowCountWriter rows;
  for (const std::uint32_t count : found.closed) rows.put(count);
  components.closed = rows.take();
  return components;
}

Bytes local(const Operation& operation, const BlockView& view) {
  require_narrow(operation);
  const ComponentFilterSpec spec = spec_of(operation);
  const Prepared prepared(operation, view);
  const Faces edges = view.edges();
  BorderComponents found = form_of(operation).are_numbered
                               ? border_components(view.on, spec.components, edges, prepared.image)
                               : border_counts(view.on, spec, edges, prepared.image, prepared.marks.view());
  std::vector<std::uint64_t> values;
  if (spec.components.joined == Joined::equal) values = values_of(found, view, prepared.image);
  RegionComponents components;
  if (form_of(operation).are_numbered) {
    components = labelled_components(view, std::move(found));
  } else {
    components.border = std::move(found.border);
    components.counts = std::move(found.counts);
  }
  components.values = std::move(values);
  return to_bytes(components);
}

Merged merge(const Operation& operation, const Seam& seam, const Bytes& low, const Bytes& high) {
  const ComponentFilterSpec spec = spec_of(operation);
  if (form_of(operation).are_numbered)
    return merge_label_numbers(operation, seam, spec.components.connectivity, low, high);
  return merge_component_filters(operation, seam, spec, low, high);
}

Bytes finish_root(const Operation& operation, const Bytes& summary) {
  return form_of(operation).are_numbered ? to_bytes(label_numbers_at_root(operation, region_components_from(summary)))
                                         : to_bytes(KeepFlags());
}

std::pair<Bytes, Bytes> split(const Operation& operation, const Seam& seam, const Bytes& merge_record,
                              const Bytes& border_result) {
  return form_of(operation).are_numbered ? split_label_numbers(operation, seam, merge_record, border_result)
                                         : split_component_filters(merge_record, border_result);
}

void finish_numbers(const Operation& operation, const BlockView& view, const Prepared& prepared,
                    const Bytes& border_result, ImageView out) {
  const RegionLabels labels = region_labels_from(border_result);
  const std::vector<std::uint64_t> begun = labels.begun();
  std::vector<std::uint64_t> bases(static_cast<std::size_t>(row_count(view.block.shape)));
  RowCountReader rows(labels.bases);
  std::uint64_t base = 0;
  for (std::uint64_t& of_row : bases) of_row = base += rows.get();
  label_block(view.on, spec_of(operation).components, view.edges(), prepared.image,
              {.open = labels.open, .begun = begun, .bases = bases}, out);
}

void finish(const Operation& operation, const BlockView& view, const Bytes& border_result,
            std::span<const ImageView> outs) {
  const Prepared prepared(operation, view);
  if (form_of(operation).are_numbered) return finish_numbers(operation, view, prepared, border_result, outs[0]);
  filter_block(view.on, spec_of(operation), view.edges(), prepared.image, prepared.marks.view(),
               keep_flags_from(border_result), outs[0]);
}

Results conclude(const Operation& operation, const Bytes& root_result, std::span<const ImageView>) {
  if (!form_of(operation).are_numbered) return {};
  return {.numbers = {{"count", static_cast<std::int64_t>(region_labels_from(root_result).total)}}, .table = {}};
}

// A summary has 4 bytes per border cell. In the worst case every other cell is a component. Labelling adds a few bytes
// per component and one or two per row.
std::int64_t merge_bytes(const Operation& operation, const Seam& seam) {
  const bool are_numbered = form_of(operation).are_numbered;
  const double per_component = are_numbered ? 12 : 8, record = are_numbered ? 20 : 5, per_row = are_numbered ? 3 : 0;
  const double cells = static_cast<double>(BoxBorder(seam.low, operation.image).count()) +
                       static_cast<double>(BoxBorder(seam.high, operation.image).count());
  const double summaries = cells * (4 + (per_component + 8) / 2);
  const double rows = static_cast<double>(row_count(seam.joined.shape)) * per_row;
  // Summaries as bytes and as values, of both regions and of the joined region; then the record, the union-find and the
  // order of first cells.
  return static_cast<std::int64_t>(4 * (summaries + rows) + 2 * cells / 2 * (record + 8)) + 4096;
}

constexpr Algorithm components_algorithm = TreeKind{
    .local = local,
    .local_on_devices = true,
    .steps = {.merge = merge, .finish_root = finish_root, .split = split, .merge_bytes = merge_bytes},
    .pixels = {.finish = finish, .on_devices = true},
    .cost = {.summary = 4, .pixels = 6},
    .findings = Findings{conclude},
};

}  // namespace

const Algorithm& algorithm_of(const ComponentsForm&) { return components_algorithm; }

}  // namespace preamar::blocks
