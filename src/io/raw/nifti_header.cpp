#include "io/raw/nifti_header.h"

#include "core/error_text.h"
#include "io/pixels.h"
#include "io/raw/payload.h"

#include <preamar/error.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <string_view>

namespace preamar::io {
namespace {

// Where fields lie.
constexpr std::size_t sizeof_hdr = 0, regular = 38, dim = 40, datatype = 70, bitpix = 72, pixdim = 76, vox_offset = 108,
                      scl_slope = 112, scl_inter = 116, xyzt_units = 123, magic = 344;
constexpr std::int32_t size_1 = 348, size_2 = 540;  // of the headers of NIfTI-1 and NIfTI-2
constexpr std::string_view one_file("n+1\0", 4), two_files("ni1\0", 4);

struct Code {
  std::int16_t code;
  DType dtype;
};
constexpr Code codes[] = {{2, DType::uint8},    {4, DType::int16},    {8, DType::int32},    {16, DType::float32},
                          {64, DType::float64}, {256, DType::int8},   {512, DType::uint16}, {768, DType::uint32},
                          {1024, DType::int64}, {1280, DType::uint64}};

constexpr std::string_view nifti_units[] = {"", "meter", "millimeter", "micrometer"};  // by their code

class Reader {
 public:
  Reader(const std::filesystem::path& file, std::span<const std::byte, nifti_header_bytes> bytes)
      : file_(file), bytes_(bytes) {}

  NiftiHeader parse() {
    NiftiHeader header;
    header.endian = byte_order();
    const std::string_view kind(reinterpret_cast<const char*>(bytes_.data()) + magic, one_file.size());
    if (kind == two_files) refuse("magic", "names a pair of files; convert it to one .nii");
    if (kind != one_file) fail("magic", "is not 'n+1'");
    const std::int16_t type = get<std::int16_t>(datatype);
    const auto* const code = std::ranges::find(codes, type, &Code::code);
    if (code == std::end(codes))
      refuse("datatype", text("is ", type, "; integers of 8 to 64 bits, float32 and float64 are read"));
    if (const int bits = get<std::int16_t>(bitpix); bits != 8 * size_of(code->dtype))
      fail("bitpix", text("is ", bits, " and does not match datatype ", type));
    header.type = {code->dtype, shape()};
    header.offset = pixels_at();
    require_unscaled();
    header.axes = axes(header.type.shape.rank());
    return header;
  }

 private:
  [[noreturn]] void fail(std::string_view field, std::string_view what) const {
    throw Error(ErrorKind::io, text(file_.string(), ": its field '", field, "' ", what, "; the file is broken"));
  }
  [[noreturn]] void refuse(std::string_view field, std::string_view what) const {
    throw Error(ErrorKind::input, text(file_.string(), ": its field '", field, "' ", what));
  }

  template <class Value>
  [[nodiscard]] Value get(std::size_t at) const {
    Value value{};
    std::memcpy(&value, bytes_.data() + at, sizeof value);
    if (is_swapped_) swap_bytes(&value, 1, sizeof value);
    return value;
  }

  std::endian byte_order() {
    for (const bool is_swapped : {false, true}) {
      is_swapped_ = is_swapped;
      const std::int32_t size = get<std::int32_t>(sizeof_hdr);
      if (size == size_2) refuse("sizeof_hdr", "is that of NIfTI-2; convert it to NIfTI-1");
      if (size != size_1) continue;
      const bool is_little = (std::endian::native == std::endian::little) != is_swapped;
      return is_little ? std::endian::little : std::endian::big;
    }
    fail("sizeof_hdr", "is not 348");
  }

  [[nodiscard]] Shape shape() const {
    const int rank = get<std::int16_t>(dim);
    if (rank < 1 || rank > 7) fail("dim", text("gives ", rank, " axes; a file has 1 to 7"));
    std::int64_t extents[max_rank] = {};
    const int kept = std::min(rank, max_rank);
    for (int i = 1; i <= rank; ++i) {
      const std::int64_t extent = get<std::int16_t>(dim + 2 * static_cast<std::size_t>(i));
      if (extent < 1) fail("dim", text("gives axis ", i, " an extent of ", extent));
      if (i <= max_rank)
        extents[kept - i] = extent;
      else if (extent > 1)
        refuse("dim", text("gives axis ", i, " an extent of ", extent, "; give one volume"));
    }
    if (rank < 2) refuse("dim", "gives one axis; give an image of rank 2 or 3");
    return Shape(extents, kept);
  }

  [[nodiscard]] std::int64_t pixels_at() const {
    const float at = get<float>(vox_offset);
    if (at == 0) return nifti_header_bytes;
    if (!(at >= static_cast<float>(nifti_header_bytes)) || at > 0x1p24F || at != std::floor(at))
      fail("vox_offset", text("is ", at, "; pixels begin at byte ", nifti_header_bytes, " or later"));
    return static_cast<std::int64_t>(at);
  }

  void require_unscaled() const {
    const float slope = get<float>(scl_slope), inter = get<float>(scl_inter);
    const bool is_given = std::isfinite(slope) && slope != 0 && std::isfinite(inter);
    if (is_given && (slope != 1 || inter != 0))
      refuse("scl_slope", text("is ", slope, " and scl_inter is ", inter, ", so stored values are not those meant; ",
                               "save the image without them"));
  }

  [[nodiscard]] std::vector<Axis> axes(int rank) const {
    constexpr const char* names[] = {"x", "y", "z"};
    const auto unit = static_cast<std::size_t>(get<std::uint8_t>(xyzt_units) & 7);
    if (unit == 0 || unit >= std::size(nifti_units)) return {};
    std::vector<Axis> all;
    for (int i = rank; i > 0; --i) {
      const double scale = static_cast<double>(get<float>(pixdim + 4 * static_cast<std::size_t>(i)));
      const bool is_length = std::isfinite(scale) && scale > 0;
      all.push_back({names[i - 1], std::string(nifti_units[unit]), is_length ? scale : 1});
    }
    return all;
  }

  const std::filesystem::path& file_;
  std::span<const std::byte, nifti_header_bytes> bytes_;
  bool is_swapped_ = false;
};

template <class Value>
void put(std::string& header, std::size_t at, Value value) {
  if (std::endian::native != std::endian::little) swap_bytes(&value, 1, sizeof value);
  std::memcpy(header.data() + at, &value, sizeof value);
}

}  // namespace

NiftiHeader parse_nifti_header(const std::filesystem::path& file,
                               std::span<const std::byte, nifti_header_bytes> bytes) {
  return Reader(file, bytes).parse();
}

bool is_nifti_unit(std::string_view unit) { return std::ranges::find(nifti_units, unit) != std::end(nifti_units); }

std::string nifti_header(const std::filesystem::path& file, const ImageType& type, const std::vector<Axis>& axes) {
  constexpr std::int64_t longest = std::numeric_limits<std::int16_t>::max();
  const int rank = type.shape.rank();
  const DType stored = stored_dtype(type);
  std::string header(static_cast<std::size_t>(nifti_header_bytes), '\0');
  put(header, sizeof_hdr, size_1);
  header[regular] = 'r';
  put(header, dim, static_cast<std::int16_t>(rank));
  put(header, pixdim, 1.0F);
  for (std::size_t i = 1; i <= 7; ++i) {
    const bool is_own = static_cast<int>(i) <= rank;
    const int axis = rank - static_cast<int>(i);
    const std::int64_t extent = is_own ? type.shape[axis] : 1;
    if (extent > longest)
      throw Error(ErrorKind::input, text(file.string(), ": NIfTI-1 does not hold ", type.shape.text(),
                                         " pixels; a side has at most ", longest, ", so write NRRD"));
    put(header, dim + 2 * i, static_cast<std::int16_t>(extent));
    const bool has_scale = is_own && !axes.empty();
    put(header, pixdim + 4 * i, has_scale ? static_cast<float>(axes[static_cast<std::size_t>(axis)].scale) : 1.0F);
  }
  put(header, datatype, std::ranges::find(codes, stored, &Code::dtype)->code);
  put(header, bitpix, static_cast<std::int16_t>(8 * size_of(stored)));
  put(header, vox_offset, static_cast<float>(nifti_header_bytes));
  put(header, scl_slope, 1.0F);
  const bool is_one_unit =
      !axes.empty() && std::ranges::all_of(axes, [&](const Axis& axis) { return axis.unit == axes[0].unit; });
  if (is_one_unit)
    if (const auto* const unit = std::ranges::find(nifti_units, axes[0].unit); unit != std::end(nifti_units))
      header[xyzt_units] = static_cast<char>(unit - nifti_units);
  header.replace(magic, one_file.size(), one_file);
  return header;
}

}  // namespace preamar::io
