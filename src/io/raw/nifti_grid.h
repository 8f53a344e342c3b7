// The grid of an image in a NIfTI header: NIfTI has right, anterior, superior, Metadata has left, posterior, superior.
#pragma once

#include "io/raw/nifti_fields.h"

#include <preamar/metadata.h>

#include <filesystem>
#include <string_view>

namespace preamar::io {

// From the sform, else from the qform, else only the distances. Throws Error (io) for a form that is not an affine map,
// Error (input) for a plane that is not at z = 0, which no Metadata of rank 2 holds.
[[nodiscard]] Metadata nifti_grid(const std::filesystem::path& file, const NiftiFields& fields, int rank);
// Sets both forms; only the sform if the axes are not at right angles; neither if the metadata has no position,
// direction or space. `metadata` is what kept_nifti_grid() returned.
void put_nifti_grid(NiftiFields& fields, const Metadata& metadata, int rank);
// Whether a number of a header of this version holds it, rounded: neither 0 nor infinite.
[[nodiscard]] bool is_held(double value, int version);
// The part of the metadata that the header holds.
[[nodiscard]] Metadata kept_nifti_grid(const Metadata& metadata, int rank, int version);

}  // namespace preamar::io
