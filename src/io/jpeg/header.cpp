#include "io/jpeg/header.h"

#include "core/bytes.h"
#include "core/error_text.h"

#include <preamar/error.h>

#include <algorithm>
#include <optional>
#include <string_view>

namespace preamar::io {
namespace {

constexpr int start_of_image = 0xD8, end_of_image = 0xD9, start_of_scan = 0xDA, app0 = 0xE0, app1 = 0xE1, app14 = 0xEE;
constexpr int most_segments = 10000;

// C4, C8 and CC are tables.
bool is_start_of_frame(int marker) {
  return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

[[noreturn]] void fail(const Object& file, std::string_view why) {
  throw Error(ErrorKind::io, text(file.path().string(), ": ", why, "; the file is truncated or damaged"));
}

// Numbers in a part of the file, in either byte order; nothing beyond its end.
class Numbers {
 public:
  Numbers(const Bytes& bytes, bool is_little) : bytes_(bytes), is_little_(is_little) {}

  [[nodiscard]] std::optional<std::uint32_t> at(std::size_t offset, std::size_t size) const {
    if (offset > bytes_.size() || size > bytes_.size() - offset) return std::nullopt;
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < size; ++i)
      value = value << 8 | std::to_integer<std::uint32_t>(bytes_[offset + (is_little_ ? size - 1 - i : i)]);
    return value;
  }

 private:
  const Bytes& bytes_;
  bool is_little_;
};

bool begins(const Bytes& bytes, std::string_view words) {
  return bytes.size() >= words.size() && std::equal(words.begin(), words.end(), bytes.begin(),
                                                    [](char c, std::byte b) { return static_cast<std::byte>(c) == b; });
}

// Of an EXIF segment, which is a TIFF after six bytes; 1 if it has none.
int orientation_of(const Bytes& segment) {
  constexpr std::string_view name("Exif\0\0", 6);
  constexpr std::uint32_t tag = 0x0112;
  if (!begins(segment, name)) return 1;
  const Bytes exif(segment.begin() + 6, segment.end());
  const Numbers numbers(exif, begins(exif, "II"));
  const std::size_t first = numbers.at(4, 4).value_or(0);
  const std::uint32_t count = numbers.at(first, 2).value_or(0);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t entry = first + 2 + 12 * i;
    if (numbers.at(entry, 2).value_or(0) == tag) return static_cast<int>(numbers.at(entry + 8, 2).value_or(1));
  }
  return 1;
}

class Reader {
 public:
  explicit Reader(const Object& file) : file_(file) {}

  JpegHeader read() {
    if (next_byte() != 0xFF || next_byte() != start_of_image)
      throw Error(ErrorKind::io, text(file_.path().string(), ": is not a JPEG file, or damaged"));
    for (int i = 0; i < most_segments; ++i) {
      const int marker = next_marker();
      if (marker == start_of_scan) return finished();
      if (marker == end_of_image) fail(file_, "has no scan");
      read_segment(marker);
    }
    fail(file_, "has too many segments");
  }

 private:
  int next_byte() {
    std::uint8_t byte = 0;
    if (file_.read_some(at_, &byte, 1) != 1) fail(file_, "ends in its header");
    ++at_;
    return byte;
  }

  // Any number of bytes FF may come before it.
  int next_marker() {
    if (next_byte() != 0xFF) fail(file_, text("has no marker at byte ", at_ - 1));
    int marker = 0xFF;
    while (marker == 0xFF) marker = next_byte();
    return marker;
  }

  void read_segment(int marker) {
    const int high = next_byte();
    const int length = high << 8 | next_byte();
    if (length < 2 || length - 2 > file_.size() - at_) fail(file_, text("has a segment of ", length, " bytes"));
    const bool is_frame = is_start_of_frame(marker);
    if (is_frame || marker == app0 || marker == app1 || marker == app14) {
      Bytes segment(static_cast<std::size_t>(length - 2));
      file_.read(at_, segment.data(), length - 2);
      if (is_frame) read_frame(marker, segment);
      if (marker == app0 && begins(segment, "JFIF")) has_jfif_ = true;
      if (marker == app1 && header_.orientation == 1) header_.orientation = orientation_of(segment);
      if (marker == app14 && begins(segment, "Adobe") && segment.size() >= 12)
        transform_ = std::to_integer<int>(segment[11]);
    }
    at_ += length - 2;
  }

  void read_frame(int marker, const Bytes& segment) {
    if (header_.samples != 0) fail(file_, "has two frames");
    const Numbers numbers(segment, false);
    header_.process = marker - 0xC0;
    header_.bits = static_cast<int>(numbers.at(0, 1).value_or(0));
    header_.height = numbers.at(1, 2).value_or(0);
    header_.width = numbers.at(3, 2).value_or(0);
    header_.samples = static_cast<int>(numbers.at(5, 1).value_or(0));
    if (header_.samples < 1 || segment.size() != 6 + 3 * static_cast<std::size_t>(header_.samples))
      fail(file_, "has a damaged frame");
    header_.sampling_at = at_ + 7;
    for (std::size_t i = 0; i < static_cast<std::size_t>(header_.samples); ++i) {
      const std::uint32_t id = numbers.at(6 + 3 * i, 1).value_or(0), sampling = numbers.at(7 + 3 * i, 1).value_or(0);
      is_named_rgb_ = is_named_rgb_ && i < 3 && id == static_cast<unsigned char>("RGB"[i]);
      if (i == 0) {
        header_.across = static_cast<int>(sampling >> 4);
        header_.down = static_cast<int>(sampling & 15);
      } else if (sampling != 0x11) {
        header_.is_sampled_alike = false;
      }
    }
  }

  // The rules of libjpeg.
  JpegHeader finished() {
    if (header_.samples == 0) fail(file_, "has a scan before its frame");
    if (header_.samples == 1) {
      header_.colour = JpegColour::grey;
    } else if (header_.samples == 3) {
      const bool is_rgb = !has_jfif_ && (transform_ ? *transform_ == 0 : is_named_rgb_);
      header_.colour = is_rgb ? JpegColour::rgb : JpegColour::ycbcr;
    }
    return header_;
  }

  const Object& file_;
  std::int64_t at_ = 0;
  JpegHeader header_;
  bool has_jfif_ = false, is_named_rgb_ = true;
  std::optional<int> transform_;  // of Adobe
};

}  // namespace

JpegHeader read_jpeg_header(const Object& file) { return Reader(file).read(); }

}  // namespace preamar::io
