#include "io/raw/nifti_fields.h"

#include "core/error_text.h"
#include "io/pixels.h"

#include <preamar/error.h>

#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>

namespace preamar::io {
namespace {

// Type and position of a field in NIfTI-1 and NIfTI-2.
template <class One, class Two>
struct Field {
  std::size_t one, two;
};

// Calls each(field, values).
template <class Fields, class Each>
void each_field(Fields& fields, Each each) {
  const auto one = [](auto& value) { return std::span(&value, 1); };
  each(Field<std::int16_t, std::int64_t>{40, 16}, std::span(fields.dim));
  each(Field<std::int16_t, std::int16_t>{70, 12}, one(fields.datatype));
  each(Field<std::int16_t, std::int16_t>{72, 14}, one(fields.bitpix));
  each(Field<float, double>{76, 104}, std::span(fields.pixdim));
  each(Field<float, std::int64_t>{108, 168}, one(fields.vox_offset));
  each(Field<float, double>{112, 176}, one(fields.scl_slope));
  each(Field<float, double>{116, 184}, one(fields.scl_inter));
  each(Field<std::uint8_t, std::int32_t>{123, 500}, one(fields.xyzt_units));
  each(Field<char, char>{148, 240}, std::span(fields.descrip));
  each(Field<std::int16_t, std::int32_t>{252, 344}, one(fields.qform_code));
  each(Field<std::int16_t, std::int32_t>{254, 348}, one(fields.sform_code));
  each(Field<float, double>{256, 352}, std::span(fields.quatern));
  each(Field<float, double>{268, 376}, std::span(fields.qoffset));
  each(Field<float, double>{280, 400}, std::span(fields.srow));
}

constexpr std::int64_t struct_bytes(int version) { return nifti_header_bytes(version) - 4; }

struct Magic {
  std::size_t at;
  std::string_view one_file, two_files;
};
constexpr Magic magics[] = {
    {344, std::string_view("n+1\0", 4), std::string_view("ni1\0", 4)},
    {4, std::string_view("n+2\0\r\n\x1a\n", 8), std::string_view("ni2\0\r\n\x1a\n", 8)},
};

template <class Value>
Value get(const std::byte* from, bool is_swapped) {
  Value value{};
  std::memcpy(&value, from, sizeof value);
  if (is_swapped) swap_bytes(&value, 1, sizeof value);
  return value;
}

template <class Value>
void put(char* to, Value value) {
  if (std::endian::native != std::endian::little) swap_bytes(&value, 1, sizeof value);
  std::memcpy(to, &value, sizeof value);
}

void require_magic(const std::filesystem::path& file, const std::byte* header, int version) {
  const Magic& magic = magics[version - 1];
  const std::string_view found(reinterpret_cast<const char*>(header) + magic.at, magic.one_file.size());
  if (found == magic.two_files)
    throw Error(ErrorKind::input,
                text(file.string(), ": its field 'magic' names a pair of files; convert it to one .nii"));
  if (found != magic.one_file)
    throw Error(ErrorKind::io, text(file.string(), ": its field 'magic' is not 'n+", version, "'; the file is broken"));
}

}  // namespace

NiftiFields read_nifti_fields(const std::filesystem::path& file, const NextBytes& next) {
  std::array<std::byte, static_cast<std::size_t>(struct_bytes(2))> header{};
  next(header.data(), struct_bytes(1));
  NiftiFields fields;
  fields.version = 0;
  bool is_swapped = false;
  for (const bool swapped : {false, true})
    for (const int version : {1, 2})
      if (get<std::int32_t>(header.data(), swapped) == struct_bytes(version)) {
        fields.version = version;
        is_swapped = swapped;
      }
  if (fields.version == 0)
    throw Error(ErrorKind::io, text(file.string(), ": its field 'sizeof_hdr' is neither 348 (NIfTI-1) nor 540 ",
                                    "(NIfTI-2); the file is broken"));
  if (fields.version == 2) next(header.data() + struct_bytes(1), struct_bytes(2) - struct_bytes(1));
  const bool is_little = (std::endian::native == std::endian::little) != is_swapped;
  fields.endian = is_little ? std::endian::little : std::endian::big;
  require_magic(file, header.data(), fields.version);
  each_field(fields, [&]<class One, class Two>(Field<One, Two> field, auto values) {
    for (std::size_t i = 0; auto& value : values) {
      using Value = std::remove_reference_t<decltype(value)>;
      value = fields.version == 1
                  ? static_cast<Value>(get<One>(header.data() + field.one + i * sizeof(One), is_swapped))
                  : static_cast<Value>(get<Two>(header.data() + field.two + i * sizeof(Two), is_swapped));
      ++i;
    }
  });
  return fields;
}

std::string nifti_header_of(const NiftiFields& fields) {
  std::string header(static_cast<std::size_t>(nifti_header_bytes(fields.version)), '\0');
  put(header.data(), static_cast<std::int32_t>(struct_bytes(fields.version)));
  if (fields.version == 1) header[38] = 'r';  // regular: readers of ANALYZE files look for it
  const Magic& magic = magics[fields.version - 1];
  header.replace(magic.at, magic.one_file.size(), magic.one_file);
  each_field(fields, [&]<class One, class Two>(Field<One, Two> field, auto values) {
    for (std::size_t i = 0; const auto value : values) {
      if (fields.version == 1)
        put(header.data() + field.one + i * sizeof(One), static_cast<One>(value));
      else
        put(header.data() + field.two + i * sizeof(Two), static_cast<Two>(value));
      ++i;
    }
  });
  return header;
}

}  // namespace preamar::io
