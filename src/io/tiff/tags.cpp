#include "io/tiff/tags.h"

#include "core/error_text.h"
#include "io/georeference.h"
#include "io/tiff/gdal_items.h"
#include "io/tiff/imagej.h"
#include "io/tiff/nodata.h"
#include "io/units.h"

#include <tiffio.h>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <utility>

namespace preamar::io {
namespace {

// The values of a tag, whatever way libtiff returns them; empty if the page has no such tag.
std::vector<std::byte> values_of(TIFF* tiff, std::uint16_t number, std::uint16_t& type) {
  const TIFFField* const field = TIFFFindField(tiff, number, TIFF_ANY);
  if (!field || !TIFFFieldPassCount(field)) return {};
  const void* values = nullptr;
  std::int64_t count = 0;
  if (TIFFFieldReadCount(field) == TIFF_VARIABLE2) {
    std::uint32_t wide = 0;
    if (!TIFFGetField(tiff, number, &wide, &values)) return {};
    count = wide;
  } else {
    std::uint16_t narrow = 0;
    if (!TIFFGetField(tiff, number, &narrow, &values)) return {};
    count = narrow;
  }
  if (!values) return {};
  type = static_cast<std::uint16_t>(TIFFFieldDataType(field));
  const auto* const first = static_cast<const std::byte*>(values);
  return {first, first + count * TIFFDataWidth(TIFFFieldDataType(field))};
}

std::string text_of(const std::vector<std::byte>& bytes) {
  std::string words(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  words.resize(std::min(words.size(), words.find('\0')));
  return words;
}

std::vector<std::byte> bytes_of(std::string_view words) {
  const auto* const first = reinterpret_cast<const std::byte*>(words.data());
  std::vector<std::byte> bytes(first, first + words.size());
  bytes.push_back(std::byte{0});
  return bytes;
}

// The quantity is among GDAL's items.
void read_georeference(TIFF* tiff, const std::filesystem::path& file, int band, Metadata& metadata) {
  for (const std::uint16_t number : geo::kept) {
    GeoTag tag{.number = number, .type = 0, .values = {}};
    tag.values = values_of(tiff, number, tag.type);
    if (number == geo::gdal_items && !tag.values.empty()) {
      const GdalItems items = read_gdal_items(file.string(), text_of(tag.values), band);
      metadata.quantity = items.quantity;
      tag.values = items.others.empty() ? std::vector<std::byte>() : bytes_of(items.others);
    }
    if (!tag.values.empty()) metadata.georeference.push_back(std::move(tag));
  }
}

std::optional<double> read_nodata(TIFF* tiff, const std::filesystem::path& file) {
  std::uint16_t type = 0;
  std::string words = text_of(values_of(tiff, geo::gdal_nodata, type));
  const auto is_blank = [](char c) { return c == ' '; };
  std::erase_if(words, is_blank);
  if (words.empty()) return std::nullopt;
  if (const std::optional<double> value = nodata_number(words)) return value;
  throw Error(ErrorKind::input, text(file.string(), ": its nodata (tag ", geo::gdal_nodata, ") is '",
                                     words.substr(0, 40), "', which is not a number; remove the tag"));
}

// The axes z, y and x from the pixels per unit of length; nothing if the page has no such tags.
std::vector<Axis> read_resolution(TIFF* tiff) {
  float across = 0, down = 0;
  std::uint16_t unit = RESUNIT_INCH;
  if (!TIFFGetField(tiff, TIFFTAG_XRESOLUTION, &across) || !TIFFGetField(tiff, TIFFTAG_YRESOLUTION, &down)) return {};
  TIFFGetFieldDefaulted(tiff, TIFFTAG_RESOLUTIONUNIT, &unit);
  if (!(across > 0 && down > 0 && std::isfinite(across) && std::isfinite(down))) return {};
  const char* words = nullptr;
  const bool is_imagej =
      TIFFGetField(tiff, TIFFTAG_IMAGEDESCRIPTION, &words) && words && std::string_view(words).starts_with("ImageJ=");
  if (is_imagej && (unit == RESUNIT_NONE || has_imagej_unit(words)))
    return imagej_axes(words, 1 / static_cast<double>(down), 1 / static_cast<double>(across));
  if (unit != RESUNIT_INCH && unit != RESUNIT_CENTIMETER) return {};
  const double micrometers = unit == RESUNIT_INCH ? 25400 : 10000;
  return {{.name = "z"},
          {"y", "micrometer", micrometers / static_cast<double>(down)},
          {"x", "micrometer", micrometers / static_cast<double>(across)}};
}

// The nearest fraction of 32-bit numbers, by continued fractions; the value is at most 2^32.
std::vector<std::byte> rational(double value) {
  std::uint64_t before = 0, above = 1, below_before = 1, below = 0;
  double rest = value;
  for (int i = 0; i < 40; ++i) {
    const double whole = std::floor(rest);
    if (!(whole <= 0x1p32)) break;
    const auto digit = static_cast<std::uint64_t>(whole);
    const std::uint64_t next_above = digit * above + before, next_below = digit * below + below_before;
    if (next_above > UINT32_MAX || next_below > UINT32_MAX) break;
    before = std::exchange(above, next_above);
    below_before = std::exchange(below, next_below);
    if (rest == whole) break;
    rest = 1 / (rest - whole);
  }
  const std::uint32_t pair[] = {static_cast<std::uint32_t>(above), static_cast<std::uint32_t>(below)};
  std::vector<std::byte> bytes(sizeof pair);
  std::memcpy(bytes.data(), pair, sizeof pair);
  return bytes;
}

double per_centimeter(const Axis& axis) { return 0.01 / (axis.scale * metres_per(axis.unit).value_or(0)); }

// Whether the fields of a TIFF can hold it.
bool is_resolution(const Axis& axis) {
  return metres_per(axis.unit) && axis.scale > 0 && per_centimeter(axis) > 0x1p-31 && per_centimeter(axis) < 0x1p31;
}

void define_tags(TIFF* tiff) {
  static const TIFFFieldInfo fields[] = {
      {geo::pixel_scale, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, const_cast<char*>("ModelPixelScaleTag")},
      {geo::tie_points, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, const_cast<char*>("ModelTiepointTag")},
      {geo::transformation, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, const_cast<char*>("ModelTransformationTag")},
      {geo::keys, -1, -1, TIFF_SHORT, FIELD_CUSTOM, 1, 1, const_cast<char*>("GeoKeyDirectoryTag")},
      {geo::doubles, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, const_cast<char*>("GeoDoubleParamsTag")},
      {geo::texts, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, const_cast<char*>("GeoAsciiParamsTag")},
      {geo::gdal_items, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, const_cast<char*>("GDALMetadata")},
      {geo::gdal_nodata, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, const_cast<char*>("GDALNoData")},
  };
  TIFFMergeFieldInfo(tiff, fields, std::size(fields));
}

}  // namespace

Metadata read_tiff_metadata(TIFF* tiff, const std::filesystem::path& file, int rank, int band) {
  Metadata metadata;
  read_georeference(tiff, file, band, metadata);
  metadata.nodata = read_nodata(tiff, file);
  metadata.axes = has_grid_tags(metadata.georeference) ? axes_of(metadata.georeference) : read_resolution(tiff);
  if (rank == 2 && metadata.axes.size() == 3) metadata.axes.erase(metadata.axes.begin());
  if (rank == 3 && metadata.axes.size() == 2) metadata.axes.insert(metadata.axes.begin(), Axis{.name = "z"});
  return metadata;
}

Metadata kept_by_tiff(const Metadata& metadata, const ImageType& type) {
  Metadata kept;
  kept.georeference = metadata.georeference;
  kept.nodata = metadata.nodata;
  kept.quantity = metadata.quantity;
  if (has_grid_tags(kept.georeference)) {
    kept.axes = axes_of(kept.georeference);
  } else if (metadata.axes.size() >= 2 && is_resolution(metadata.axes.back()) &&
             is_resolution(metadata.axes[metadata.axes.size() - 2])) {
    kept.axes.assign(metadata.axes.end() - 2, metadata.axes.end());
  }
  if (type.shape.rank() == 3 && !kept.axes.empty()) kept.axes.insert(kept.axes.begin(), Axis{.name = "z"});
  return kept;
}

TiffTag text_tag(std::uint16_t number, std::string_view words) {
  const std::vector<std::byte> bytes = bytes_of(words);
  return {number, TIFF_ASCII, bytes};
}

std::vector<TiffTag> metadata_tags(const Metadata& metadata) {
  std::vector<TiffTag> tags;
  const std::size_t rank = metadata.axes.size();
  if (!has_grid_tags(metadata.georeference) && rank >= 2) {
    tags.push_back({TIFFTAG_XRESOLUTION, TIFF_RATIONAL, rational(per_centimeter(metadata.axes[rank - 1]))});
    tags.push_back({TIFFTAG_YRESOLUTION, TIFF_RATIONAL, rational(per_centimeter(metadata.axes[rank - 2]))});
    tags.push_back(tag_with<std::uint16_t>(TIFFTAG_RESOLUTIONUNIT, TIFF_SHORT, RESUNIT_CENTIMETER));
  }
  GdalItems items{.quantity = metadata.quantity};
  for (const GeoTag& tag : metadata.georeference)
    if (tag.number == geo::gdal_items)
      items.others = text_of(tag.values);
    else
      tags.push_back({tag.number, tag.type, tag.values});
  if (const std::string list = write_gdal_items(items); !list.empty()) tags.push_back(text_tag(geo::gdal_items, list));
  if (metadata.nodata) {
    char digits[32];
    const char* const end = std::to_chars(digits, digits + sizeof digits, *metadata.nodata).ptr;
    tags.push_back(text_tag(geo::gdal_nodata, std::isnan(*metadata.nodata) ? "nan" : std::string_view(digits, end)));
  }
  return tags;
}

void set_tags(TiffHandle& handle, const std::vector<TiffTag>& tags) {
  TIFF* const tiff = handle.get();
  define_tags(tiff);
  for (const TiffTag& tag : tags) {
    const void* const values = tag.values.data();
    int done = 0;
    if (tag.type == TIFF_ASCII) {
      done = TIFFSetField(tiff, tag.number, static_cast<const char*>(values));
    } else if (tag.type == TIFF_RATIONAL) {
      std::uint32_t pair[2];
      std::memcpy(pair, values, sizeof pair);
      done = TIFFSetField(tiff, tag.number, static_cast<double>(pair[0]) / pair[1]);
    } else if (tag.number == TIFFTAG_RESOLUTIONUNIT) {
      std::uint16_t unit = 0;
      std::memcpy(&unit, values, sizeof unit);
      done = TIFFSetField(tiff, tag.number, unit);
    } else {
      done = TIFFSetField(tiff, tag.number, static_cast<int>(tag.count()), values);
    }
    handle.require(done != 0, text("tag ", tag.number, " cannot be written"));
  }
}

}  // namespace preamar::io
