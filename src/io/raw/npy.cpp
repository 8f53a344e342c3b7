// NumPy's .npy, in C order.
#include "io/format.h"

#include "core/error_text.h"
#include "io/header_text.h"
#include "io/raw/npy_header.h"
#include "io/raw/payload.h"

#include <algorithm>
#include <string>

namespace preamar::io {
namespace {

constexpr std::string_view npy_suffixes[] = {".npy"};
constexpr std::string_view npy_compressions[] = {"none"};
constexpr std::string_view npy_magic = "\x93NUMPY";

// Without the byte order.
constexpr TypeName npy_type_names[] = {
    {"b1", DType::boolean}, {"u1", DType::uint8},   {"u2", DType::uint16},  {"u4", DType::uint32},
    {"u8", DType::uint64},  {"i1", DType::int8},    {"i2", DType::int16},   {"i4", DType::int32},
    {"i8", DType::int64},   {"f4", DType::float32}, {"f8", DType::float64},
};

struct Begin {
  std::string words;     // the description, a dict of Python
  std::int64_t end = 0;  // where the pixels begin
};

Begin read_begin(const std::filesystem::path& file) {
  constexpr std::int64_t longest = std::int64_t{1} << 20;
  const InFile in(file);
  unsigned char start[12] = {};
  const std::int64_t got = in.read_some(0, start, sizeof start);
  if (got < 10 || !std::equal(npy_magic.begin(), npy_magic.end(), reinterpret_cast<const char*>(start)))
    throw Error(ErrorKind::io, text(file.string(), ": is no .npy file; it does not begin with '\\x93NUMPY'"));
  const int version = start[6];
  if (version < 1 || version > 3)
    throw Error(ErrorKind::input, text(file.string(), ": is of version ", version, "; .npy 1.0 to 3.0 are read"));
  std::int64_t length = start[8] | start[9] << 8;
  if (version > 1) length |= std::int64_t{start[10]} << 16 | std::int64_t{start[11]} << 24;
  Begin begin{{}, (version == 1 ? 10 : 12) + length};
  if (length > longest || begin.end > in.size())
    throw Error(ErrorKind::io, text(file.string(), ": its header claims ", length, " bytes; the file is truncated or ",
                                    "its header wrong"));
  begin.words.resize(static_cast<std::size_t>(length));
  in.read(begin.end - length, begin.words.data(), length);
  return begin;
}

std::endian endian_of(char sign) {
  return sign == '>' ? std::endian::big : sign == '=' ? std::endian::native : std::endian::little;
}

Shape shape_of(const std::filesystem::path& file, const std::vector<std::int64_t>& extents) {
  if (extents.size() < 2 || extents.size() > max_rank)
    throw Error(ErrorKind::input,
                text(file.string(), ": is an array of rank ", extents.size(), "; give one of rank 2 or 3"));
  if (std::ranges::find(extents, 0) != extents.end())
    throw Error(ErrorKind::input, text(file.string(), ": its field 'shape' has a 0; give at least one pixel"));
  return {extents.data(), static_cast<int>(extents.size())};
}

std::unique_ptr<Source> open_npy_source(const std::filesystem::path& file, const ReadOptions&) {
  const Begin begin = read_begin(file);
  const NpyHeader header = parse_npy_header(file, begin.words);
  const bool has_sign =
      !header.descr.empty() && std::string_view("<>|=").find(header.descr[0]) != std::string_view::npos;
  const std::string_view name = std::string_view(header.descr).substr(has_sign ? 1 : 0);
  const DType dtype =
      dtype_named(HeaderFields(file), name, npy_type_names, "bool, integers of 8 to 64 bits, float32 and float64");
  if (header.is_fortran)
    throw Error(ErrorKind::input,
                text(file.string(), ": its field 'fortran_order' is True; save ", "numpy.ascontiguousarray(array)"));
  Payload payload{.file = file, .offset = begin.end};
  payload.endian = endian_of(has_sign ? header.descr[0] : '=');
  return make_payload_source(file, "NumPy", {dtype, shape_of(file, header.shape)}, {}, "none", payload);
}

std::unique_ptr<Sink> open_npy_sink(const SharedOutput& output, const ImageType& type, const WriteOptions& options) {
  constexpr std::size_t unit = 64;  // pixels begin at a multiple of it
  const std::string_view name = std::ranges::find(npy_type_names, type.dtype, &TypeName::dtype)->name;
  std::string words =
      text("{'descr': '", size_of(type.dtype) == 1 ? "|" : "<", name, "', 'fortran_order': False, 'shape': (");
  for (int axis = 0; axis < type.shape.rank(); ++axis) words += text(axis > 0 ? ", " : "", type.shape[axis]);
  words += "), }";
  words.append(unit - (npy_magic.size() + 4 + words.size() + 1) % unit, ' ');
  words += '\n';
  PayloadPlan plan;
  plan.header = text(npy_magic, std::string("\1\0", 2), static_cast<char>(words.size() & 0xff),
                     static_cast<char>(words.size() >> 8), words);
  return make_payload_sink(output, type, options, plan);
}

}  // namespace

constinit const Format npy_format = {
    .name = "NumPy",
    .suffixes = npy_suffixes,
    .compressions = npy_compressions,
    .dtypes = all_dtypes,
    .highest_rank = 3,
    .instead = "TIFF",
    .open_source = open_npy_source,
    .open_sink = open_npy_sink,
    .chunk = payload_chunk,
};

}  // namespace preamar::io
