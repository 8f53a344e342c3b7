// The files of an array that is being written.
#pragma once

#include "io/zarr_array.h"

#include <preamar/image.h>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>

namespace preamar {

// Writes regions of one array, from several threads at once; every file is written whole under another name first.
class ZarrPieces {
 public:
  // The array has as many axes as the image, and `scratch` is a folder beside it.
  ZarrPieces(const ZarrArray& array, const std::filesystem::path& folder, const std::filesystem::path& scratch);

  [[nodiscard]] const ZarrArray& array() const noexcept { return array_; }
  [[nodiscard]] const std::filesystem::path& folder() const noexcept { return folder_; }
  [[nodiscard]] const Extents& grid() const noexcept { return grid_; }
  [[nodiscard]] std::int64_t count() const noexcept { return count_; }
  [[nodiscard]] std::size_t number_of(const Extents& place) const;
  // A region of whole pieces; calls `written` for each of them that was not written here before.
  void write(const std::int64_t* origin, const ConstImage& image,
             const std::function<void(const Extents& place)>& written);
  // Whether the piece was written here or, where `earlier` says so, before.
  [[nodiscard]] bool is_there(const Extents& place, bool earlier) const;
  // Throws Error (call), naming `file`, where a piece is not there.
  void require_all(const std::filesystem::path& file, bool earlier) const;

 private:
  // The piece at `place`, all of whose pixels within the image are in `piece`.
  void write_piece(const Extents& place, const ConstImage& piece);

  const ZarrArray array_;
  const std::filesystem::path folder_;
  const std::filesystem::path scratch_;
  Extents grid_;  // pieces along each axis
  std::int64_t count_ = 1;
  std::unique_ptr<std::atomic<unsigned char>[]> done_;  // one each
};

}  // namespace preamar
