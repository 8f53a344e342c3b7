#include "io/geojson.h"

#include "core/dispatch.h"
#include "core/error_text.h"
#include "io/json.h"
#include "io/uuid.h"
#include "io/zarr/zarr.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <ostream>
#include <utility>

namespace preamar::io {
namespace {

constexpr std::size_t part_bytes = std::size_t{1} << 16;

template <class T>
void append_number(std::string& text, T value) {
  std::array<char, 400> digits;
  const auto end = [&] {
    if constexpr (std::is_floating_point_v<T>)
      return std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::fixed).ptr;
    else
      return std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  }();
  text.append(digits.data(), end);
}

// Of a unit as OME names it.
std::string symbol_of(const std::string& unit) {
  static const std::map<std::string_view, std::string_view> symbols = {
      {"micrometer", "\xc2\xb5m"}, {"nanometer", "nm"}, {"millimeter", "mm"}, {"centimeter", "cm"}, {"meter", "m"},
      {"kilometer", "km"},         {"foot", "ft"}};
  const auto found = symbols.find(unit);
  return found == symbols.end() ? unit : std::string(found->second);
}

std::string geojson_header(const GeoTags& tags, bool has_transform) {
  const std::optional<int> code = has_transform ? epsg_code_of(tags) : std::nullopt;
  std::string header = R"({"type":"FeatureCollection",)";
  if (code) header += text(R"("crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::)", *code, R"("}},)");
  return header + "\"features\":[";
}

}  // namespace

// The columns of a table of polygons().
struct GeoJsonText::Columns {
  explicit Columns(const Table& table) {
    constexpr std::string_view names[] = {"label", "polygon", "ring", "x", "y"};
    bool fits = table.columns.size() == std::size(names);
    for (std::size_t i = 0; fits && i < std::size(names); ++i)
      fits = table.columns[i].name == names[i] && (i == 0 || table.columns[i].cells.dtype() == DType::int64);
    if (!fits)
      throw Error(ErrorKind::call, "a .geojson file holds the outlines of polygons; write other tables to .csv");
    with_type(table.columns[0].cells.dtype(), [&]<class T>(std::type_identity<T>) {
      if constexpr (std::is_integral_v<T>)
        label = [cells = table.columns[0].cells.as<T>()](std::int64_t row) {
          return Int128{cells[static_cast<std::size_t>(row)]};
        };
    });
    polygon = table.columns[1].cells.as<std::int64_t>().data();
    ring = table.columns[2].cells.as<std::int64_t>().data();
    x = table.columns[3].cells.as<std::int64_t>().data();
    y = table.columns[4].cells.as<std::int64_t>().data();
  }

  // The end of the rows from `begin` on, below `end`, with the same value in a column.
  [[nodiscard]] static std::int64_t end_of(const std::int64_t* column, std::int64_t begin, std::int64_t end) {
    return std::find_if(column + begin, column + end, [&](std::int64_t cell) { return cell != column[begin]; }) -
           column;
  }
  // Twice the area that a ring encloses; negative for a hole.
  [[nodiscard]] Int128 doubled_area(std::int64_t begin, std::int64_t end) const {
    Int128 area = 0;
    for (std::int64_t i = begin; i < end; ++i) {
      const std::int64_t next = i + 1 < end ? i + 1 : begin;
      area += Int128{x[i]} * y[next] - Int128{x[next]} * y[i];
    }
    return area;
  }

  std::function<Int128(std::int64_t)> label;
  const std::int64_t *polygon, *ring, *x, *y;
};

bool is_geojson(const std::filesystem::path& file) { return file.extension() == ".geojson"; }

void require_outline_options(const OutlineOptions& options) {
  constexpr std::string_view types[] = {"detection", "annotation", "cell", "tile"};
  if (std::ranges::find(types, options.object_type) == std::end(types))
    throw Error(ErrorKind::call,
                text("object type '", options.object_type, "' is unknown; give detection, annotation, cell or tile"));
  if (!options.measurements.empty()) (void)MeasurementFile(options.measurements);
}

GeoJsonText::GeoJsonText(const WriteOptions& options, Take take) : options_(options.outlines), take_(std::move(take)) {
  require_outline_options(options_);
  if (!options_.measurements.empty()) measurements_.emplace(options_.measurements);
  transform_ = corner_transform_of(options.metadata.georeference);
  if (transform_) is_mirrored_ = (*transform_)[1] * (*transform_)[5] < (*transform_)[2] * (*transform_)[4];
  const std::vector<Axis>& axes = options.metadata.axes;
  if (axes.size() == 2 && !axes[0].unit.empty() && axes[0].unit == axes[1].unit && axes[0].unit != "degree") {
    area_name_ = text("Area ", symbol_of(axes[0].unit), "^2");
    pixel_area_ = axes[0].scale * axes[1].scale;
  } else {
    area_name_ = "Area px^2";
    pixel_area_ = options_.scale[0] * options_.scale[1];
  }
  if (!options_.classification.empty()) {
    const auto digest = sha1(options_.classification);
    classification_ = text(R"({"name":)", json_string(options_.classification), R"(,"color":[)", int{digest[0]}, ",",
                           int{digest[1]}, ",", int{digest[2]}, "]}");
  }
  text_ = geojson_header(options.metadata.georeference, transform_.has_value());
}

void GeoJsonText::add(const Table& rows) {
  const Columns columns(rows);
  const std::int64_t count = rows.rows();
  for (std::int64_t begin = 0, end = 0; begin < count; begin = end) {
    const Int128 label = columns.label(begin);
    while (end < count && columns.label(end) == label) ++end;
    add_feature(columns, begin, end);
    flush(part_bytes);
  }
}

void GeoJsonText::finish() {
  text_ += "\n]}\n";
  flush(0);
}

void GeoJsonText::flush(std::size_t at_least) {
  if (text_.size() < at_least) return;
  take_(text_);
  text_.clear();
}

void GeoJsonText::add_feature(const Columns& columns, std::int64_t begin, std::int64_t end) {
  const Int128 number = columns.label(begin);
  std::string label;
  if (number < 0)
    append_number(label, static_cast<std::int64_t>(number));
  else
    append_number(label, static_cast<std::uint64_t>(number));
  text_ += std::exchange(has_feature_, true) ? ",\n" : "\n";
  text_ += R"({"type":"Feature","id":")";
  text_ += uuid_of(text("preamar:", options_.image_name, "#", label));
  const bool is_single = columns.polygon[end - 1] == 0;
  text_ += text(R"(","geometry":{"type":")", is_single ? "Polygon" : "MultiPolygon", R"(","coordinates":)",
                is_single ? "" : "[");
  Int128 doubled = 0;
  for (std::int64_t polygon = begin, polygon_end = begin; polygon < end; polygon = polygon_end) {
    polygon_end = Columns::end_of(columns.polygon, polygon, end);
    text_ += polygon == begin ? "[" : ",[";
    for (std::int64_t ring = polygon, ring_end = polygon; ring < polygon_end; ring = ring_end) {
      ring_end = Columns::end_of(columns.ring, ring, polygon_end);
      if (ring != polygon) text_ += ',';
      add_ring(columns, ring, ring_end);
      doubled += columns.doubled_area(ring, ring_end);
    }
    text_ += ']';
  }
  text_ += is_single ? "}," : "]},";
  add_properties(label, number, static_cast<double>(doubled) / 2 * pixel_area_);
  text_ += '}';
}

// The first vertex, the others, and the first again.
void GeoJsonText::add_ring(const Columns& columns, std::int64_t begin, std::int64_t end) {
  text_ += '[';
  for (std::int64_t i = 0; i <= end - begin; ++i) {
    const std::int64_t step = i == end - begin ? 0 : i;
    const std::int64_t row = step == 0 ? begin : is_mirrored_ ? end - step : begin + step;
    if (i > 0) text_ += ',';
    add_position(columns.x[row], columns.y[row]);
  }
  text_ += ']';
}

void GeoJsonText::add_position(std::int64_t x, std::int64_t y) {
  text_ += '[';
  if (transform_) {
    const GeoTransform& t = *transform_;
    const auto column = static_cast<double>(x), row = static_cast<double>(y);
    append_number(text_, t[0] + column * t[1] + row * t[2]);
    text_ += ',';
    append_number(text_, t[3] + column * t[4] + row * t[5]);
  } else if (options_.scale[0] == 1 && options_.scale[1] == 1) {
    append_number(text_, x);
    text_ += ',';
    append_number(text_, y);
  } else {
    append_number(text_, static_cast<double>(x) * options_.scale[0]);
    text_ += ',';
    append_number(text_, static_cast<double>(y) * options_.scale[1]);
  }
  text_ += ']';
}

void GeoJsonText::add_properties(const std::string& label, Int128 number, double area) {
  text_ += R"("properties":{"objectType":")";
  text_ += options_.object_type;
  text_ += R"(","name":")";
  text_ += label;
  text_ += R"(","label":)";
  text_ += label;
  if (!classification_.empty()) {
    text_ += R"(,"classification":)";
    text_ += classification_;
  }
  text_ += R"(,"isLocked":false,"measurements":{)";
  add_measurements(number, area);
  text_ += "}}";
}

// JSON has no NaN and no infinity: such measurements are left out.
void GeoJsonText::add_measurements(Int128 number, double area) {
  text_ += json_string(area_name_) + ":";
  append_number(text_, area);
  if (!measurements_) return;
  for (const auto& [name, cell] : measurements_->of(number)) {
    double value = 0;
    std::int64_t whole = 0;
    const char* const end = cell.data() + cell.size();
    if (std::from_chars(cell.data(), end, whole).ptr == end && !cell.empty()) {
      text_ += text(",", json_string(name), ":");
      append_number(text_, whole);
    } else if (std::from_chars(cell.data(), end, value).ptr != end || cell.empty()) {
      throw Error(ErrorKind::input, text(options_.measurements.string(), ": column ", name, " has '", cell,
                                         "' for label ", static_cast<std::int64_t>(number), "; give numbers"));
    } else if (std::isfinite(value)) {
      text_ += text(",", json_string(name), ":");
      append_number(text_, value);
    }
  }
}

}  // namespace preamar::io

namespace preamar {

void write_outlines(std::ostream& stream, const Table& table, const WriteOptions& options) {
  io::GeoJsonText text(options, [&](std::string_view part) { stream << part; });
  text.add(table);
  text.finish();
}

// Labels in an OME-Zarr image are those of its pixels.
WriteOptions table_options(const std::filesystem::path& file, WriteOptions options, const std::filesystem::path& labels,
                           const ReadOptions& read) {
  if (!io::is_geojson(file)) return options;
  const std::filesystem::path image = io::is_labels(labels) ? labels.parent_path().parent_path() : labels;
  const FileInfo info = describe(labels, read);
  options.metadata = info.metadata;
  if (options.outlines.image_name.empty()) options.outlines.image_name = image.filename().string();
  if (image == labels && read.level == 0) return options;
  ReadOptions full = read;
  full.level = 0;
  const FileInfo whole = describe(image, full);
  const int rank = info.type.shape.rank(), whole_rank = whole.type.shape.rank();
  const auto scale = [&](int from_last) {
    const std::vector<Axis>&axes = info.metadata.axes, &whole_axes = whole.metadata.axes;
    const auto i = static_cast<std::size_t>(from_last);
    if (axes.size() >= i && whole_axes.size() >= i && whole_axes[whole_axes.size() - i].scale > 0)
      return axes[axes.size() - i].scale / whole_axes[whole_axes.size() - i].scale;
    return static_cast<double>(whole.type.shape[whole_rank - from_last]) /
           static_cast<double>(info.type.shape[rank - from_last]);
  };
  options.outlines.scale = {scale(1), scale(2)};
  return options;
}

}  // namespace preamar
