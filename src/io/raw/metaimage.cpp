// MetaImage, with the data in the file (.mha) or beside it (.mhd).
// It has no bool: such an image is written as uint8 with 0 and 1.
#include "io/format.h"

#include "core/error_text.h"
#include "io/header_text.h"
#include "io/raw/grid.h"
#include "io/raw/payload.h"

#include <algorithm>
#include <string>

namespace preamar::io {
namespace {

constexpr std::string_view meta_suffixes[] = {".mha", ".mhd"};
constexpr std::string_view meta_compressions[] = {"none", "deflate"};

// The first name of a dtype is the one that is written. MetaIO counts four bytes for a long.
constexpr TypeName meta_type_names[] = {
    {"MET_UCHAR", DType::uint8},       {"MET_USHORT", DType::uint16},   {"MET_UINT", DType::uint32},
    {"MET_ULONG_LONG", DType::uint64}, {"MET_CHAR", DType::int8},       {"MET_SHORT", DType::int16},
    {"MET_INT", DType::int32},         {"MET_LONG_LONG", DType::int64}, {"MET_FLOAT", DType::float32},
    {"MET_DOUBLE", DType::float64},    {"MET_ULONG", DType::uint32},    {"MET_LONG", DType::int32},
};

struct MetaHeader : HeaderFields {
  using HeaderFields::HeaderFields;
  std::int64_t end = 0;

  [[nodiscard]] bool flag(std::string_view name, std::string_view fallback) const {
    const std::string given = lower_case(get(name, fallback));
    if (given == "true" || given == "t" || given == "1") return true;
    if (given == "false" || given == "f" || given == "0") return false;
    throw Error(ErrorKind::io, text(file().string(), ": its header has '", name, "' as '", given,
                                    "', which is neither True nor False"));
  }
};

MetaHeader read_meta_header(const std::filesystem::path& file) {
  const InFile in(file);
  HeaderLines lines(in);
  MetaHeader header(file);
  std::string_view line;
  while (lines.next(line)) {
    if (trimmed(line).empty()) continue;
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos)
      throw Error(ErrorKind::io, text(file.string(), ": is not a MetaImage, or is damaged; its header lacks '=' in '",
                                      line.substr(0, 60), "'"));
    const std::string_view name = trimmed(line.substr(0, equals));
    header.set(name, trimmed(line.substr(equals + 1)));
    if (lower_case(name) == "elementdatafile") break;
  }
  header.end = lines.offset();
  return header;
}

void require_plain_image(const MetaHeader& header) {
  if (lower_case(header.get("ObjectType", "Image")) != "image")
    throw Error(ErrorKind::input,
                text(header.file().string(), ": holds a '", header.get("ObjectType", ""), "', not an image"));
  const std::int64_t channels = header.number("ElementNumberOfChannels", "1");
  if (channels != 1)
    throw Error(ErrorKind::input,
                text(header.file().string(), ": has ", channels, " samples per pixel; convert it to one channel"));
  if (!header.flag("BinaryData", "True"))
    throw Error(ErrorKind::input,
                text(header.file().string(), ": holds its pixels as text; convert it to binary data"));
}

Payload meta_payload(const MetaHeader& header) {
  Payload payload;
  const bool big = header.flag("ElementByteOrderMSB", header.get("BinaryDataByteOrderMSB", "False"));
  payload.endian = big ? std::endian::big : std::endian::little;
  payload.coding = header.flag("CompressedData", "False") ? Coding::deflated : Coding::plain;
  const std::string_view data = header.need("ElementDataFile");
  const bool local = lower_case(data) == "local";
  payload.file = local ? header.file() : data_file(header, "ElementDataFile");

  const std::int64_t skip = header.number("HeaderSize", "0");
  const bool deflated = payload.coding == Coding::deflated;
  if (skip < -1 || (local && skip > 0) || (deflated && skip == -1))
    throw Error(ErrorKind::input, text(header.file().string(), ": skips ", skip, " bytes before its data; bytes are ",
                                       "skipped in another file only, and -1 stands for its end where it is plain"));
  payload.offset = skip == -1 ? at_the_end : skip > 0 ? skip : local ? header.end : 0;
  if (deflated) {
    payload.stored = header.number("CompressedDataSize", "-1");
    if (payload.stored <= 0) payload.stored = the_rest;
  }
  return payload;
}

std::unique_ptr<Source> open_meta_source(const std::filesystem::path& file, const ReadOptions& options) {
  const MetaHeader header = read_meta_header(file);
  require_plain_image(header);
  const DType dtype = dtype_named(header, header.need("ElementType"), meta_type_names,
                                  "MET_CHAR to MET_ULONG_LONG, MET_FLOAT and MET_DOUBLE");
  const Shape shape = shape_from_fastest(header, "NDims", "DimSize");
  const Payload payload = meta_payload(header);
  const bool plain = payload.coding == Coding::plain;
  const Metadata grid = options.ignore_metadata ? Metadata() : meta_grid(header, shape.rank());
  return make_payload_source(file, "MetaImage", {dtype, shape}, grid, plain ? "none" : "deflate", payload);
}

std::unique_ptr<Sink> open_meta_sink(const SharedOutput& output, const ImageType& type, const WriteOptions& options) {
  const bool deflated = options.compression == "deflate";
  PayloadPlan plan = plan_payload(*output, deflated, ".mhd", deflated ? ".zraw" : ".raw");
  plan.header = text("ObjectType = Image\nNDims = ", type.shape.rank(), "\nBinaryData = True\n",
                     "BinaryDataByteOrderMSB = False\nCompressedData = ", deflated ? "True" : "False", "\n");
  if (deflated) {
    plan.header += "CompressedDataSize = ";
    plan.length_at = static_cast<std::int64_t>(plan.header.size());
    plan.header += std::string(length_digits, '0') + "\n";
  }
  plan.header +=
      text("DimSize = ", fastest_first(type.shape),
           "\nElementType = ", std::ranges::find(meta_type_names, stored_dtype(type), &TypeName::dtype)->name, "\n");
  plan.header += meta_grid_lines(options.metadata);
  plan.header += text("ElementDataFile = ", plan.data.empty() ? "LOCAL" : plan.data.filename().string(), "\n");
  return make_payload_sink(output, type, options, plan);
}

Metadata meta_kept(const std::filesystem::path&, const Metadata& metadata, const ImageType& type) {
  return kept_meta_grid(metadata, type.shape.rank());
}

}  // namespace

constinit const Format meta_format = {
    .name = "MetaImage",
    .suffixes = meta_suffixes,
    .compressions = meta_compressions,
    .dtypes = all_dtypes,
    .highest_rank = 3,
    .instead = "TIFF",
    .open_source = open_meta_source,
    .open_sink = open_meta_sink,
    .chunk = payload_chunk,
    .chunk_compression = "none",
    .kept = meta_kept,
};

}  // namespace preamar::io
