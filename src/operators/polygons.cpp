#include <preamar/operator.h>
#include <preamar/polygons.h>

#include "core/dispatch.h"
#include "core/error_text.h"
#include "operators/checks.h"
#include "operators/option.h"
#include "operators/outline_rings.h"
#include "operators/row.h"
#include "operators/simplify_rings.h"
#include "primitives/block_form.h"
#include "primitives/dense.h"
#include "primitives/label_sums.h"
#include "primitives/outline_chains.h"
#include "primitives/outlines.h"

#include <cmath>

namespace preamar {
using namespace primitives;
namespace polygons_operator {

constexpr std::string_view op = "polygons";

void require_arguments(ConstImageView labels, const PolygonsOptions& options) {
  require_rank(op, {"labels", labels}, 2, 2);
  require_labels(op, {"labels", labels});
  if (!(options.simplify >= 0) || std::isinf(options.simplify))
    throw Error(ErrorKind::call, text(op, ": simplify is ", options.simplify, "; it must be 0 or a positive number"));
}

Bytes merged(const Bytes& left, const Bytes& right) { return merged_rows(left, right, join_chains); }

// Tables of tiles wait until another of at least half their size arrives.
class TileTables {
 public:
  void add(Bytes table) {
    while (!waiting_.empty() && waiting_.back().size() <= 2 * table.size()) table = joined(std::move(table));
    waiting_.push_back(std::move(table));
  }
  Bytes take() {
    Bytes all = LabelRowsWriter(0, 0).take();
    while (!waiting_.empty()) all = joined(std::move(all));
    return all;
  }

 private:
  Bytes joined(Bytes table) {
    table = merged(waiting_.back(), table);
    waiting_.pop_back();
    return table;
  }
  std::vector<Bytes> waiting_;
};

// The columns of the table, filled vertex by vertex.
class Vertices {
 public:
  explicit Vertices(DType dtype, std::int64_t most) {
    labels_ = Image(dtype == DType::boolean ? DType::uint8 : dtype, Shape{most});
    for (Image& column : numbers_) column = Image(DType::int64, Shape{most});
  }

  void add(std::uint64_t key, const std::vector<OutlinePolygon>& polygons) {
    for (std::size_t p = 0; p < polygons.size(); ++p)
      for (std::size_t r = 0; r < polygons[p].size(); ++r)
        for (const OutlineVertex& vertex : polygons[p][r]) {
          put_label(key);
          const std::int64_t row[] = {static_cast<std::int64_t>(p), static_cast<std::int64_t>(r), vertex.x, vertex.y};
          for (std::size_t i = 0; i < 4; ++i) static_cast<std::int64_t*>(numbers_[i].data())[count_] = row[i];
          ++count_;
        }
  }

  Table table() {
    Table table;
    table.columns.push_back({"label", cut(std::move(labels_))});
    constexpr std::string_view names[] = {"polygon", "ring", "x", "y"};
    for (std::size_t i = 0; i < 4; ++i) table.columns.push_back({std::string(names[i]), cut(std::move(numbers_[i]))});
    return table;
  }

 private:
  void put_label(std::uint64_t key) {
    with_type(labels_.dtype(), [&]<class T>(std::type_identity<T>) {
      if constexpr (std::is_integral_v<T>)
        static_cast<T*>(labels_.data())[count_] = static_cast<T>(key - label_key(T{0}));
    });
  }
  // The rows that were filled.
  [[nodiscard]] Image cut(Image column) const {
    if (column.shape()[0] == count_) return column;
    Image part(column.dtype(), Shape{count_});
    if (count_ > 0) std::memcpy(part.data(), column.data(), static_cast<std::size_t>(count_ * size_of(column.dtype())));
    return part;
  }

  Image labels_;
  std::array<Image, 4> numbers_;
  std::int64_t count_ = 0;
};

Table table_of(const Bytes& outlines_of_labels, DType dtype, const PolygonsOptions& options) {
  const LabelRows rows(outlines_of_labels);
  std::int64_t most = 0;
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::span<const std::byte> row = rows.row(i); !row.empty();) most += run_count(next_chain(row).runs);
  Vertices vertices(dtype, most);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<OutlinePolygon> polygons = polygons_of(rows.row(i));
    if (options.simplify > 0) polygons = simplified(polygons, options.simplify);
    vertices.add(rows.labels()[i], polygons);
  }
  return vertices.table();
}

Results results_of(const Bytes& outlines_of_labels, DType dtype, const PolygonsOptions& options) {
  return {.numbers = {{"count", static_cast<std::int64_t>(LabelRows(outlines_of_labels).size())}},
          .table = table_of(outlines_of_labels, dtype, options)};
}

Bytes outlines_of(ConstImageView labels, const PolygonsOptions& options, const Execution& on) {
  require_usable(op, on, {{"labels", labels}});
  require_arguments(labels, options);
  const DenseInput dense(on, labels);
  TileTables tables;
  outlines(on, {whole(labels.shape()), {}}, dense.view(), [&](Bytes table) { tables.add(std::move(table)); });
  return tables.take();
}

}  // namespace polygons_operator

Table polygons(ConstImageView labels, const PolygonsOptions& options, const Execution& on) {
  using namespace polygons_operator;
  return table_of(outlines_of(labels, options, on), labels.dtype(), options);
}

namespace polygons_operator {

constexpr Input inputs[] = {{"labels", "label image of integers, rank 2; 0 is background"}};
constexpr Output outputs[] = {{"count", "number of labels: of features of a .geojson file", OutputKind::number},
                              {.name = "outlines",
                               .help = "one row per vertex; .geojson: one feature per label",
                               .kind = OutputKind::table,
                               .rows = TableRows::outlines}};
constexpr auto option_table = bind<PolygonsOptions>(
    option<&PolygonsOptions::simplify>("simplify", "tolerance in pixels for removed vertices; 0: the exact outline"));

std::vector<ImageType> results(std::span<const ImageType> types, const Values& values) {
  require_arguments(ConstImageView(nullptr, types[0].dtype, types[0].shape), option_table.from(values));
  return {};
}

Results run(std::span<const ConstImageView> images, std::span<const ImageView>, const Values& values,
            const Execution& on) {
  const PolygonsOptions options = option_table.from(values);
  return results_of(outlines_of(images[0], options, on), images[0].dtype(), options);
}

void local(const BlockView& view, int, const Bytes&, const std::function<void(Bytes)>& give) {
  outlines(view.on, {view.inner(), view.box.origin}, view.inputs[0], give);
}

Results conclude(const Bytes& known, std::span<const ImageType> types, const Values& values,
                 std::span<const ImageView>) {
  return results_of(known, types[0].dtype, option_table.from(values));
}

// A label of one pixel: label, end, a chain with four runs.
constexpr std::int64_t pixel_bytes = 16 + chain_head_bytes + 4;

// The worst tile of the cpu backend: its labels, its chains while they are followed, sorted and written.
double worker_scratch(std::span<const ImageType>, const Values&, const Shape&) {
  constexpr double side = outlines_tile + 2, chain = 72;
  return side * side * (9 + 3 * chain + 2 * pixel_bytes);
}

constexpr LabelTable table = {
    .row_bytes = [](std::span<const ImageType>, const Values&) { return pixel_bytes; },
    .labels = [](const Bytes& summary) { return LabelRows(summary).labels(); },
    .slice = sliced_rows,
    .row_ends = [](const Bytes& summary) { return LabelRows(summary).ends(); },
    // A vertex may be one byte of a row. It becomes one row of five columns, and is in one or two lists of vertices.
    .conclude_bytes = 96,
};

constexpr BlockForm form = {
    .halo =
        [](std::span<const ImageType>, const Values&) {
          return Coordinates{1, 1, 1};
        },
    .kind = SummaryForm{.rounds = [](std::span<const ImageType>, const Values&) { return 1; },
                        .local = local,
                        // NOLINTNEXTLINE(performance-unnecessary-value-param): merges of other forms reuse the memory
                        .merge = [](int, Bytes left, Bytes right, const Values&) { return merged(left, right); },
                        .conclude = conclude,
                        .table = &table},
    .worker_scratch = worker_scratch,
};

extern constinit const Operator polygons_row;
constinit const Operator polygons_row = {
    .name = op,
    .summary = "Trace the outlines of labels as polygons with holes",
    .topic = Topic::objects,
    .inputs = inputs,
    .options = option_table.rows,
    .outputs = outputs,
    .example = "preamar polygons labels.tif -o outlines.geojson",
    .results = results,
    .run = run,
    .blocks = always<form>,
};

}  // namespace polygons_operator

}  // namespace preamar
