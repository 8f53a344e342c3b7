// How an image lies in a TIFF of ours: the parts of a page, and all places of a file that is laid out before its
// tiles come.
#pragma once

#include "core/bytes.h"

#include <preamar/image.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace preamar::io {

struct TiffLayout {
  bool tiled;           // else in strips
  std::int64_t height;  // of the image
  std::int64_t width;
  std::int64_t planes;
  std::int64_t chunk_height;
  std::int64_t chunk_width;
  std::int64_t row_bytes;  // of a chunk
  std::int64_t down;       // chunks in a column of a page
  std::int64_t across;

  [[nodiscard]] std::int64_t chunk_bytes() const { return row_bytes * chunk_height; }
  [[nodiscard]] std::int64_t chunks_a_page() const { return down * across; }
  friend bool operator==(const TiffLayout&, const TiffLayout&) = default;
};

// In tiles of side `tile`, or in strips for 0.
[[nodiscard]] TiffLayout tiff_layout(const ImageType& type, std::int64_t tile);

// True where the file could exceed the offsets of a plain TIFF in the worst case.
[[nodiscard]] bool needs_big_tiff(const TiffLayout& layout, std::string_view compression);

// What TIFF calls the kind of a sample: unsigned, signed or floating.
[[nodiscard]] std::uint16_t tiff_sample_format(DType dtype);
[[nodiscard]] std::uint16_t tiff_sample_bits(DType dtype);

// A tag with its values as the file stores them, little-endian.
struct TiffTag {
  std::uint16_t number;
  std::uint16_t type;
  std::vector<std::byte> values;

  [[nodiscard]] std::int64_t count() const;
};

// A tag with one value, of a number type that has the size of `type`.
template <class T>
[[nodiscard]] TiffTag tag_with(std::uint16_t number, std::uint16_t type, T value) {
  TiffTag tag{number, type, std::vector<std::byte>(sizeof value)};
  std::memcpy(tag.values.data(), &value, sizeof value);
  return tag;
}

// Where the pages of an image are in a file that has others too.
struct TiffPlace {
  std::int64_t begin = 0;  // 0: after the header
  bool is_last = true;     // else the pages of another image begin at end()
};

// A file of tiles begins with its header; then, page by page, come the tags, the places of the page's tiles, and their
// lengths, which are zero at first; then the tiles in any order. So every place is known before any tile.
class TiffPlan {
 public:
  // The first page also has `tags`, in any order.
  TiffPlan(const ImageType& type, const TiffLayout& layout, std::uint16_t compression, std::vector<TiffTag> tags,
           bool is_big, const TiffPlace& place = {});

  // The bytes at 0 that make the file a TIFF.
  [[nodiscard]] Bytes header() const;
  // The tags of a page and their long values, from page_at() on; places that are held within a tag are zero.
  [[nodiscard]] Bytes page(std::int64_t number) const;
  [[nodiscard]] std::int64_t page_at(std::int64_t number) const;
  // Where the place and the length of each tile of a page are written, one after another.
  [[nodiscard]] std::int64_t offsets_at(std::int64_t number) const;
  [[nodiscard]] std::int64_t lengths_at(std::int64_t number) const;
  // The bytes of a place, and of a length.
  [[nodiscard]] std::int64_t word() const { return is_big_ ? 8 : 4; }
  // Where the pages end, and tiles or other pages begin.
  [[nodiscard]] std::int64_t end() const { return page_at(layout_.planes); }
  // Where they must end, at the latest.
  [[nodiscard]] std::int64_t limit() const;

 private:
  class Tags;
  // The tags of a page in ascending order, without the values of the places and lengths of tiles.
  [[nodiscard]] std::vector<TiffTag> tags_of(std::int64_t page) const;
  [[nodiscard]] std::int64_t tag_bytes() const { return is_big_ ? 20 : 12; }
  [[nodiscard]] std::int64_t count_bytes() const { return is_big_ ? 8 : 2; }
  // Whether the values of a tag lie after the tags.
  [[nodiscard]] bool is_long(const TiffTag& tag) const { return std::ssize(tag.values) > word(); }
  // A page of one tile holds its place and length within their tags, and has no arrays.
  [[nodiscard]] bool is_inline() const { return layout_.chunks_a_page() == 1; }

  // Where the parts of a page are, from its begin: tags, long values, two arrays of places and lengths.
  struct Parts {
    std::int64_t values, offsets, lengths, end;
  };
  [[nodiscard]] Parts find_parts(std::int64_t page) const;
  // The pages after the first are alike.
  [[nodiscard]] const Parts& parts(std::int64_t page) const { return page == 0 ? first_ : later_; }

  ImageType type_;
  TiffLayout layout_;
  std::uint16_t compression_;
  std::vector<TiffTag> more_;  // of the first page
  bool is_big_;
  TiffPlace place_;
  Parts first_, later_;
};

}  // namespace preamar::io
