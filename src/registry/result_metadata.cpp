// Which metadata of its inputs hold for a result.
#include <preamar/error.h>
#include <preamar/operator.h>

#include "core/converted_value.h"
#include "core/error_text.h"

#include <algorithm>

namespace preamar {
namespace {

// A value that the input cannot have says nothing about its pixels.
bool is_possible(double value, DType dtype) {
  return dtype == DType::boolean || converted_value(value, dtype).has_value();
}

// The unit of all axes, if lengths were computed with their scales.
std::string unit_of_lengths(const Metadata& metadata, const Values& options) {
  const auto given = options.find("spacing");
  const auto* spacing = given == options.end() ? nullptr : std::get_if<std::vector<double>>(&given->second);
  const auto squared = options.find("squared");
  if (!spacing || metadata.axes.empty() || (squared != options.end() && squared->second == Value(true))) return "";
  const std::string& unit = metadata.axes[0].unit;
  for (std::size_t i = 0; i < metadata.axes.size(); ++i) {
    const Axis& axis = metadata.axes[i];
    if (axis.unit != unit || axis.scale != (*spacing)[std::min(i, spacing->size() - 1)]) return "";
  }
  return unit;
}

Meaning meaning_of(const Output& output, DType input, DType result) {
  return result == DType::boolean && input != DType::boolean ? Meaning::other : output.meaning;
}

}  // namespace

ResultMetadata metadata_of_result(const Operator& op, std::size_t output, const Metadata& common,
                                  const ImageType& input, const ImageType& result, const Values& options) {
  if (result.shape.rank() != input.shape.rank()) return {};
  ResultMetadata found{.kept = common};
  Metadata& kept = found.kept;
  kept.nodata.reset();
  kept.quantity = {};
  const Meaning meaning = meaning_of(op.outputs[output], input.dtype, result.dtype);
  if (meaning == Meaning::length) kept.quantity.unit = unit_of_lengths(common, options);
  if (meaning != Meaning::same && meaning != Meaning::difference) return found;
  kept.quantity = common.quantity;
  if (meaning == Meaning::difference) kept.quantity.offset = 0, kept.quantity.description.clear();
  if (!common.nodata || !is_possible(*common.nodata, input.dtype)) {
    if (result.dtype == input.dtype && meaning == Meaning::same) kept.nodata = common.nodata;
    return found;
  }
  if (meaning == Meaning::same)
    kept.nodata = result.dtype == input.dtype ? common.nodata : converted_value(*common.nodata, result.dtype);
  if (!kept.nodata) found.lost.push_back(text("nodata ", *common.nodata));
  return found;
}

void require_nothing_lost(std::string_view file, std::span<const std::string> lost) {
  if (!lost.empty())
    throw Error(ErrorKind::input, text(file, ": the ", lost[0], " of the input does not hold for this result; give ",
                                       "another dtype or operator, or leave out `strict=true`"));
}

}  // namespace preamar
