// Connected components over blocks: labelled, or filtered by a property of the whole component.
#include "blocks/components/component_filters.h"
#include "blocks/components/label_numbers.h"
#include "blocks/components/region_components.h"
#include "blocks/components/row_counts.h"
#include "blocks/families.h"
#include "core/box_border.h"
#include "core/dispatch.h"
#include "core/error_text.h"
#include "core/rows.h"
#include "primitives/border_components.h"

#include <cstring>

namespace preamar::blocks {
using namespace primitives;
namespace {

const ComponentsForm& form_of(const Task& task) { return std::get<ComponentsForm>(task.form->kind); }

ComponentFilterSpec spec_of(const Task& task) { return form_of(task).spec(task.inputs, task.options); }

// The image whose components are labelled or filtered, and the marks of the filter.
struct Prepared {
  Prepared(const Task& task, const Piece& piece) { view = form_of(task).prepare(piece, cells, marks); }

  Image cells, marks;
  ConstImageView view;
};

// Counts per row have 32 bits.
void require_narrow(const Task& task) {
  const std::int64_t columns = task.image[task.image.rank() - 1];
  if (columns > UINT32_MAX)
    throw Error(ErrorKind::resource, text(task.op->name, ": rows of ", columns,
                                          " pixels are too long for blocks; the maximum is 4294967295"));
}

// The value of each open component, as bits; -0.0 is stored as 0.0.
std::vector<std::uint64_t> values_of(const BorderComponents& found, const Piece& piece, ConstImageView cells) {
  std::vector<std::uint64_t> values(found.count);
  std::size_t at = 0;
  with_type(cells.dtype(), [&]<class T>(std::type_identity<T>) {
    BoxBorder({{}, cells.shape()}, piece.edges()).for_each([&](const Place& cell) {
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
std::uint64_t in_image(const Piece& piece, std::int64_t cell) {
  std::int64_t index = 0, step = 1;
  for (int axis = piece.block.rank() - 1; axis >= 0; --axis) {
    index += (piece.block.begin(axis) + cell % piece.block.shape[axis]) * step;
    cell /= piece.block.shape[axis];
    step *= piece.image[axis];
  }
  return static_cast<std::uint64_t>(index);
}

RegionComponents labelled_components(const Piece& piece, BorderComponents found) {
  RegionComponents components;
  components.border = std::move(found.border);
  for (const auto& [cell, before] : found.beginnings) {
    components.firsts.push_back(in_image(piece, cell));
    components.before.push_back(before);
  }
  RowCountWriter rows;
  for (const std::uint32_t count : found.closed) rows.put(count);
  components.closed = rows.take();
  return components;
}

Bytes local(const Task& task, const Piece& piece) {
  require_narrow(task);
  const ComponentFilterSpec spec = spec_of(task);
  const Prepared prepared(task, piece);
  const Faces edges = piece.edges();
  BorderComponents found = form_of(task).are_numbered
                               ? border_components(piece.on, spec.components, edges, prepared.view)
                               : border_counts(piece.on, spec, edges, prepared.view, prepared.marks.view());
  std::vector<std::uint64_t> values;
  if (spec.components.joined == Joined::equal) values = values_of(found, piece, prepared.view);
  RegionComponents components;
  if (form_of(task).are_numbered) {
    components = labelled_components(piece, std::move(found));
  } else {
    components.border = std::move(found.border);
    components.counts = std::move(found.counts);
  }
  components.values = std::move(values);
  return to_bytes(components);
}

Merged merge(const Task& task, const Seam& seam, const Bytes& low, const Bytes& high) {
  const ComponentFilterSpec spec = spec_of(task);
  if (form_of(task).are_numbered) return merge_label_numbers(task, seam, spec.components.connectivity, low, high);
  return merge_component_filters(task, seam, spec, low, high);
}

Bytes finish_root(const Task& task, const Bytes& summary) {
  return form_of(task).are_numbered ? to_bytes(label_numbers_at_root(task, region_components_from(summary)))
                                    : to_bytes(KeepFlags());
}

std::pair<Bytes, Bytes> split(const Task& task, const Seam& seam, const Bytes& merge_record,
                              const Bytes& border_result) {
  return form_of(task).are_numbered ? split_label_numbers(task, seam, merge_record, border_result)
                                    : split_component_filters(merge_record, border_result);
}

void finish_numbers(const Task& task, const Piece& piece, const Prepared& prepared, const Bytes& border_result,
                    ImageView out) {
  const RegionLabels labels = region_labels_from(border_result);
  const std::vector<std::uint64_t> begun = labels.begun();
  std::vector<std::uint64_t> bases(static_cast<std::size_t>(row_count(piece.block.shape)));
  RowCountReader rows(labels.bases);
  std::uint64_t base = 0;
  for (std::uint64_t& of_row : bases) of_row = base += rows.get();
  label_block(piece.on, spec_of(task).components, piece.edges(), prepared.view,
              {.open = labels.open, .begun = begun, .bases = bases}, out);
}

void finish(const Task& task, const Piece& piece, const Bytes& border_result, std::span<const ImageView> outs) {
  const Prepared prepared(task, piece);
  if (form_of(task).are_numbered) return finish_numbers(task, piece, prepared, border_result, outs[0]);
  filter_block(piece.on, spec_of(task), piece.edges(), prepared.view, prepared.marks.view(),
               keep_flags_from(border_result), outs[0]);
}

Results conclude(const Task& task, const Bytes& root_result, std::span<const ImageView>) {
  if (!form_of(task).are_numbered) return {};
  return {.numbers = {{"count", static_cast<std::int64_t>(region_labels_from(root_result).total)}}, .table = {}};
}

// A summary has 4 bytes per border cell. In the worst case every other cell is a component. Labelling adds a few bytes
// per component and one or two per row.
std::int64_t merge_bytes(const Task& task, const Seam& seam) {
  const bool are_numbered = form_of(task).are_numbered;
  const double per_component = are_numbered ? 12 : 8, record = are_numbered ? 20 : 5, per_row = are_numbered ? 3 : 0;
  const double cells = static_cast<double>(BoxBorder(seam.low, task.image).count()) +
                       static_cast<double>(BoxBorder(seam.high, task.image).count());
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
