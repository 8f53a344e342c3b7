// What the reading and the writing of Zarr share.
#pragma once

#include "io/source.h"
#include "io/zarr/array.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

namespace preamar::io {

// An image within an array that may have further axes.
struct ZarrImage {
  std::filesystem::path folder;  // of the array
  ZarrArray array;
  std::vector<std::size_t> axes;  // of the array, for each of the image's
  Extents fixed;                  // for each axis of the array, the place where it is cut; the image's own are 0
};

// A part of the grid: the first place along each axis, and the one after the last.
struct ZarrGrid {
  Extents begin;
  Extents end;
  // Calls visit(place) for each place, the last axis fastest.
  template <class Visit>
  void each(Visit visit) const {
    Extents place = begin;
    for (std::size_t axis = place.size(); axis != 0;) {
      visit(place);
      // To the next place: the last axis that does not begin again.
      for (axis = place.size(); axis != 0; --axis) {
        if (++place[axis - 1] < end[axis - 1]) break;
        place[axis - 1] = begin[axis - 1];
      }
    }
  }
};

// The parts of `side` cells that the cells from `begin` to `end` touch.
[[nodiscard]] inline ZarrGrid touched(const Extents& begin, const Extents& end, const Extents& side) {
  ZarrGrid grid{begin, end};
  for (std::size_t axis = 0; axis < side.size(); ++axis) {
    grid.begin[axis] /= side[axis];
    grid.end[axis] = (end[axis] - 1) / side[axis] + 1;
  }
  return grid;
}

[[nodiscard]] std::unique_ptr<Source> make_zarr_source(const std::filesystem::path& file, FileInfo info,
                                                       const ZarrImage& image);
[[nodiscard]] std::unique_ptr<Sink> open_zarr_sink(const SharedOutput& output, const ImageType& type,
                                                   const WriteOptions& options);
// Whether the folder lies in an image's group of labels.
[[nodiscard]] bool is_labels(const std::filesystem::path& folder);
// Where the folder lies among the labels of an image, enters it into their list.
void list_among_labels(const std::filesystem::path& folder, bool lock);
// What is one file for such options.
[[nodiscard]] Shape zarr_chunk(const ImageType& type, const WriteOptions& options);

// As Format::kept: an OME-Zarr has axes with scale and unit, and an origin; an array has names of axes. Both say what
// the values mean.
[[nodiscard]] Metadata kept_by_zarr(const std::filesystem::path& file, const Metadata& metadata, const ImageType& type);

}  // namespace preamar::io
