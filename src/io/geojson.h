// Outlines of labels as GeoJSON in the form of QuPath.
#pragma once

#include "io/georeference.h"
#include "io/measurement_file.h"

#include <preamar/io.h>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace preamar::io {

[[nodiscard]] bool is_geojson(const std::filesystem::path& file);
// Throws Error (call) for an unknown object type, and what MeasurementFile throws.
void require_outline_options(const OutlineOptions& options);

// Writes one feature per line. Coordinates are pixels of the full image from its top left corner, or map coordinates if
// the metadata has a georeference.
class GeoJsonText {
 public:
  using Take = std::function<void(std::string_view)>;
  // Throws as require_outline_options().
  GeoJsonText(const WriteOptions& options, Take take);

  // Rows of a table of polygons(). All rows of a label are in one call. Throws Error (call) for other columns.
  void add(const Table& rows);
  void finish();

 private:
  struct Columns;
  void add_feature(const Columns& columns, std::int64_t begin, std::int64_t end);
  void add_ring(const Columns& columns, std::int64_t begin, std::int64_t end);
  void add_position(std::int64_t x, std::int64_t y);
  void add_properties(const std::string& label, Int128 number, double area);
  void add_measurements(Int128 number, double area);
  void flush(std::size_t at_least);

  const OutlineOptions options_;
  const Take take_;
  std::optional<GeoTransform> transform_;
  std::optional<MeasurementFile> measurements_;
  std::string area_name_;       // with its unit
  double pixel_area_ = 1;       // of a pixel of the labels
  bool is_mirrored_ = false;    // map coordinates turn the other way
  std::string classification_;  // as JSON; empty: none
  std::string text_;
  bool has_feature_ = false;
};

}  // namespace preamar::io
