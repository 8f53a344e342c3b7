// NRRD, with the data in the file (.nrrd) or beside it (.nhdr), raw or gzip. Keys are not kept.
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

constexpr std::string_view nrrd_suffixes[] = {".nrrd", ".nhdr"};
constexpr std::string_view nrrd_compressions[] = {"gzip", "none"};

constexpr TypeName nrrd_type_names[] = {
    {"uchar", DType::uint8},
    {"unsigned char", DType::uint8},
    {"uint8", DType::uint8},
    {"uint8_t", DType::uint8},
    {"ushort", DType::uint16},
    {"unsigned short", DType::uint16},
    {"unsigned short int", DType::uint16},
    {"uint16", DType::uint16},
    {"uint16_t", DType::uint16},
    {"uint", DType::uint32},
    {"unsigned int", DType::uint32},
    {"uint32", DType::uint32},
    {"uint32_t", DType::uint32},
    {"ulonglong", DType::uint64},
    {"unsigned long long", DType::uint64},
    {"unsigned long long int", DType::uint64},
    {"uint64", DType::uint64},
    {"uint64_t", DType::uint64},
    {"signed char", DType::int8},
    {"int8", DType::int8},
    {"int8_t", DType::int8},
    {"short", DType::int16},
    {"short int", DType::int16},
    {"signed short", DType::int16},
    {"signed short int", DType::int16},
    {"int16", DType::int16},
    {"int16_t", DType::int16},
    {"int", DType::int32},
    {"signed int", DType::int32},
    {"int32", DType::int32},
    {"int32_t", DType::int32},
    {"longlong", DType::int64},
    {"long long", DType::int64},
    {"long long int", DType::int64},
    {"signed long long", DType::int64},
    {"signed long long int", DType::int64},
    {"int64", DType::int64},
    {"int64_t", DType::int64},
    {"float", DType::float32},
    {"double", DType::float64},
};

struct NrrdHeader : HeaderFields {
  using HeaderFields::HeaderFields;
  std::int64_t end = 0;
  bool has_blank_line = false;
};

NrrdHeader read_nrrd_header(const std::filesystem::path& file) {
  const InFile in(file);
  HeaderLines lines(in);
  NrrdHeader header(file);
  std::string_view line;
  if (!lines.next(line) || line.size() != 8 || !line.starts_with("NRRD000"))
    throw Error(ErrorKind::io, text(file.string(), ": is not an NRRD file; it does not begin with 'NRRD000'"));
  if (line[7] < '1' || line[7] > '5')
    throw Error(ErrorKind::input, text(file.string(), ": is of version ", line, "; NRRD0001 to NRRD0005 are read"));
  while (lines.next(line)) {
    if (line.empty()) {
      header.has_blank_line = true;
      break;
    }
    const std::size_t colon = line.find(": ");
    const bool is_key = line.find(":=") < colon;
    if (line.starts_with('#') || is_key) continue;
    if (colon == std::string_view::npos)
      throw Error(ErrorKind::io, text(file.string(), ": its header has the line '", line.substr(0, 60),
                                      "', which is not a field, key or comment"));
    header.set(line.substr(0, colon), trimmed(line.substr(colon + 2)));
  }
  header.end = lines.offset();
  return header;
}

// An axis whose kind is not a direction or a list holds the samples of one pixel. Time is never read as z.
void require_one_sample(const NrrdHeader& header) {
  constexpr std::string_view plain[] = {"domain", "space", "list", "none", "???"};
  for (const std::string_view kind : split_words(header.get("kinds", ""))) {
    if (lower_case(kind) == "time")
      throw Error(ErrorKind::input,
                  text(header.file().string(), ": has an axis of kind 'time'; save one of its times"));
    if (std::ranges::find(plain, lower_case(kind)) == std::end(plain))
      throw Error(ErrorKind::input, text(header.file().string(), ": has an axis of kind '", kind,
                                         "', that is several samples per pixel; convert it to one channel"));
  }
}

Coding coding_from(const NrrdHeader& header) {
  const std::string given = lower_case(header.need("encoding"));
  if (given == "raw") return Coding::plain;
  if (given == "gzip" || given == "gz") return Coding::deflated;
  throw Error(ErrorKind::input,
              text(header.file().string(), ": its encoding is '", given, "'; raw and gzip are read, so convert it"));
}

std::endian endian_from(const NrrdHeader& header, DType dtype) {
  const std::string given = lower_case(size_of(dtype) == 1 ? header.get("endian", "little") : header.need("endian"));
  if (given == "little") return std::endian::little;
  if (given == "big") return std::endian::big;
  throw Error(ErrorKind::io, text(header.file().string(), ": its header has '", given, "' as endian, which is neither ",
                                  "little nor big"));
}

Payload nrrd_payload(const NrrdHeader& header, DType dtype) {
  Payload payload;
  payload.coding = coding_from(header);
  payload.endian = endian_from(header, dtype);
  const std::string_view data = header.get("data file", "");
  if (data.empty() && !header.has_blank_line)
    throw Error(ErrorKind::io, text(header.file().string(), ": ends within its header; the file is truncated"));
  payload.file = data.empty() ? header.file() : data_file(header, "data file");
  payload.offset = data.empty() ? header.end : 0;

  const std::int64_t line_skip = header.number("line skip", "0");
  const std::int64_t byte_skip = header.number("byte skip", "0");
  const bool deflated = payload.coding == Coding::deflated;
  if (line_skip != 0 || byte_skip < -1 || (deflated && byte_skip != 0) || byte_skip > INT64_MAX - payload.offset)
    throw Error(ErrorKind::input, text(header.file().string(), ": skips ", line_skip, " lines and ", byte_skip,
                                       " bytes before its data; only bytes before raw data are skipped"));
  payload.offset = byte_skip == -1 ? at_the_end : payload.offset + byte_skip;
  return payload;
}

std::unique_ptr<Source> open_nrrd_source(const std::filesystem::path& file, const ReadOptions& options) {
  const NrrdHeader header = read_nrrd_header(file);
  require_one_sample(header);
  const DType dtype = dtype_named(header, lower_case(header.need("type")), nrrd_type_names,
                                  "integers of 8 to 64 bits, float and double");
  const Shape shape = shape_from_fastest(header, "dimension", "sizes");
  const Payload payload = nrrd_payload(header, dtype);
  const bool plain = payload.coding == Coding::plain;
  const Metadata grid = options.ignore_metadata ? Metadata() : nrrd_grid(header, shape.rank());
  return make_payload_source(file, "NRRD", {dtype, shape}, grid, plain ? "none" : "gzip", payload);
}

std::unique_ptr<Sink> open_nrrd_sink(const SharedOutput& output, const ImageType& type, const WriteOptions& options) {
  const bool deflated = options.compression == "gzip";
  PayloadPlan plan = plan_payload(*output, deflated, ".nhdr", deflated ? ".raw.gz" : ".raw");
  plan.wrapping = Wrapping::gzip;
  const DType stored = stored_dtype(type);
  const std::string_view stored_name = stored == DType::float32   ? "float"
                                       : stored == DType::float64 ? "double"
                                                                  : name_of(stored);
  plan.header =
      text("NRRD0004\ntype: ", stored_name, "\ndimension: ", type.shape.rank(), "\nsizes: ", fastest_first(type.shape),
           "\nencoding: ", deflated ? "gzip" : "raw", "\nendian: little\n");
  if (!plan.data.empty()) plan.header += text("data file: ", plan.data.filename().string(), "\n");
  plan.header += nrrd_grid_lines(options.metadata) + "\n";
  return make_payload_sink(output, type, options, plan);
}

Metadata nrrd_kept(const std::filesystem::path&, const Metadata& metadata, const ImageType& type) {
  return kept_nrrd_grid(metadata, type.shape.rank());
}

}  // namespace

constinit const Format nrrd_format = {
    .name = "NRRD",
    .suffixes = nrrd_suffixes,
    .compressions = nrrd_compressions,
    .dtypes = all_dtypes,
    .highest_rank = 3,
    .instead = "TIFF",
    .open_source = open_nrrd_source,
    .open_sink = open_nrrd_sink,
    .chunk = payload_chunk,
    .chunk_compression = "none",
    .kept = nrrd_kept,
};

}  // namespace preamar::io
