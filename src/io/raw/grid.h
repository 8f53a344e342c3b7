// The grid of an image in the headers of MetaImage and NRRD, which have the fastest axis first.
#pragma once

#include "io/header_text.h"

#include <preamar/metadata.h>

#include <string>

namespace preamar::io {

// Throws Error (io) for fields that are not as many numbers as they should be.
[[nodiscard]] Metadata meta_grid(const HeaderFields& header, int rank);
[[nodiscard]] Metadata nrrd_grid(const HeaderFields& header, int rank);

// The fields that hold this grid, as lines; `metadata` has one axis per axis of the image, or is empty().
[[nodiscard]] std::string meta_grid_lines(const Metadata& metadata);
[[nodiscard]] std::string nrrd_grid_lines(const Metadata& metadata);

}  // namespace preamar::io
