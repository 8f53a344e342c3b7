// The family of components: numbered, or sifted by what is known of the whole of each.
#include "blocks/components/numbers.h"
#include "blocks/components/parts.h"
#include "blocks/components/row_counts.h"
#include "blocks/components/sieves.h"
#include "blocks/family.h"
#include "core/box_border.h"
#include "core/dispatch.h"
#include "core/error_text.h"
#include "core/rows.h"
#include "skeletons/open_components.h"

#include <cstring>

namespace preamar::blocks {
namespace {

const ComponentsForm& form_of(const Task& task) { return std::get<ComponentsForm>(task.form->kind); }

SieveSpec spec_of(const Task& task) { return form_of(task).spec(task.inputs, task.options); }

// What a block's components are made of.
struct Prepared {
  Prepared(const Task& task, const Piece& piece) { view = form_of(task).prepare(piece, cells, marks); }

  OwnedImage cells, marks;
  ConstImage view;
};

// Counts of beginnings in a row are 32 bits wide.
void require_narrow(const Task& task) {
  const std::int64_t columns = task.image[task.image.rank() - 1];
  if (columns > UINT32_MAX)
    throw Error(ErrorKind::resource,
                text(task.op->name, ": rows of ", columns, " pixels are too long in blocks; 4294967295 would do"));
}

// The value of each open component, as bits; both zeros of a float are one.
std::vector<std::uint64_t> values_of(const OpenComponents& found, const Piece& piece, const ConstImage& cells) {
  std::vector<std::uint64_t> values(found.count);
  std::size_t at = 0;
  with_type(cells.dtype(), [&]<class T>(std::type_identity<T>) {
    BoxBorder({{}, cells.shape()}, piece.edges()).for_each([&](const Place& cell) {
      const std::uint32_t part = found.border[at++];
      if (part == 0) return;
      const auto* pixel = static_cast<const std::byte*>(cells.data());
      for (int axis = 0; axis < cells.rank(); ++axis)
        pixel += cell[static_cast<std::size_t>(axis)] * cells.stride(axis);
      T value{};
      std::memcpy(&value, pixel, sizeof value);
      if (value == T{0}) value = T{0};
      std::memcpy(&values[part - 1], &value, sizeof value);
    });
  });
  return values;
}

// A cell of a block, in raster order, as one of the image.
std::uint64_t in_image(const Piece& piece, std::int64_t cell) {
  std::int64_t place = 0, step = 1;
  for (int axis = piece.block.rank() - 1; axis >= 0; --axis) {
    place += (piece.block.begin(axis) + cell % piece.block.shape[axis]) * step;
    cell /= piece.block.shape[axis];
    step *= piece.image[axis];
  }
  return static_cast<std::uint64_t>(place);
}

Parts numbered_parts(const Piece& piece, OpenComponents found) {
  Parts parts;
  parts.border = std::move(found.border);
  for (const auto& [cell, before] : found.beginnings) {
    parts.firsts.push_back(in_image(piece, cell));
    parts.before.push_back(before);
  }
  RowCountWriter rows;
  for (const std::uint32_t count : found.closed) rows.put(count);
  parts.closed = rows.take();
  return parts;
}

int rounds(const Task&) { return 1; }

Bytes local(const Task& task, const Piece& piece, int, const Bytes&) {
  require_narrow(task);
  const SieveSpec spec = spec_of(task);
  const Prepared prepared(task, piece);
  const Faces edges = piece.edges();
  OpenComponents found = form_of(task).are_numbered
                             ? open_components(piece.on, spec.components, edges, prepared.view)
                             : open_facts(piece.on, spec, edges, prepared.view, prepared.marks.view());
  std::vector<std::uint64_t> values;
  if (spec.components.joined == Joined::equal) values = values_of(found, piece, prepared.view);
  Parts parts;
  if (form_of(task).are_numbered) {
    parts = numbered_parts(piece, std::move(found));
  } else {
    parts.border = std::move(found.border);
    parts.facts = std::move(found.facts);
  }
  parts.values = std::move(values);
  return to_bytes(parts);
}

Merged merge(const Task& task, const Seam& seam, int, const Bytes& low, const Bytes& high) {
  const SieveSpec spec = spec_of(task);
  if (form_of(task).are_numbered) return merge_numbers(task, seam, spec.components.connectivity, low, high);
  return merge_sieves(task, seam, spec, low, high);
}

Bytes crown(const Task& task, int, const Bytes& summary) {
  return form_of(task).are_numbered ? to_bytes(crown_numbers(task, parts_from(summary))) : to_bytes(Stays());
}

std::pair<Bytes, Bytes> split(const Task& task, const Seam& seam, const Bytes& kept, const Bytes& verdict) {
  return form_of(task).are_numbered ? split_numbers(task, seam, kept, verdict) : split_sieves(kept, verdict);
}

void finish_numbers(const Task& task, const Piece& piece, const Prepared& prepared, const Bytes& verdict,
                    const Image& out) {
  const Labelling labelling = labelling_from(verdict);
  const std::vector<std::uint64_t> begun = labelling.begun();
  std::vector<std::uint64_t> bases(static_cast<std::size_t>(row_count(piece.block.shape)));
  RowCountReader rows(labelling.bases);
  std::uint64_t base = 0;
  for (std::uint64_t& of_row : bases) of_row = base += rows.get();
  label_block(piece.on, spec_of(task).components, piece.edges(), prepared.view,
              {.open = labelling.open, .begun = begun, .bases = bases}, out);
}

void finish(const Task& task, const Piece& piece, const Bytes& verdict, std::span<const Image> outs) {
  const Prepared prepared(task, piece);
  if (form_of(task).are_numbered) return finish_numbers(task, piece, prepared, verdict, outs[0]);
  sieve_block(piece.on, spec_of(task), piece.edges(), prepared.view, prepared.marks.view(), stays_from(verdict),
              outs[0]);
}

Found found(const Task& task, const Bytes& crown, std::span<const Image>) {
  if (!form_of(task).are_numbered) return {};
  return {.numbers = {{"count", static_cast<std::int64_t>(labelling_from(crown).total)}}, .table = {}};
}

// A summary has four bytes a border cell and, at worst, a component in every other cell; numbered, a few more for each
// component and a byte or two a row.
std::int64_t merge_bytes(const Task& task, const Seam& seam) {
  const bool are_numbered = form_of(task).are_numbered;
  const double a_component = are_numbered ? 12 : 8, kept = are_numbered ? 20 : 5, a_row = are_numbered ? 3 : 0;
  const double cells = static_cast<double>(BoxBorder(seam.low, task.image).count()) +
                       static_cast<double>(BoxBorder(seam.high, task.image).count());
  const double summaries = cells * (4 + (a_component + 8) / 2);
  const double rows = static_cast<double>(row_count(seam.joined.shape)) * a_row;
  // As bytes and as values, below and joined; then what is kept, the forest and the order.
  return static_cast<std::int64_t>(4 * (summaries + rows) + 2 * cells / 2 * (kept + 8)) + 4096;
}

}  // namespace

const Family components_family = {
    .rounds = rounds,
    .local = local,
    .merge = merge,
    .crown = crown,
    .split = split,
    .finish = finish,
    .found = found,
    .merge_bytes = merge_bytes,
};

}  // namespace preamar::blocks
