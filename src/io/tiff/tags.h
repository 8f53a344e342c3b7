// The tags of a TIFF that hold metadata: resolution, georeference and the value of pixels without data.
#pragma once

#include "io/tiff/handle.h"
#include "io/tiff/layout.h"

#include <preamar/io.h>

#include <filesystem>
#include <string_view>
#include <vector>

namespace preamar::io {

// Of the page that `tiff` is at, for an image of rank 2 or 3 that has the values of band `band`, counted from 0; -1:
// other values. Throws Error (input) for a `nodata`, a scale or an offset without a meaning.
[[nodiscard]] Metadata read_tiff_metadata(TIFF* tiff, const std::filesystem::path& file, int rank, int band);

// As Format::kept. A plain TIFF has a georeference, or the spacing of y and x in a unit of length, to nine digits; and
// the quantity as items of GDAL.
[[nodiscard]] Metadata kept_by_tiff(const Metadata& metadata, const ImageType& type);

// The tags of the first page that hold this metadata, which kept_by_tiff() returned; ascending.
[[nodiscard]] std::vector<TiffTag> metadata_tags(const Metadata& metadata);
// A tag of text.
[[nodiscard]] TiffTag text_tag(std::uint16_t number, std::string_view words);

// Gives the page that `tiff` is at these tags.
void set_tags(TiffHandle& tiff, const std::vector<TiffTag>& tags);

}  // namespace preamar::io
