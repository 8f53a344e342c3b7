#include "io/zarr/stored_chunks.h"

#include "core/digest.h"
#include "core/error_text.h"
#include "io/crc32c.h"
#include "io/pixels.h"
#include "io/store/store.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <string>
#include <system_error>

namespace preamar::io {
namespace {

constexpr int entry_words = 2;  // offset, bytes

Shape shape_of(const Extents& extents) { return Shape(extents.data(), static_cast<int>(extents.size())); }

std::span<const std::byte> dense_bytes(ConstImageView image, std::int64_t bytes) {
  return {static_cast<const std::byte*>(image.data()), static_cast<std::size_t>(bytes)};
}

// One chunk as it is stored; what lies beyond the image's edge is zeros.
Filled encode_chunk(const ZarrArray& array, ConstImageView chunk, std::string_view where) {
  const std::int64_t bytes = chunk_bytes(array);
  const Shape whole = shape_of(array.chunk);
  if (chunk.shape() == whole && chunk.is_dense()) return encode(array.codecs, dense_bytes(chunk, bytes), where);
  const Buffer<std::byte> pixels(bytes);
  const ImageView packed(pixels.data(), array.dtype, whole);
  if (chunk.shape() != whole) std::memset(pixels.data(), 0, static_cast<std::size_t>(bytes));
  const std::int64_t origin[max_rank] = {};
  copy_image(chunk, crop(packed, origin, chunk.shape()));
  return encode(array.codecs, dense_bytes(packed, bytes), where);
}

// The chunks in order, then the index and its sum.
Bytes encode_shard(const ZarrArray& array, ConstImageView image, std::string_view where) {
  const Extents begin(array.shape.size(), 0);
  Extents end, sides;
  for (std::size_t axis = 0; axis < begin.size(); ++axis) {
    end.push_back(image.shape()[static_cast<int>(axis)]);
    sides.push_back(array.stored[axis] / array.chunk[axis]);
  }
  Bytes shard;
  std::vector<std::uint64_t> index(static_cast<std::size_t>(chunks_per_stored(array) * entry_words), UINT64_MAX);
  touched(begin, end, array.chunk).each([&](const Extents& place) {
    std::int64_t at[max_rank] = {}, extents[max_rank] = {};
    std::size_t number = 0;
    for (std::size_t axis = 0; axis < place.size(); ++axis) {
      at[axis] = place[axis] * array.chunk[axis];
      extents[axis] = std::min(array.chunk[axis], end[axis] - at[axis]);
      number = number * static_cast<std::size_t>(sides[axis]) + static_cast<std::size_t>(place[axis]);
    }
    const Filled chunk = encode_chunk(array, crop(image, at, Shape(extents, image.rank())), where);
    index[entry_words * number] = shard.size();
    index[entry_words * number + 1] = chunk.bytes().size();
    shard.insert(shard.end(), chunk.bytes().begin(), chunk.bytes().end());
  });
  const auto entries = std::as_bytes(std::span(index));
  const std::uint32_t sum = crc32c(entries);
  shard.insert(shard.end(), entries.begin(), entries.end());
  const auto last = std::as_bytes(std::span(&sum, 1));
  shard.insert(shard.end(), last.begin(), last.end());
  return shard;
}

// The numbers in the name of a file, if it can be a part of this grid.
std::optional<Extents> place_of(const std::filesystem::path& name, const Extents& grid) {
  Extents place;
  for (const std::filesystem::path& part : name) {
    const std::string& words = part.native();
    std::int64_t number = 0;
    const auto [end, code] = std::from_chars(words.data(), words.data() + words.size(), number);
    if (code != std::errc() || end != words.data() + words.size()) continue;
    if (place.size() == grid.size() || number < 0 || number >= grid[place.size()]) return std::nullopt;
    place.push_back(number);
  }
  return place.size() == grid.size() ? std::optional(place) : std::nullopt;
}

}  // namespace

StoredChunks::StoredChunks(const ZarrArray& array, const std::filesystem::path& folder,
                           const std::function<void()>& guard)
    : array_(array), folder_(folder), guard_(guard) {
  for (std::size_t axis = 0; axis < array_.shape.size(); ++axis) {
    grid_.push_back((array_.shape[axis] - 1) / array_.stored[axis] + 1);
    count_ = checked_product(count_, grid_.back(), "the parts of an image");
  }
  done_ = std::make_unique<std::atomic<unsigned char>[]>(static_cast<std::size_t>(count_));
}

std::size_t StoredChunks::number_of(const Extents& place) const {
  std::int64_t number = 0;
  for (std::size_t axis = 0; axis < grid_.size(); ++axis) number = number * grid_[axis] + place[axis];
  return static_cast<std::size_t>(number);
}

ZarrGrid StoredChunks::grid_of(const std::int64_t* origin, const Shape& shape) const {
  Extents begin, end;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    begin.push_back(origin[axis]);
    end.push_back(origin[axis] + shape[axis]);
  }
  return touched(begin, end, array_.stored);
}

std::uint64_t StoredChunks::write(const std::int64_t* origin, ConstImageView image,
                                  const std::function<void(const Extents& place)>& written) {
  std::uint64_t sum = 0;
  grid_of(origin, image.shape()).each([&](const Extents& place) {
    std::int64_t at[max_rank] = {}, extents[max_rank] = {};
    for (std::size_t axis = 0; axis < place.size(); ++axis) {
      const std::int64_t first = place[axis] * array_.stored[axis];
      at[axis] = first - origin[axis];
      extents[axis] = std::min(array_.stored[axis], image.shape()[static_cast<int>(axis)] - at[axis]);
    }
    sum += write_stored(place, crop(image, at, Shape(extents, image.rank())));
    if (done_[number_of(place)].exchange(1) == 0) written(place);
  });
  return sum;
}

std::uint64_t StoredChunks::write_stored(const Extents& place, ConstImageView chunk) {
  const std::filesystem::path name = folder_ / stored_name(array_, place.data());
  const auto put = [&](std::span<const std::byte> bytes) {
    store_of(name).put(name, bytes, guard_);
    return digest(bytes, number_of(place));
  };
  if (array_.is_sharded) return put(encode_shard(array_, chunk, name.string()));
  return put(encode_chunk(array_, chunk, name.string()).bytes());
}

bool StoredChunks::recover(const std::int64_t* origin, const Shape& shape, std::uint64_t expected) {
  const ZarrGrid grid = grid_of(origin, shape);
  std::uint64_t sum = 0;
  bool are_there = true;
  grid.each([&](const Extents& place) {
    const auto bytes = read_object(folder_ / stored_name(array_, place.data()), folder_, folder_);
    if (bytes) sum += digest(*bytes, number_of(place));
    are_there &= bytes.has_value();
  });
  if (!are_there || sum != expected) return false;
  grid.each([&](const Extents& place) { done_[number_of(place)] = 1; });
  return true;
}

void StoredChunks::find_written() {
  store_of(folder_).list(folder_, [&](const std::filesystem::path& name, const FileStamp& stamp) {
    const std::filesystem::path relative = name.lexically_relative(folder_);
    if (const auto place = place_of(relative, grid_); place && stamp.bytes > 0)
      if (stored_name(array_, place->data()) == relative) done_[number_of(*place)] = 1;
  });
}

void StoredChunks::require_all(const std::filesystem::path& file) const {
  ZarrGrid{Extents(grid_.size(), 0), grid_}.each([&](const Extents& place) {
    if (!is_done(place))
      throw Error(ErrorKind::call,
                  text(file.string(), ": the part ", stored_name(array_, place.data()).string(), " was not written"));
  });
}

}  // namespace preamar::io
