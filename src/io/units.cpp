#include "io/units.h"

#include <algorithm>
#include <iterator>

namespace preamar::io {
namespace {

struct Unit {
  std::string_view sign, word;
  double metres;
};

// The first sign of a word is the one that is written. ImageJ writes a character that is not ASCII as an escape.
constexpr Unit units[] = {
    {"\u00B5m", "micrometer", 1e-6},  {"\u03BCm", "micrometer", 1e-6},
    {"\\u00B5m", "micrometer", 1e-6}, {"um", "micrometer", 1e-6},
    {"micron", "micrometer", 1e-6},   {"microns", "micrometer", 1e-6},
    {"nm", "nanometer", 1e-9},        {"mm", "millimeter", 1e-3},
    {"cm", "centimeter", 1e-2},       {"m", "meter", 1},
    {"pm", "picometer", 1e-12},       {"\u00C5", "angstrom", 1e-10},
    {"km", "kilometer", 1e3},         {"in", "inch", 0.0254},
    {"inch", "inch", 0.0254},         {"ft", "foot", 0.3048},
};

}  // namespace

std::string unit_word(std::string_view sign) {
  const auto found = std::ranges::find(units, sign, &Unit::sign);
  return std::string(found == std::end(units) ? sign : found->word);
}

std::string unit_sign(std::string_view word) {
  const auto found = std::ranges::find(units, word, &Unit::word);
  return std::string(found == std::end(units) ? word : found->sign);
}

std::optional<double> metres_per(std::string_view word) {
  const auto found = std::ranges::find(units, word, &Unit::word);
  return found == std::end(units) ? std::nullopt : std::optional(found->metres);
}

}  // namespace preamar::io
