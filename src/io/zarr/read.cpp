// Zarr in: only the chunks that a region touches are read, and of a shard only its index beside them.
#include "io/zarr/zarr.h"

#include "core/memory.h"
#include "core/rows.h"
#include "io/crc32c.h"
#include "io/limits.h"
#include "io/pixels.h"
#include "io/store/store.h"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace preamar::io {
namespace {

constexpr std::uint64_t not_there = UINT64_MAX;

struct IndexEntry {
  std::uint64_t offset;
  std::uint64_t bytes;
};

void fill_with(ImageView out, const std::array<std::byte, 8>& value) {
  const std::int64_t size = size_of(out.dtype());
  const std::int64_t length = row_length(out.shape());
  for (std::int64_t i = 0; i < row_count(out.shape()); ++i)
    copy_row(value.data(), 0, row(out, i), row_stride(out), length, size);
}

// The numbers in a part's name: 3 and 12 of "c/3/12".
Extents numbers_in(std::string_view name) {
  constexpr std::int64_t most = INT64_MAX / 10 - 1;
  Extents numbers;
  bool was_digit = false;
  for (const char c : name) {
    const bool is_digit = c >= '0' && c <= '9';
    if (is_digit && !was_digit) numbers.push_back(0);
    if (is_digit) numbers.back() = std::min(numbers.back(), most) * 10 + (c - '0');
    was_digit = is_digit;
  }
  return numbers;
}

class ZarrSource : public Source {
 public:
  ZarrSource(const std::filesystem::path& file, FileInfo info, const ZarrImage& image)
      : Source(file), image_(image), array_(image_.array), chunk_bytes_(chunk_bytes(array_)) {
    info_ = std::move(info);
    strides_.assign(array_.chunk.size(), size_of(array_.dtype));
    for (std::size_t axis = array_.chunk.size() - 1; axis-- > 0;)
      strides_[axis] = strides_[axis + 1] * array_.chunk[axis + 1];
  }

 private:
  void read_region(const std::int64_t* origin, ImageView out) override {
    Extents begin = image_.fixed, end = image_.fixed;
    for (std::int64_t& after : end) ++after;
    for (std::size_t k = 0; k < image_.axes.size(); ++k) {
      begin[image_.axes[k]] = origin[k];
      end[image_.axes[k]] = origin[k] + out.shape()[static_cast<int>(k)];
    }
    touched(begin, end, array_.stored).each([&](const Extents& place) { read_stored(place, begin, end, out); });
  }

  // A web server does not list chunks; there the metadata alone counts.
  void each_stamp(const Store::Visit& visit) const override {
    const Store& store = store_of(image_.folder);
    const bool has_list = store.list(image_.folder, [&](const std::filesystem::path& name, const FileStamp& stamp) {
      if (is_own(name.lexically_relative(image_.folder).string())) visit(name, stamp);
    });
    if (has_list) return;
    for (const char* const name : {"zarr.json", ".zarray"})
      if (const auto stamp = store.stamp(image_.folder / name)) visit(image_.folder / name, *stamp);
  }

  // Whether the file, named within the array's folder, is metadata or a part that the image has pixels in: further
  // axes may have parts at other places, which another program may be writing.
  [[nodiscard]] bool is_own(std::string_view name) const {
    const Extents place = numbers_in(name);
    if (place.size() != array_.shape.size()) return true;
    for (std::size_t axis = 0; axis < place.size(); ++axis)
      if (std::ranges::find(image_.axes, axis) == image_.axes.end() &&
          place[axis] != image_.fixed[axis] / array_.stored[axis])
        return false;
    return true;
  }

  [[nodiscard]] ReadFirst first_read() const {
    if (!array_.is_sharded) return ReadFirst::all;
    return array_.index_is_first ? ReadFirst::beginning : ReadFirst::end;
  }

  // The part of a stored part that lies in the region.
  void read_stored(const Extents& place, const Extents& begin, const Extents& end, ImageView out) {
    Extents low = begin, high = end;
    for (std::size_t axis = 0; axis < place.size(); ++axis) {
      low[axis] = std::max(low[axis], place[axis] * array_.stored[axis]);
      high[axis] = std::min(high[axis], (place[axis] + 1) * array_.stored[axis]);
    }
    const std::filesystem::path name = image_.folder / stored_name(array_, place.data());
    const std::unique_ptr<Object> object = store_of(name).open(name, image_.folder, Source::file(), first_read());
    if (!object && array_.is_complete)
      throw Error(ErrorKind::io,
                  text(name.string(),
                       ": is missing, and Preamar wrote every chunk of this array; it was lost. Write the "
                       "image again, or remove `preamar` from the attributes of zarr.json to read "
                       "missing chunks as the fill value"));
    if (!object) return fill_with(part(begin, low, high, out), array_.fill);
    const Object& in = *object;
    if (!array_.is_sharded) {
      const bool is_here = load(in, {0, static_cast<std::uint64_t>(in.size())});
      return take(is_here, place, begin, low, high, out);
    }
    const Buffer<IndexEntry> index = read_index(in);
    touched(low, high, array_.chunk).each([&](const Extents& at) {
      Extents chunk_low = low, chunk_high = high;
      std::int64_t number = 0;
      for (std::size_t axis = 0; axis < at.size(); ++axis) {
        const std::int64_t side = array_.stored[axis] / array_.chunk[axis];
        number = number * side + at[axis] % side;
        chunk_low[axis] = std::max(chunk_low[axis], at[axis] * array_.chunk[axis]);
        chunk_high[axis] = std::min(chunk_high[axis], (at[axis] + 1) * array_.chunk[axis]);
      }
      take(load(in, index[number]), at, begin, chunk_low, chunk_high, out);
    });
  }

  // The part of `out`, which begins at `begin`, from `low` to `high`.
  [[nodiscard]] ImageView part(const Extents& begin, const Extents& low, const Extents& high, ImageView out) const {
    std::int64_t at[max_rank] = {}, extents[max_rank] = {};
    for (std::size_t k = 0; k < image_.axes.size(); ++k) {
      const std::size_t axis = image_.axes[k];
      at[k] = low[axis] - begin[axis];
      extents[k] = high[axis] - low[axis];
    }
    return crop(out, at, Shape(extents, out.rank()));
  }

  // Of the chunk that was loaded, which lies at `place` in the grid of chunks, the part from `low` to `high`.
  void take(bool is_here, const Extents& place, const Extents& begin, const Extents& low, const Extents& high,
            ImageView out) const {
    const ImageView target = part(begin, low, high, out);
    if (!is_here) return fill_with(target, array_.fill);
    const std::byte* first = pixels_.data();
    Strides strides{};
    for (std::size_t axis = 0; axis < place.size(); ++axis)
      first += (low[axis] - place[axis] * array_.chunk[axis]) * strides_[axis];
    for (std::size_t k = 0; k < image_.axes.size(); ++k) strides[k] = strides_[image_.axes[k]];
    copy_image(ConstImageView(first, out.dtype(), target.shape(), strides), target);
  }

  [[nodiscard]] Buffer<IndexEntry> read_index(const Object& in) const {
    const std::int64_t count = chunks_per_stored(array_);
    const std::int64_t sum = array_.index_is_summed ? 4 : 0;
    const std::int64_t bytes = count * std::int64_t{sizeof(IndexEntry)};
    if (bytes + sum > in.size())
      throw Error(ErrorKind::io, text(in.path().string(), ": has ", in.size(), " bytes, fewer than the index of ",
                                      count, " chunks; the shard is truncated"));
    const std::int64_t at = array_.index_is_first ? 0 : in.size() - bytes - sum;
    Buffer<IndexEntry> index(count);
    in.read(at, index.data(), bytes);
    if (sum == 0) return index;
    std::uint32_t stored = 0;
    in.read(at + bytes, &stored, sum);
    if (crc32c({reinterpret_cast<const std::byte*>(index.data()), static_cast<std::size_t>(bytes)}) != stored)
      throw Error(ErrorKind::io,
                  text(in.path().string(), ": the check sum of its index is wrong; the shard is broken"));
    return index;
  }

  // Decodes the bytes of a chunk into pixels_; false where the index says that it is not there.
  bool load(const Object& in, const IndexEntry& entry) {
    if (entry.offset == not_there && entry.bytes == not_there) return false;
    const auto size = static_cast<std::uint64_t>(in.size());
    if (entry.bytes > size || entry.offset > size - entry.bytes)
      throw Error(ErrorKind::io,
                  text(in.path().string(), ": its index names bytes beyond its end; the shard is broken"));
    const auto bytes = static_cast<std::int64_t>(entry.bytes);
    require_plausible(in.path(), info_.type.shape, chunk_bytes_, bytes, expansion_limit(array_.codecs));
    if (stored_.count() < bytes) stored_ = Buffer<std::byte>(bytes);
    if (pixels_.count() == 0) pixels_ = Buffer<std::byte>(chunk_bytes_);
    in.read(static_cast<std::int64_t>(entry.offset), stored_.data(), bytes);
    decode(array_.codecs, {stored_.data(), static_cast<std::size_t>(bytes)},
           {pixels_.data(), static_cast<std::size_t>(chunk_bytes_)}, in.path().string());
    const std::int64_t item = size_of(array_.dtype);
    if (array_.endian == std::endian::big) swap_bytes(pixels_.data(), chunk_bytes_ / item, item);
    if (array_.dtype == DType::boolean)
      for (std::int64_t i = 0; i < chunk_bytes_; ++i) pixels_[i] = std::byte{pixels_[i] != std::byte{0}};
    return true;
  }

  const ZarrImage image_;
  const ZarrArray& array_;
  const std::int64_t chunk_bytes_;
  Extents strides_;           // of a chunk
  Buffer<std::byte> stored_;  // one chunk, as in the file
  Buffer<std::byte> pixels_;
};

}  // namespace

std::unique_ptr<Source> make_zarr_source(const std::filesystem::path& file, FileInfo info, const ZarrImage& image) {
  return std::make_unique<ZarrSource>(file, std::move(info), image);
}

}  // namespace preamar::io
