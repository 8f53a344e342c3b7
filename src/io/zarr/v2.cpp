// The metadata of Zarr version 2.
#include "io/zarr/array.h"

#include "core/error_text.h"
#include "io/json_field.h"
#include "io/zarr/fill.h"

namespace preamar::io {
namespace {

// NumPy's letters, such as "<u2".
void read_dtype(ZarrArray& array, const JsonField& given) {
  constexpr std::pair<std::string_view, DType> kinds[] = {
      {"b1", DType::boolean}, {"u1", DType::uint8},   {"u2", DType::uint16}, {"u4", DType::uint32},
      {"u8", DType::uint64},  {"i1", DType::int8},    {"i2", DType::int16},  {"i4", DType::int32},
      {"i8", DType::int64},   {"f4", DType::float32}, {"f8", DType::float64}};
  const std::string word = given.value().is_string() ? given.word() : given.value().dump();
  for (const auto& [letters, dtype] : kinds) {
    if (word.size() != 3 || word.substr(1) != letters) continue;
    array.dtype = dtype;
    array.endian = word[0] == '>' ? std::endian::big : std::endian::little;
    return;
  }
  given.refuse(text("is ", word, ", which is not read; b1, u1 to u8, i1 to i8, f4 and f8 are"));
}

void read_compressor(ZarrArray& array, const JsonField& given) {
  if (given.is_null()) return;
  const std::string name = given.at("id").word();
  Codec codec;
  if (name == "blosc") {
    codec.kind = CodecKind::blosc;
    codec.inner = given.at("cname").word();
  } else if (name == "zstd") {
    codec.kind = CodecKind::zstd;
  } else if (name == "gzip" || name == "zlib") {
    codec.kind = CodecKind::deflate;
    codec.zlib = name == "zlib";
  } else {
    given.refuse(text("is '", name, "', which is not read; blosc, zstd, gzip, zlib and none are"));
  }
  array.codecs = {codec};
}

}  // namespace

ZarrArray zarr_array_of_v2(const JsonField& metadata) {
  if (metadata.at("zarr_format").whole(0) != 2) metadata.at("zarr_format").refuse("is not 2");
  ZarrArray array;
  array.version = 2;
  read_dtype(array, metadata.at("dtype"));
  array.shape = metadata.at("shape").extents(1);
  array.chunk = metadata.at("chunks").extents(1);
  array.stored = array.chunk;
  const JsonField order = metadata.at("order");
  if (order.word() != "C") order.refuse(text("is '", order.word(), "', columns first, which is not read; C is"));
  const JsonField filters = metadata.find("filters");
  if (!filters.is_null() && !filters.list().empty())
    filters.refuse(text("begin with '", filters.list()[0].at("id").word(), "', which is not read; none are"));
  read_compressor(array, metadata.find("compressor"));
  array.fill = fill_bytes(array.dtype, metadata.find("fill_value"));
  const JsonField separator = metadata.find("dimension_separator");
  const std::string word = separator.is_null() ? "." : separator.word();
  if (word != "/" && word != ".") separator.fail("is neither '/' nor '.'");
  array.prefix.clear();
  array.separator = word[0];
  return array;
}

}  // namespace preamar::io
