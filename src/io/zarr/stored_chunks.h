// The files of an array that is being written.
#pragma once

#include "io/zarr/array.h"
#include "io/zarr/zarr.h"

#include <preamar/image.h>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>

namespace preamar::io {

// Writes regions of one array, from several threads at once.
class StoredChunks {
 public:
  // The array has as many axes as the image. `guard` is as Store::put has it.
  StoredChunks(const ZarrArray& array, const std::filesystem::path& folder, const std::function<void()>& guard);

  [[nodiscard]] const ZarrArray& array() const noexcept { return array_; }
  [[nodiscard]] const std::filesystem::path& folder() const noexcept { return folder_; }
  [[nodiscard]] const Extents& grid() const noexcept { return grid_; }
  [[nodiscard]] std::int64_t count() const noexcept { return count_; }
  [[nodiscard]] std::size_t number_of(const Extents& place) const;
  // A region of whole parts; calls `written` for each of them that was not written here before. Returns a digest of
  // the files' bytes.
  std::uint64_t write(const std::int64_t* origin, ConstImageView image,
                      const std::function<void(const Extents& place)>& written);
  // Where the files of the region have bytes of this digest, counts them as written and returns true.
  [[nodiscard]] bool recover(const std::int64_t* origin, const Shape& shape, std::uint64_t digest);
  // Counts all parts of which there is a file as written.
  void find_written();
  // The parts that a region touches.
  [[nodiscard]] ZarrGrid grid_of(const std::int64_t* origin, const Shape& shape) const;
  // Whether the part was written or recovered.
  [[nodiscard]] bool is_done(const Extents& place) const { return done_[number_of(place)] != 0; }
  // Throws Error (call), naming `file`, where a part is not.
  void require_all(const std::filesystem::path& file) const;

 private:
  // The part at `place`, all of whose pixels within the image are in `part`. Returns the digest of its bytes.
  std::uint64_t write_stored(const Extents& place, ConstImageView chunk);

  const ZarrArray array_;
  const std::filesystem::path folder_;
  const std::function<void()> guard_;
  Extents grid_;  // parts along each axis
  std::int64_t count_ = 1;
  std::unique_ptr<std::atomic<unsigned char>[]> done_;  // one each
};

}  // namespace preamar::io
