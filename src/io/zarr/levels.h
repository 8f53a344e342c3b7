// The arrays of an image that is being written, the full one and the smaller ones made from it.
#pragma once

#include "io/shrink.h"
#include "io/zarr/stored_chunks.h"
#include "io/zarr/zarr.h"

#include <preamar/image.h>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

namespace preamar::io {

class ZarrLevels {
 public:
  // Level i lies in folders[i]; an array's levels differ in shape only. `guard` is as Store::put has it.
  ZarrLevels(const std::vector<ZarrArray>& arrays, const std::vector<std::filesystem::path>& folders, Shrink how,
             const std::function<void()>& guard);

  // A region of whole parts of the full image, from any thread. A part of the next level is made by the thread that
  // writes the last of the parts that it covers. Returns the digest of the full image's files.
  std::uint64_t write(const std::int64_t* origin, ConstImageView image);
  // As StoredChunks::recover, of the full image: the smaller levels of an earlier run are made again.
  [[nodiscard]] bool recover(const std::int64_t* origin, const Shape& shape, std::uint64_t digest) {
    return levels_[0]->recover(origin, shape, digest);
  }
  // From now on, write() makes no smaller levels.
  void defer() { is_deferred_ = true; }
  // Makes the parts of a smaller level in a region of it, from the level above.
  void make(std::size_t level, const Box& region);
  // As StoredChunks::find_written, of all levels.
  void find_written() {
    for (const auto& level : levels_) level->find_written();
  }
  // Makes what is left of the smaller levels. Throws Error (call), naming `file`, where a part of the full image was
  // neither written nor recovered.
  void finish(const std::filesystem::path& file);

 private:
  void note(std::size_t level, const Extents& place);
  void make(std::size_t level, const Extents& place);
  // How many cells of the level above one of this level covers along an axis.
  [[nodiscard]] std::int64_t factor(std::size_t level, std::size_t axis) const;
  [[nodiscard]] ZarrGrid covered(std::size_t level, const Extents& place) const;

  const Shrink how_;
  bool is_deferred_ = false;
  std::vector<std::unique_ptr<StoredChunks>> levels_;
  std::vector<std::unique_ptr<std::atomic<int>[]>> noted_;  // for each part of a level, parts it covers that are there
};

}  // namespace preamar::io
