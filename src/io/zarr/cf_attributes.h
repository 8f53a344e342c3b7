// What the values of an array mean, as attributes of the CF conventions; xarray reads and writes the same.
#pragma once

#include "io/json_field.h"

#include <preamar/metadata.h>

#include <optional>

namespace preamar::io {

struct CfAttributes {
  Quantity quantity = {};             // scale_factor, add_offset, units and long_name
  std::optional<double> nodata = {};  // _FillValue, as stored
};

// Throws Error (input) for a scale, offset or fill value without a meaning. Units and names that are not text are
// ignored.
[[nodiscard]] CfAttributes read_cf_attributes(const JsonField& attributes);
// An object; without what says nothing.
[[nodiscard]] Json json_of(const CfAttributes& given, DType dtype);
// What json_of() holds: without a nodata that no pixel of the dtype can have.
[[nodiscard]] CfAttributes kept_by_cf(const Metadata& metadata, DType dtype);

}  // namespace preamar::io
