// Metadata of levels, and of formats that cannot keep all of it.
#pragma once

#include <preamar/io.h>

#include <span>
#include <string>
#include <vector>

namespace preamar::io {

// The metadata of a copy of the image whose pixels are longer by these factors along each axis. The copy begins at the
// same corner.
[[nodiscard]] Metadata coarser(Metadata metadata, std::span<const double> factors);

// Without an origin of zeros and the identity as direction, which say nothing.
[[nodiscard]] Metadata simplified(Metadata metadata);

// What `given` has and `kept` lacks: "spacing", "unit", "origin", "direction", "georeference", "nodata", "scale and
// offset of the values", "unit of the values", "description".
[[nodiscard]] std::vector<std::string> missing_parts(const Metadata& given, const Metadata& kept);

// The direction of the axes of space where none is given.
[[nodiscard]] std::vector<double> identity_matrix(int rank);

}  // namespace preamar::io
