#include "io/tiff/layout.h"

#include "core/checked.h"
#include "io/pixels.h"

#include <tiffio.h>
#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

namespace preamar::io {
namespace {

constexpr std::int64_t strip_bytes = 1 << 18;  // about as many as a tile of 512 x 512

constexpr std::int64_t divided_up(std::int64_t a, std::int64_t b) { return a / b + (a % b != 0); }
constexpr std::int64_t aligned(std::int64_t bytes) { return divided_up(bytes, 8) * 8; }

}  // namespace

TiffLayout tiff_layout(const ImageType& type, std::int64_t tile) {
  const int rank = type.shape.rank();
  TiffLayout layout{};
  layout.tiled = tile > 0;
  layout.planes = rank == 3 ? type.shape[0] : 1;
  layout.height = type.shape[rank - 2];
  layout.width = type.shape[rank - 1];
  const auto row_bytes = [&](std::int64_t pixels) {
    return type.dtype == DType::boolean ? packed_bytes(pixels) : pixels * size_of(type.dtype);
  };
  if (layout.tiled) {
    // A small image is not blown up to a whole tile; sides are multiples of 16.
    layout.chunk_height = std::min(tile, divided_up(layout.height, 16) * 16);
    layout.chunk_width = std::min(tile, divided_up(layout.width, 16) * 16);
  } else {
    layout.chunk_width = layout.width;
    layout.chunk_height = std::clamp<std::int64_t>(strip_bytes / row_bytes(layout.width), 1, layout.height);
  }
  layout.row_bytes = row_bytes(layout.chunk_width);
  layout.down = divided_up(layout.height, layout.chunk_height);
  layout.across = divided_up(layout.width, layout.chunk_width);
  return layout;
}

// The worst case: compression that adds half, the two index entries of each part, and the tags of each page.
bool needs_big_tiff(const TiffLayout& layout, std::string_view compression) {
  const std::int64_t chunks =
      checked_product(checked_product(layout.down, layout.across, "TIFF: its tiles"), layout.planes, "TIFF: its tiles");
  const std::int64_t chunk_bytes = layout.chunk_bytes();
  const std::int64_t worst_chunk = (compression == "none" ? chunk_bytes : chunk_bytes / 2 * 3 + 64) + 16;
  const std::int64_t worst = checked_product(chunks, worst_chunk, "TIFF: its bytes");
  return worst / layout.planes + 4096 > std::numeric_limits<std::uint32_t>::max() / layout.planes;
}

std::uint16_t tiff_sample_format(DType dtype) {
  if (is_floating(dtype)) return SAMPLEFORMAT_IEEEFP;
  return dtype >= DType::int8 ? SAMPLEFORMAT_INT : SAMPLEFORMAT_UINT;
}

std::uint16_t tiff_sample_bits(DType dtype) {
  return dtype == DType::boolean ? 1 : static_cast<std::uint16_t>(size_of(dtype) * 8);
}

std::int64_t TiffTag::count() const { return std::ssize(values) / TIFFDataWidth(static_cast<TIFFDataType>(type)); }

TiffPlan::TiffPlan(const ImageType& type, const TiffLayout& layout, std::uint16_t compression,
                   std::vector<TiffTag> tags, bool is_big, const TiffPlace& place)
    : type_(type),
      layout_(layout),
      compression_(compression),
      more_(std::move(tags)),
      is_big_(is_big),
      place_(place),
      first_(find_parts(0)),
      later_(find_parts(1)) {}

TiffPlan::Parts TiffPlan::find_parts(std::int64_t page) const {
  const std::vector<TiffTag> tags = tags_of(page);
  Parts parts{};
  parts.values = aligned(count_bytes() + std::ssize(tags) * tag_bytes() + word());
  parts.offsets = parts.values;
  for (const TiffTag& tag : tags)
    if (is_long(tag)) parts.offsets += aligned(std::ssize(tag.values));
  parts.end = parts.offsets;
  if (is_inline()) {
    const auto value_of = [&](std::uint16_t number) {
      const auto index = std::ranges::find(tags, number, &TiffTag::number) - tags.begin();
      return count_bytes() + (index + 1) * tag_bytes() - word();
    };
    parts.offsets = value_of(TIFFTAG_TILEOFFSETS);
    parts.lengths = value_of(TIFFTAG_TILEBYTECOUNTS);
  } else {
    const std::int64_t array = aligned(layout_.chunks_a_page() * word());
    parts.lengths = parts.offsets + array;
    parts.end = parts.lengths + array;
  }
  return parts;
}

// The tags of a page as they lie in the file.
class TiffPlan::Tags {
 public:
  explicit Tags(const TiffPlan& plan) : is_big_(plan.is_big_) {}

  void count(std::int64_t tags) {
    if (is_big_)
      bytes_.put<std::uint64_t>(static_cast<std::uint64_t>(tags));
    else
      bytes_.put<std::uint16_t>(static_cast<std::uint16_t>(tags));
  }
  // `value` is the place of the values.
  void tag(std::uint16_t number, std::uint16_t type, std::int64_t count, std::int64_t value) {
    bytes_.put(number);
    bytes_.put(type);
    word(count);
    word(value);
  }
  void word(std::int64_t value) {
    if (is_big_)
      bytes_.put<std::uint64_t>(static_cast<std::uint64_t>(value));
    else
      bytes_.put<std::uint32_t>(static_cast<std::uint32_t>(value));
  }
  [[nodiscard]] Bytes take() { return bytes_.take(); }

 private:
  ByteWriter bytes_;
  bool is_big_;
};

Bytes TiffPlan::header() const {
  ByteWriter bytes;
  bytes.put<std::uint16_t>(TIFF_LITTLEENDIAN);
  if (is_big_) {
    bytes.put<std::uint16_t>(TIFF_VERSION_BIG);
    bytes.put<std::uint16_t>(8);  // the size of an offset
    bytes.put<std::uint16_t>(0);
    bytes.put<std::uint64_t>(static_cast<std::uint64_t>(page_at(0)));
  } else {
    bytes.put<std::uint16_t>(TIFF_VERSION_CLASSIC);
    bytes.put<std::uint32_t>(static_cast<std::uint32_t>(page_at(0)));
  }
  return bytes.take();
}

std::vector<TiffTag> TiffPlan::tags_of(std::int64_t page) const {
  const auto wide = [](std::uint16_t number, std::int64_t value) {
    return tag_with(number, TIFF_LONG, static_cast<std::uint32_t>(value));
  };
  const auto narrow = [](std::uint16_t number, std::uint16_t value) { return tag_with(number, TIFF_SHORT, value); };
  std::vector<TiffTag> tags = {
      wide(TIFFTAG_IMAGEWIDTH, layout_.width),
      wide(TIFFTAG_IMAGELENGTH, layout_.height),
      narrow(TIFFTAG_BITSPERSAMPLE, tiff_sample_bits(type_.dtype)),
      narrow(TIFFTAG_COMPRESSION, compression_),
      narrow(TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK),
      narrow(TIFFTAG_SAMPLESPERPIXEL, 1),
      narrow(TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG),
      wide(TIFFTAG_TILEWIDTH, layout_.chunk_width),
      wide(TIFFTAG_TILELENGTH, layout_.chunk_height),
      {TIFFTAG_TILEOFFSETS, 0, {}},
      {TIFFTAG_TILEBYTECOUNTS, 0, {}},
      narrow(TIFFTAG_SAMPLEFORMAT, tiff_sample_format(type_.dtype)),
  };
  if (page == 0) tags.insert(tags.end(), more_.begin(), more_.end());
  std::ranges::sort(tags, {}, &TiffTag::number);
  return tags;
}

Bytes TiffPlan::page(std::int64_t number) const {
  const std::vector<TiffTag> list = tags_of(number);
  Tags tags(*this);
  tags.count(std::ssize(list));
  std::int64_t at = page_at(number) + parts(number).values;
  for (const TiffTag& tag : list) {
    std::int64_t value = 0;
    if (tag.number == TIFFTAG_TILEOFFSETS || tag.number == TIFFTAG_TILEBYTECOUNTS) {
      if (!is_inline()) value = tag.number == TIFFTAG_TILEOFFSETS ? offsets_at(number) : lengths_at(number);
      tags.tag(tag.number, is_big_ ? TIFF_LONG8 : TIFF_LONG, layout_.chunks_a_page(), value);
      continue;
    }
    if (is_long(tag))
      value = std::exchange(at, at + aligned(std::ssize(tag.values)));
    else
      std::memcpy(&value, tag.values.data(), tag.values.size());
    tags.tag(tag.number, tag.type, tag.count(), value);
  }
  tags.word(number + 1 < layout_.planes || !place_.is_last ? page_at(number + 1) : 0);
  Bytes bytes = tags.take();
  bytes.resize(static_cast<std::size_t>(parts(number).values));
  for (const TiffTag& tag : list)
    if (is_long(tag)) {
      bytes.insert(bytes.end(), tag.values.begin(), tag.values.end());
      bytes.resize(static_cast<std::size_t>(aligned(std::ssize(bytes))));
    }
  return bytes;
}

std::int64_t TiffPlan::page_at(std::int64_t number) const {
  const std::int64_t header_bytes = is_big_ ? 16 : 8;
  const std::int64_t first = place_.begin > 0 ? place_.begin : header_bytes;
  return number == 0 ? first : first + first_.end + (number - 1) * later_.end;
}

std::int64_t TiffPlan::offsets_at(std::int64_t number) const { return page_at(number) + parts(number).offsets; }

std::int64_t TiffPlan::lengths_at(std::int64_t number) const { return page_at(number) + parts(number).lengths; }

std::int64_t TiffPlan::limit() const { return is_big_ ? INT64_MAX : std::int64_t{UINT32_MAX}; }

}  // namespace preamar::io
