#include "io/tiff_layout.h"

#include "core/checked.h"
#include "io/pixels.h"

#include <tiff.h>
#include <algorithm>
#include <limits>

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
  const std::int64_t pieces =
      checked_product(checked_product(layout.down, layout.across, "TIFF: its tiles"), layout.planes, "TIFF: its tiles");
  const std::int64_t piece_bytes = layout.chunk_bytes();
  const std::int64_t worst_piece = (compression == "none" ? piece_bytes : piece_bytes / 2 * 3 + 64) + 16;
  const std::int64_t worst = checked_product(pieces, worst_piece, "TIFF: its bytes");
  return worst / layout.planes + 4096 > std::numeric_limits<std::uint32_t>::max() / layout.planes;
}

std::uint16_t tiff_sample_format(DType dtype) {
  if (is_floating(dtype)) return SAMPLEFORMAT_IEEEFP;
  return dtype >= DType::int8 ? SAMPLEFORMAT_INT : SAMPLEFORMAT_UINT;
}

std::uint16_t tiff_sample_bits(DType dtype) {
  return dtype == DType::boolean ? 1 : static_cast<std::uint16_t>(size_of(dtype) * 8);
}

TiffPlan::TiffPlan(const ImageType& type, const TiffLayout& layout, std::uint16_t compression, std::string description,
                   bool is_big)
    : type_(type), layout_(layout), compression_(compression), description_(std::move(description)), is_big_(is_big) {
  // A short text would have to lie within its tag, which only spaces avoid.
  if (!description_.empty()) description_.resize(std::max<std::size_t>(description_.size(), 8), ' ');
  if (!description_.empty()) description_.push_back('\0');
}

// The tags of a page as they lie in the file, in rising order.
class TiffPlan::Tags {
 public:
  explicit Tags(const TiffPlan& plan) : is_big_(plan.is_big_) {}

  void count(std::int64_t tags) {
    if (is_big_)
      bytes_.put<std::uint64_t>(static_cast<std::uint64_t>(tags));
    else
      bytes_.put<std::uint16_t>(static_cast<std::uint16_t>(tags));
  }
  // A value of one element, or the place of several.
  void tag(std::uint16_t name, TIFFDataType type, std::int64_t count, std::int64_t value) {
    bytes_.put(name);
    bytes_.put(static_cast<std::uint16_t>(type));
    word(count);
    word(value);  // little-endian, so that a shorter value lies at the left, as it must
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

Bytes TiffPlan::page(std::int64_t number) const {
  const std::int64_t chunks = layout_.chunks_a_page();
  const TIFFDataType place = is_big_ ? TIFF_LONG8 : TIFF_LONG;
  Tags tags(*this);
  tags.count(tag_count(number));
  tags.tag(TIFFTAG_IMAGEWIDTH, TIFF_LONG, 1, layout_.width);
  tags.tag(TIFFTAG_IMAGELENGTH, TIFF_LONG, 1, layout_.height);
  tags.tag(TIFFTAG_BITSPERSAMPLE, TIFF_SHORT, 1, tiff_sample_bits(type_.dtype));
  tags.tag(TIFFTAG_COMPRESSION, TIFF_SHORT, 1, compression_);
  tags.tag(TIFFTAG_PHOTOMETRIC, TIFF_SHORT, 1, PHOTOMETRIC_MINISBLACK);
  if (is_described(number))
    tags.tag(TIFFTAG_IMAGEDESCRIPTION, TIFF_ASCII, std::ssize(description_), page_at(number) + tags_bytes(number));
  tags.tag(TIFFTAG_SAMPLESPERPIXEL, TIFF_SHORT, 1, 1);
  tags.tag(TIFFTAG_PLANARCONFIG, TIFF_SHORT, 1, PLANARCONFIG_CONTIG);
  tags.tag(TIFFTAG_TILEWIDTH, TIFF_LONG, 1, layout_.chunk_width);
  tags.tag(TIFFTAG_TILELENGTH, TIFF_LONG, 1, layout_.chunk_height);
  tags.tag(TIFFTAG_TILEOFFSETS, place, chunks, is_inline() ? 0 : offsets_at(number));
  tags.tag(TIFFTAG_TILEBYTECOUNTS, place, chunks, is_inline() ? 0 : lengths_at(number));
  tags.tag(TIFFTAG_SAMPLEFORMAT, TIFF_SHORT, 1, tiff_sample_format(type_.dtype));
  tags.word(number + 1 < layout_.planes ? page_at(number + 1) : 0);
  Bytes bytes = tags.take();
  if (is_described(number)) {
    bytes.resize(static_cast<std::size_t>(tags_bytes(number)));
    const auto* const words = reinterpret_cast<const std::byte*>(description_.data());
    bytes.insert(bytes.end(), words, words + description_.size());
  }
  return bytes;
}

std::int64_t TiffPlan::page_at(std::int64_t number) const {
  const std::int64_t first = is_big_ ? 16 : 8;  // after the header
  return number == 0 ? first : first + page_bytes(0) + (number - 1) * page_bytes(1);
}

// The pages after the first are alike.
std::int64_t TiffPlan::page_bytes(std::int64_t page) const {
  const std::int64_t arrays = is_inline() ? 0 : 2 * array_bytes();
  return tags_bytes(page) + text_bytes(page) + arrays;
}

std::int64_t TiffPlan::tags_bytes(std::int64_t page) const {
  return aligned(count_bytes() + tag_count(page) * tag_bytes() + word());
}

std::int64_t TiffPlan::text_bytes(std::int64_t page) const {
  return is_described(page) ? aligned(std::ssize(description_)) : 0;
}

std::int64_t TiffPlan::array_bytes() const { return aligned(layout_.chunks_a_page() * word()); }

std::int64_t TiffPlan::value_at(std::int64_t page, std::int64_t index) const {
  return page_at(page) + count_bytes() + (tag_count(page) - index) * tag_bytes() - word();
}

std::int64_t TiffPlan::offsets_at(std::int64_t number) const {
  return is_inline() ? value_at(number, 2) : page_at(number) + tags_bytes(number) + text_bytes(number);
}

std::int64_t TiffPlan::lengths_at(std::int64_t number) const {
  return is_inline() ? value_at(number, 1) : offsets_at(number) + array_bytes();
}

std::int64_t TiffPlan::limit() const { return is_big_ ? INT64_MAX : std::int64_t{UINT32_MAX}; }

}  // namespace preamar::io
