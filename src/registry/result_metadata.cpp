// Which metadata of its inputs hold for a result.
#include <preamar/error.h>
#include <preamar/operator.h>

#include "core/converted_value.h"
#include "core/error_text.h"
#include "core/notation.h"

namespace preamar {
namespace {

// A value that the input cannot have says nothing about its pixels.
bool is_possible(double value, DType dtype) {
  return dtype == DType::boolean || converted_value(value, dtype).has_value();
}

Meaning meaning_of(const Output& output, DType input, DType result) {
  return result == DType::boolean && input != DType::boolean ? Meaning::other : output.meaning;
}

}  // namespace

ResultMetadata metadata_of_result(const Operator& op, std::size_t output, const Metadata& common,
                                  const ImageType& input, const ImageType& result) {
  if (result.shape.rank() != input.shape.rank()) return {};
  ResultMetadata found{.kept = common};
  Metadata& kept = found.kept;
  kept.nodata.reset();
  kept.quantity = {};
  const Meaning meaning = meaning_of(op.outputs[output], input.dtype, result.dtype);
  if (meaning == Meaning::other) return found;
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

std::string loss_text(std::string_view file, std::string_view part) {
  if (part == lost_mask)
    return text(file, ": invalid pixels are 0 and not marked in it; write a mask of the valid ones with ",
                setting("valid_out", "FILE"));
  return text(file, ": the ", part, " of the input does not hold for this result");
}

void require_nothing_lost(std::string_view file, std::span<const std::string> lost) {
  if (!lost.empty() && lost[0] == lost_mask) throw Error(ErrorKind::input, loss_text(file, lost[0]));
  if (!lost.empty())
    throw Error(ErrorKind::input, text(file, ": the ", lost[0], " of the input does not hold for this result; give ",
                                       "another dtype or operator, or leave out `strict=true`"));
}

}  // namespace preamar
