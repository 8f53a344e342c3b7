// GDAL's list of items about an image and its bands: the XML text of tag 42112.
#pragma once

#include <preamar/metadata.h>

#include <string>
#include <string_view>

namespace preamar::io {

struct GdalItems {
  Quantity quantity = {};   // of the band
  std::string others = {};  // items of the image and other items of the band, which becomes the first; may be empty
};

// The items of the image and of band `band`, counted from 0; -1: of no band. Statistics are left out: they describe the
// pixels of this file. Throws Error (input), naming `file`, for a scale or offset without a meaning.
[[nodiscard]] GdalItems read_gdal_items(std::string_view file, std::string_view words, int band);

// A list of both; empty if there is nothing to say. `others` as read_gdal_items() returns them.
[[nodiscard]] std::string write_gdal_items(const GdalItems& items);

}  // namespace preamar::io
