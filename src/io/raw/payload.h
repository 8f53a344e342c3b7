// Pixels as one run of bytes in C order, plain or compressed as a whole, with a text header before or beside them:
// what NRRD, MetaImage, NIfTI and NumPy share.
#pragma once

#include "io/source.h"
#include "io/zlib_stream.h"

#include <bit>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace preamar::io {

enum class Coding { plain, deflated };

inline constexpr std::int64_t at_the_end = -1;  // as an offset: the last bytes of the file, plain only
inline constexpr std::int64_t the_rest = -1;    // as a length: all that the file has from the offset on

struct Payload {
  std::filesystem::path file;  // the header's own, or the one that it names
  std::int64_t offset = 0;
  std::int64_t stored = the_rest;  // bytes in the file
  std::int64_t skipped = 0;        // decoded bytes before the first image, where it is compressed
  std::int64_t images = 1;         // of one type, one after another
  std::int64_t chosen = 0;         // the one that is read
  Coding coding = Coding::plain;
  std::endian endian = std::endian::little;
};

// Throws Error (io) where the file cannot hold the pixels that `type` claims.
[[nodiscard]] std::unique_ptr<Source> make_payload_source(const std::filesystem::path& header, std::string_view format,
                                                          const ImageType& type, Metadata metadata,
                                                          std::string_view compression, const Payload& payload);

struct PayloadPlan {
  std::string header;
  std::filesystem::path data;     // empty: in the same file, after the header
  Coding coding = Coding::plain;  // always little-endian
  Wrapping wrapping = Wrapping::zlib;
  bool is_header_coded = false;  // the header is a part of the stream
  std::int64_t length_at = -1;   // where in the header length_digits digits wait for the stored length; -1: nowhere
};

inline constexpr int length_digits = 20;

// A plan whose header is still to be written. Where the output has the suffix `detached`, its data goes to a file of
// the same name with the suffix `data_suffix`.
[[nodiscard]] PayloadPlan plan_payload(const OutputTransaction& output, bool deflated, std::string_view detached,
                                       std::string_view data_suffix);
// What pixels of such an image are stored as; there is no bool.
[[nodiscard]] constexpr DType stored_dtype(const ImageType& type) {
  return type.dtype == DType::boolean ? DType::uint8 : type.dtype;
}

// With data in a file of its own, that file is an output of its own too.
[[nodiscard]] std::unique_ptr<Sink> make_payload_sink(const SharedOutput& output, const ImageType& type,
                                                      const WriteOptions& options, const PayloadPlan& plan);
// What regions of a plain image begin and end at: of rank 0, so anywhere.
[[nodiscard]] Shape payload_chunk(const ImageType& type, const WriteOptions& options);

}  // namespace preamar::io
