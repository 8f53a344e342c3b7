#include "io/raw/nifti_header.h"

#include "core/checked.h"
#include "core/error_text.h"
#include "io/raw/nifti_grid.h"
#include "io/raw/payload.h"
#include "io/select.h"

#include <preamar/error.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <string_view>
#include <vector>

namespace preamar::io {
namespace {

struct Code {
  std::int64_t code;
  DType dtype;
};
constexpr Code codes[] = {{2, DType::uint8},    {4, DType::int16},    {8, DType::int32},    {16, DType::float32},
                          {64, DType::float64}, {256, DType::int8},   {512, DType::uint16}, {768, DType::uint32},
                          {1024, DType::int64}, {1280, DType::uint64}};

constexpr std::string_view axis_names[] = {"x", "y", "z", "t", "c", "v", "w"};

// A letter, digit, sign or blank.
constexpr bool is_ascii(char c) { return c >= ' ' && c <= '~'; }

class NiftiParser {
 public:
  NiftiParser(const std::filesystem::path& file, const NiftiFields& fields, const ReadOptions& options)
      : file_(file), fields_(fields), options_(options) {}

  [[nodiscard]] NiftiHeader parse() const {
    NiftiHeader header;
    const auto* const code = std::ranges::find(codes, fields_.datatype, &Code::code);
    if (code == std::end(codes))
      refuse("datatype", text("is ", fields_.datatype, "; integers of 8 to 64 bits, float32 and float64 are read"));
    if (fields_.bitpix != 8 * size_of(code->dtype))
      fail("bitpix", text("is ", fields_.bitpix, " and does not match datatype ", fields_.datatype));
    header.type = {code->dtype, shape()};
    header.offset = pixels_at();
    choose(header);
    if (options_.ignore_metadata) return header;
    header.metadata = nifti_grid(file_, fields_, header.type.shape.rank());
    header.metadata.quantity = quantity();
    return header;
  }

 private:
  [[noreturn]] void fail(std::string_view field, std::string_view what) const {
    throw Error(ErrorKind::io, text(file_.string(), ": its field '", field, "' ", what, "; the file is broken"));
  }
  [[noreturn]] void refuse(std::string_view field, std::string_view what) const {
    throw Error(ErrorKind::input, text(file_.string(), ": its field '", field, "' ", what));
  }

  [[nodiscard]] Shape shape() const {
    const std::int64_t rank = fields_.dim[0];
    if (rank < 1 || rank > 7) fail("dim", text("gives ", rank, " axes; a file has 1 to 7"));
    for (std::int64_t axis = 1; axis <= rank; ++axis)
      if (const std::int64_t extent = fields_.dim[static_cast<std::size_t>(axis)]; extent < 1)
        fail("dim", text("gives axis ", axis, " an extent of ", extent));
    if (rank < 2) refuse("dim", "gives one axis; give an image of rank 2 or 3");
    std::int64_t extents[max_rank] = {};
    const int kept = static_cast<int>(std::min<std::int64_t>(rank, max_rank));
    for (int axis = 0; axis < kept; ++axis) extents[axis] = fields_.dim[static_cast<std::size_t>(kept - axis)];
    return Shape(extents, kept);
  }

  [[nodiscard]] std::int64_t pixels_at() const {
    const std::int64_t first = nifti_header_bytes(fields_.version);
    const double at = fields_.vox_offset;
    if (at == 0) return first;
    if (!(at >= static_cast<double>(first)) || at > 0x1p40 || at != std::floor(at))
      fail("vox_offset", text("is ", at, "; pixels begin at byte ", first, " or later"));
    return static_cast<std::int64_t>(at);
  }

  // A slope of 0 or NaN says that there is none.
  [[nodiscard]] Quantity quantity() const {
    Quantity quantity{.description = printable_text()};
    if (!std::isfinite(fields_.scl_slope) || fields_.scl_slope == 0) return quantity;
    if (!std::isfinite(fields_.scl_inter))
      fail("scl_inter", text("is ", fields_.scl_inter, ", but scl_slope is ", fields_.scl_slope));
    quantity.scale = fields_.scl_slope;
    quantity.offset = fields_.scl_inter;
    return quantity;
  }

  [[nodiscard]] std::string printable_text() const {
    std::string words(fields_.descrip.begin(), std::ranges::find(fields_.descrip, '\0'));
    std::ranges::replace_if(
        words, [](char c) { return !is_ascii(c); }, '?');
    return words.substr(0, words.find_last_not_of(' ') + 1);
  }

  [[nodiscard]] std::int64_t extent_of(std::size_t axis) const {
    return static_cast<std::int64_t>(axis) < fields_.dim[0] ? fields_.dim[axis + 1] : 1;
  }

  // The axes beyond z, none of which is read as z.
  void choose(NiftiHeader& header) const {
    if (options_.level != 0)
      throw Error(ErrorKind::call,
                  text(file_.string(), ": level ", options_.level, " was given; NIfTI has level 0 only"));
    auto positions = parse_select(file_, options_.select);
    require_chosen(positions);
    for (std::size_t axis = max_rank; axis < std::size(axis_names); ++axis) {
      const std::int64_t extent = extent_of(axis);
      const auto given = positions.extract(std::string(axis_names[axis]));
      const std::int64_t position = given.empty() ? 0 : given.mapped();
      if (position >= extent)
        throw Error(ErrorKind::call, text(file_.string(), ": select ", axis_names[axis], "=", position,
                                          " lies outside axis '", axis_names[axis], "'; give 0 to ", extent - 1));
      const std::int64_t images =
          checked_product(header.images, extent, text(file_.string(), ": its images as the header has them"));
      header.chosen += header.images * position;  // t varies fastest, w slowest
      header.images = images;
    }
    if (!positions.empty())
      throw Error(ErrorKind::call,
                  text(file_.string(), ": select '", options_.select, "' names axis '", positions.begin()->first,
                       "'; a position on 't', 'c', 'v' and 'w' can be chosen"));
  }

  void require_chosen(const std::map<std::string, std::int64_t>& positions) const {
    std::vector<AxisExtent> all;
    std::vector<std::string> to_choose;
    for (std::size_t axis = std::size(axis_names); axis-- > 0;) {
      const std::string name(axis_names[axis]);
      if (axis < static_cast<std::size_t>(std::min<std::int64_t>(fields_.dim[0], max_rank)) || extent_of(axis) > 1)
        all.push_back({name, extent_of(axis)});
      if (axis >= max_rank && extent_of(axis) > 1 && !positions.contains(name)) to_choose.push_back(name);
    }
    if (!to_choose.empty()) refuse_axes(file_, all, to_choose);
  }

  const std::filesystem::path& file_;
  const NiftiFields& fields_;
  const ReadOptions& options_;
};

int version_for(const ImageType& type) {
  for (int axis = 0; axis < type.shape.rank(); ++axis)
    if (type.shape[axis] > std::numeric_limits<std::int16_t>::max()) return 2;
  return 1;
}

}  // namespace

NiftiHeader parse_nifti_header(const std::filesystem::path& file, const NiftiFields& fields,
                               const ReadOptions& options) {
  return NiftiParser(file, fields, options).parse();
}

Metadata nifti_metadata(const ImageType& type, const Metadata& metadata) {
  const int version = version_for(type);
  Metadata kept = kept_nifti_grid(metadata, type.shape.rank(), version);
  const auto& [scale, offset, unit, description] = metadata.quantity;
  if (is_held(scale, version) && (offset == 0 || is_held(offset, version))) {
    kept.quantity.scale = scale;
    kept.quantity.offset = offset;
  }
  if (description.size() < NiftiFields().descrip.size() && std::ranges::all_of(description, is_ascii))
    kept.quantity.description = description;
  return kept;
}

std::string nifti_header(const ImageType& type, const Metadata& metadata) {
  const int rank = type.shape.rank();
  const DType stored = stored_dtype(type);
  NiftiFields fields{.version = version_for(type)};
  fields.dim.fill(1);
  fields.dim[0] = rank;
  for (int axis = 0; axis < rank; ++axis) fields.dim[static_cast<std::size_t>(rank - axis)] = type.shape[axis];
  fields.datatype = std::ranges::find(codes, stored, &Code::dtype)->code;
  fields.bitpix = 8 * size_of(stored);
  fields.vox_offset = static_cast<double>(nifti_header_bytes(fields.version));
  fields.scl_slope = metadata.quantity.scale;
  fields.scl_inter = metadata.quantity.offset;
  std::ranges::copy(metadata.quantity.description, fields.descrip.begin());
  put_nifti_grid(fields, metadata, rank);
  return nifti_header_of(fields);
}

}  // namespace preamar::io
