/// @file
/// Separate the stains of a microscope slide: colour deconvolution.
#pragma once

#include <preamar/export.h>
#include <preamar/image.h>

#include <span>

namespace preamar {

/// Returns how much of each stain the pixels of an RGB image of transmitted light have (Ruifrok and Johnston, 2001).
///
/// The optical density of a sample v is log(v / max) / log(1e-6), and 1 for 0. The densities of a pixel times the
/// inverse of the stain matrix are the amounts; negative amounts become 0. This is scikit-image's `rgb2hed`, rounded to
/// float32: for the default stains the difference is at most 1.2e-7. Logarithms come from a table, so the bytes are the
/// same on every machine, and the same as those of the channels of files (ReadOptions::channel).
///
/// @param rgb rank 3, uint8 or uint16: rows, columns and 3 samples, red, green and blue
/// @param stains 9 numbers, the optical densities of three stains in red, green and blue; or 6, and the third vector is
///   the cross product of the two; empty: 0.65 0.70 0.29 (haematoxylin), 0.07 0.99 0.11 (eosin), 0.27 0.57 0.78 (DAB)
/// @return float32 of the same shape: the amounts of the first, second and third stain
/// @throws Error kind `input` for another shape or dtype; kind `call` for stains that are linearly dependent or not 6
/// or
///   9 finite numbers
[[nodiscard]] PREAMAR_API Image unmix_stains(ConstImageView rgb, std::span<const double> stains = {});

}  // namespace preamar
