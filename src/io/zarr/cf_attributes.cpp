#include "io/zarr/cf_attributes.h"

#include "core/converted_value.h"
#include "core/error_text.h"
#include "core/notation.h"
#include "io/ome/xml_tags.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>

namespace preamar::io {
namespace {

// xarray stores the fill value of floats as a double in base64: eight bytes in eleven letters and '='.
constexpr std::string_view base64_letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::size_t base64_count = 11;

std::string base64_of(double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  const auto byte = [&](std::size_t i) { return i < 8 ? (bits >> (8 * i)) & 0xff : 0; };
  std::string words;
  for (std::size_t i = 0; i < base64_count; ++i) {
    const std::size_t first = i * 6 / 8, shift = 10 - i * 6 % 8;
    words += base64_letters[((byte(first) << 8 | byte(first + 1)) >> shift) & 63];
  }
  return words + "=";
}

std::optional<double> double_of_base64(std::string_view words) {
  if (words.size() != base64_count + 1 || words.back() != '=') return std::nullopt;
  std::uint64_t bits = 0;
  std::uint32_t open = 0;
  for (std::size_t i = 0, byte = 0; i < base64_count; ++i) {
    const std::size_t letter = base64_letters.find(words[i]);
    if (letter == base64_letters.npos) return std::nullopt;
    open = open << 6 | static_cast<std::uint32_t>(letter);
    const std::size_t held = (i + 1) * 6 - 8 * byte;  // bits of `open` that are in no byte yet
    if (held >= 8) bits |= std::uint64_t{(open >> (held - 8)) & 0xff} << (8 * byte++);
  }
  double value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

[[noreturn]] void refuse_value(const JsonField& given, std::string_view wanted) {
  given.refuse(text("is ", one_line(given.value().dump().substr(0, 40)), ", which is not ", wanted,
                    "; correct it, or read only the pixels with ", setting("ignore_metadata", "true")));
}

double finite_number(const JsonField& given, double fallback) {
  if (given.is_null()) return fallback;
  if (!given.value().is_number() || !std::isfinite(given.number())) refuse_value(given, "a finite number");
  return given.number();
}

std::optional<double> fill_value_in(const JsonField& given) {
  const Json& value = given.value();
  if (value.is_null()) return std::nullopt;
  if (value.is_number()) return given.number();
  if (value.is_boolean()) return value.get<bool>() ? 1 : 0;
  const std::string word = value.is_string() ? given.word() : "";
  if (word == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (const auto found = double_of_base64(word)) return found;
  refuse_value(given, "a number");
}

std::string words_in(const JsonField& given) { return given.value().is_string() ? one_line(given.word()) : ""; }

// A number of the dtype, which holds it.
Json fill_value_of(double value, DType dtype) {
  if (dtype == DType::float32 || dtype == DType::float64) return base64_of(value);
  if (dtype == DType::boolean) return value != 0;
  return value < 0 ? Json(static_cast<std::int64_t>(value)) : Json(static_cast<std::uint64_t>(value));
}

}  // namespace

CfAttributes read_cf_attributes(const JsonField& attributes) {
  CfAttributes found;
  const JsonField scale = attributes.find("scale_factor");
  found.quantity.scale = finite_number(scale, 1);
  if (found.quantity.scale == 0) refuse_value(scale, "a scale");
  found.quantity.offset = finite_number(attributes.find("add_offset"), 0);
  found.quantity.unit = words_in(attributes.find("units"));
  found.quantity.description = words_in(attributes.find("long_name"));
  found.nodata = fill_value_in(attributes.find("_FillValue"));
  return found;
}

Json json_of(const CfAttributes& given, DType dtype) {
  Json attributes = Json::object();
  const auto& [scale, offset, unit, description] = given.quantity;
  if (scale != 1 || offset != 0) {
    attributes["scale_factor"] = scale;
    attributes["add_offset"] = offset;
  }
  if (!unit.empty()) attributes["units"] = one_line(unit);
  if (!description.empty()) attributes["long_name"] = one_line(description);
  if (given.nodata) attributes["_FillValue"] = fill_value_of(*given.nodata, dtype);
  return attributes;
}

CfAttributes kept_by_cf(const Metadata& metadata, DType dtype) {
  CfAttributes kept{.quantity = metadata.quantity};
  if (!metadata.nodata) return kept;
  if (dtype != DType::boolean) kept.nodata = converted_value(*metadata.nodata, dtype);
  if (dtype == DType::boolean && (*metadata.nodata == 0 || *metadata.nodata == 1)) kept.nodata = metadata.nodata;
  return kept;
}

}  // namespace preamar::io
