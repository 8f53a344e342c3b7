// How an image lies in a TIFF of ours: the parts of a page, and all places of a file that is laid out before its
// tiles come.
#pragma once

#include "core/bytes.h"

#include <preamar/image.h>

#include <cstdint>
#include <string>
#include <string_view>

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

// A file of tiles begins with its header; then, page by page, come the tags, the places of the page's tiles, and their
// lengths, which are zero at first; then the tiles in any order. So every place is known before any tile.
class TiffPlan {
 public:
  // `description` is the first page's, and may be empty.
  TiffPlan(const ImageType& type, const TiffLayout& layout, std::uint16_t compression, std::string description,
           bool is_big);

  // The bytes at 0 that make the file a TIFF.
  [[nodiscard]] Bytes header() const;
  // The tags of a page and its description, from page_at() on; places that are held within a tag are zero.
  [[nodiscard]] Bytes page(std::int64_t number) const;
  [[nodiscard]] std::int64_t page_at(std::int64_t number) const;
  // Where the place and the length of each tile of a page are written, one after another.
  [[nodiscard]] std::int64_t offsets_at(std::int64_t number) const;
  [[nodiscard]] std::int64_t lengths_at(std::int64_t number) const;
  // The bytes of a place, and of a length.
  [[nodiscard]] std::int64_t word() const { return is_big_ ? 8 : 4; }
  // Where tiles begin.
  [[nodiscard]] std::int64_t end() const { return page_at(layout_.planes); }
  // Where they must end, at the latest.
  [[nodiscard]] std::int64_t limit() const;

 private:
  class Tags;
  [[nodiscard]] bool is_described(std::int64_t page) const { return page == 0 && !description_.empty(); }
  [[nodiscard]] std::int64_t tag_count(std::int64_t page) const { return is_described(page) ? 13 : 12; }
  [[nodiscard]] std::int64_t tag_bytes() const { return is_big_ ? 20 : 12; }
  [[nodiscard]] std::int64_t count_bytes() const { return is_big_ ? 8 : 2; }
  // The parts of a page: tags, description, two arrays of places and lengths.
  [[nodiscard]] std::int64_t tags_bytes(std::int64_t page) const;
  [[nodiscard]] std::int64_t text_bytes(std::int64_t page) const;
  [[nodiscard]] std::int64_t array_bytes() const;
  [[nodiscard]] std::int64_t page_bytes(std::int64_t page) const;
  // A page of one tile holds its place and length within their tags, and has no arrays.
  [[nodiscard]] bool is_inline() const { return layout_.chunks_a_page() == 1; }
  // Where the value of a tag is, which is the `index`th from the last.
  [[nodiscard]] std::int64_t value_at(std::int64_t page, std::int64_t index) const;

  ImageType type_;
  TiffLayout layout_;
  std::uint16_t compression_;
  std::string description_;  // its closing zero included
  bool is_big_;
};

}  // namespace preamar::io
