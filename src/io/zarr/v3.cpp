// The metadata of Zarr version 3.
#include "io/zarr/array.h"

#include "core/error_text.h"
#include "io/json_field.h"
#include "io/zarr/fill.h"

#include <algorithm>

namespace preamar::io {
namespace {

constexpr std::string_view known_codecs = "; known are bytes, blosc, zstd, gzip, crc32c and sharding_indexed";

// {"name": ..., "configuration": {...}}, or the name alone.
std::string name_in(const JsonField& extension) {
  return extension.value().is_string() ? extension.word() : extension.at("name").word();
}

JsonField settings_of(const JsonField& extension) { return extension.find("configuration"); }

std::endian endian_of(const JsonField& bytes_codec) {
  const JsonField given = settings_of(bytes_codec).find("endian");
  if (given.is_null() || given.word() == "little") return std::endian::little;
  if (given.word() != "big") given.fail("is neither little nor big");
  return std::endian::big;
}

int shuffle_of(const JsonField& given) {
  const std::string word = given.is_null() ? "noshuffle" : given.word();
  if (word == "noshuffle") return 0;
  if (word == "shuffle") return 1;
  if (word == "bitshuffle") return 2;
  given.fail("is none of noshuffle, shuffle and bitshuffle");
}

Codec codec_of(const JsonField& given) {
  const std::string name = name_in(given);
  const JsonField settings = settings_of(given);
  Codec codec;
  if (name == "blosc") {
    codec.kind = CodecKind::blosc;
    codec.inner = settings.at("cname").word();
    codec.shuffle = shuffle_of(settings.find("shuffle"));
  } else if (name == "zstd") {
    codec.kind = CodecKind::zstd;
  } else if (name == "gzip") {
    codec.kind = CodecKind::deflate;
  } else if (name == "crc32c") {
    codec.kind = CodecKind::crc32c;
  } else {
    given.refuse(text("is the codec '", name, "', which is not read", known_codecs));
  }
  return codec;
}

// All after the first.
std::vector<Codec> byte_codecs(const std::vector<JsonField>& list) {
  std::vector<Codec> codecs;
  for (std::size_t i = 1; i < list.size(); ++i) codecs.push_back(codec_of(list[i]));
  return codecs;
}

std::vector<JsonField> codec_list(const JsonField& given) {
  std::vector<JsonField> list = given.list();
  if (list.empty()) given.fail("is empty; a codec from pixels to bytes must be first");
  return list;
}

void require_bytes_codec(const JsonField& first) {
  const std::string name = name_in(first);
  if (name != "bytes") first.refuse(text("is the codec '", name, "', which is not read there", known_codecs));
}

void read_pixel_codecs(ZarrArray& array, const JsonField& given) {
  const auto list = codec_list(given);
  require_bytes_codec(list[0]);
  array.endian = endian_of(list[0]);
  array.codecs = byte_codecs(list);
}

void read_index(ZarrArray& array, const JsonField& settings) {
  const JsonField location = settings.find("index_location");
  array.index_is_first = !location.is_null() && location.word() == "start";
  if (!array.index_is_first && !location.is_null() && location.word() != "end")
    location.fail("is neither start nor end");
  const JsonField given = settings.at("index_codecs");
  const auto list = codec_list(given);
  require_bytes_codec(list[0]);
  const auto codecs = byte_codecs(list);
  const bool is_summed = codecs.size() == 1 && codecs[0].kind == CodecKind::crc32c;
  if (endian_of(list[0]) != std::endian::little || !(codecs.empty() || is_summed))
    given.refuse("is not read; little-endian bytes with or without crc32c are");
  array.index_is_summed = is_summed;
}

void read_codecs(ZarrArray& array, const JsonField& given) {
  const auto list = codec_list(given);
  if (name_in(list[0]) != "sharding_indexed") return read_pixel_codecs(array, given);
  if (list.size() > 1)
    given.refuse("has a codec after sharding_indexed, which is not read: no chunk could be read alone");
  const JsonField settings = list[0].at("configuration");
  array.is_sharded = true;
  array.chunk = settings.at("chunk_shape").extents(1);
  read_pixel_codecs(array, settings.at("codecs"));
  read_index(array, settings);
}

void read_names(ZarrArray& array, const JsonField& given) {
  if (given.is_null()) return;
  for (const JsonField& name : given.list()) array.names.push_back(name.is_null() ? "" : name.word());
}

void read_keys(ZarrArray& array, const JsonField& given) {
  const std::string name = name_in(given);
  const bool is_default = name == "default";
  if (!is_default && name != "v2") given.refuse(text("'", name, "' is not read; default and v2 are"));
  const JsonField separator = settings_of(given).find("separator");
  const std::string word = separator.is_null() ? is_default ? "/" : "." : separator.word();
  if (word != "/" && word != ".") separator.fail("is neither '/' nor '.'");
  if (!is_default) array.prefix.clear();
  array.separator = word[0];
}

DType dtype_in(const JsonField& given) {
  if (given.value().is_string())
    for (int i = 0; i < dtype_count; ++i)
      if (name_of(static_cast<DType>(i)) == given.word()) return static_cast<DType>(i);
  given.refuse(text("is ", given.value().dump(), ", which is not read; bool, uint8 to uint64, int8 to int64, float32 ",
                    "and float64 are"));
}

Json named(std::string_view name, Json settings) { return {{"name", name}, {"configuration", std::move(settings)}}; }

Json codec_text(const Codec& codec) {
  constexpr const char* shuffles[] = {"noshuffle", "shuffle", "bitshuffle"};
  switch (codec.kind) {
    case CodecKind::blosc:
      return named("blosc", {{"cname", codec.inner},
                             {"clevel", codec.level},
                             {"shuffle", shuffles[codec.shuffle]},
                             {"typesize", codec.item},
                             {"blocksize", codec.block}});
    case CodecKind::zstd:
      return named("zstd", {{"level", codec.level}, {"checksum", false}});
    case CodecKind::deflate:
      return named("gzip", {{"level", codec.level}});
    case CodecKind::crc32c:
      break;
  }
  return {{"name", "crc32c"}};
}

Json pixel_codecs(const ZarrArray& array) {
  Json bytes = {{"name", "bytes"}};
  if (size_of(array.dtype) > 1) bytes["configuration"] = {{"endian", "little"}};
  Json list = Json::array({bytes});
  for (const Codec& codec : array.codecs) list.push_back(codec_text(codec));
  return list;
}

Json all_codecs(const ZarrArray& array) {
  if (!array.is_sharded) return pixel_codecs(array);
  const Json index = Json::array({named("bytes", {{"endian", "little"}}), {{"name", "crc32c"}}});
  return Json::array({named("sharding_indexed", {{"chunk_shape", array.chunk},
                                                 {"codecs", pixel_codecs(array)},
                                                 {"index_codecs", index},
                                                 {"index_location", array.index_is_first ? "start" : "end"}})});
}

}  // namespace

ZarrArray zarr_array_of_v3(const JsonField& metadata) {
  if (metadata.at("zarr_format").whole(0) != 3) metadata.at("zarr_format").refuse("is not 3");
  if (metadata.at("node_type").word() != "array") metadata.at("node_type").refuse("is not an array");
  ZarrArray array;
  array.version = 3;
  array.dtype = dtype_in(metadata.at("data_type"));
  array.shape = metadata.at("shape").extents(1);
  const JsonField grid = metadata.at("chunk_grid");
  if (name_in(grid) != "regular") grid.refuse("is not read; a regular one is");
  array.stored = grid.at("configuration").at("chunk_shape").extents(1);
  array.chunk = array.stored;
  read_codecs(array, metadata.at("codecs"));
  array.fill = fill_bytes(array.dtype, metadata.at("fill_value"));
  read_keys(array, metadata.at("chunk_key_encoding"));
  read_names(array, metadata.find("dimension_names"));
  const JsonField transformers = metadata.find("storage_transformers");
  if (!transformers.is_null() && !transformers.list().empty()) transformers.refuse("are not read");
  const JsonField complete = metadata.find("attributes").find("preamar").find("complete");
  array.is_complete = complete.value().is_boolean() && complete.value().get<bool>();
  return array;
}

std::string metadata_text(const ZarrArray& array) {
  Json metadata = {{"zarr_format", 3},
                   {"node_type", "array"},
                   {"shape", array.shape},
                   {"data_type", name_of(array.dtype)},
                   {"chunk_grid", named("regular", {{"chunk_shape", array.stored}})},
                   {"chunk_key_encoding", named("default", {{"separator", std::string(1, array.separator)}})},
                   {"fill_value", array.dtype == DType::boolean ? Json(false) : Json(0)},
                   {"codecs", all_codecs(array)},
                   {"attributes", json_of(array.values, array.dtype)}};
  if (!array.names.empty()) metadata["dimension_names"] = array.names;
  if (array.is_complete) metadata["attributes"]["preamar"] = {{"complete", true}};
  return metadata.dump(2) + "\n";
}

}  // namespace preamar::io
