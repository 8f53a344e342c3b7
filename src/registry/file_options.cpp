// Options that come from the metadata of an input.
#include <preamar/operator.h>

#include "core/converted_value.h"
#include "core/error_text.h"

#include <preamar/error.h>

#include <algorithm>

namespace preamar {
namespace {

std::vector<double> spacing_of(const Operator& op, std::string_view file, const Metadata& metadata) {
  std::vector<double> spacing;
  for (const Axis& axis : metadata.axes) spacing.push_back(axis.scale);
  const bool is_known =
      std::ranges::any_of(metadata.axes, [](const Axis& axis) { return axis.scale != 1 || !axis.unit.empty(); });
  if (!is_known)
    throw Error(ErrorKind::input,
                text(op.name, ": spacing is 'file'; ", file, " has no spacing; give one number per axis"));
  return spacing;
}

}  // namespace

bool is_file_value(std::string_view option, const Value& value) {
  return option == "spacing" && value == Value("file");
}

Values with_file_options(const Operator& op, Values options, std::string_view file, const ImageType& type,
                         const Metadata& metadata) {
  for (auto& [name, value] : options)
    if (is_file_value(name, value)) value = spacing_of(op, file, metadata);
  const bool has_nodata = has_option(op, "nodata");
  if (has_nodata && !options.contains("nodata") && metadata.nodata && converted_value(*metadata.nodata, type.dtype))
    options["nodata"] = *metadata.nodata;
  return options;
}

}  // namespace preamar
