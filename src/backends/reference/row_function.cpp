#include "primitives/row_function.h"

#include "backends/reference/backend.h"
#include "core/border.h"
#include "core/dispatch.h"
#include "core/error_text.h"
#include "primitives/rules/convert.h"

#include <cstring>
#include <vector>

namespace preamar::reference {
using namespace primitives;
namespace {

// One pixel as a number of another type.
void convert(DType from_type, const std::byte* from, DType to_type, std::byte* to) {
  with_type(from_type, [&]<class From>(std::type_identity<From>) {
    with_type(to_type, [&]<class To>(std::type_identity<To>) {
      From value;
      std::memcpy(&value, from, sizeof value);
      const To other = Convert<To>(to_type)(value);
      std::memcpy(to, &other, sizeof other);
    });
  });
}

class Reader {
 public:
  Reader(const RowFunctionSpec& spec, ConstImageView image) : spec_(spec), image_(image) {}

  // The rows of the window around row `r`, columns `begin` to `end`, concatenated.
  [[nodiscard]] std::vector<std::byte> window(std::int64_t r, std::int64_t begin, std::int64_t end) const {
    const auto [planes, rows, columns] = spec_.rows.window;
    const std::int64_t in_plane = image_.shape()[image_.rank() - 2];
    std::vector<std::byte> all;
    for (std::int64_t dz = -(planes / 2); dz <= planes / 2; ++dz)
      for (std::int64_t dy = -(rows / 2); dy <= rows / 2; ++dy)
        for (std::int64_t x = begin - columns / 2; x < end + columns / 2; ++x) {
          all.resize(all.size() + static_cast<std::size_t>(size_of(spec_.rows.argument)));
          read(r / in_plane + dz, r % in_plane + dy, x, &all.back() + 1 - size_of(spec_.rows.argument));
        }
    return all;
  }

 private:
  void read(std::int64_t z, std::int64_t y, std::int64_t x, std::byte* to) const {
    const Shape& shape = image_.shape();
    const std::int64_t in_plane = shape[image_.rank() - 2];
    const std::int64_t plane = border_index(spec_.border, z, image_.rank() == 3 ? shape[0] : 1);
    const std::int64_t row_at = border_index(spec_.border, y, in_plane);
    const std::int64_t column = border_index(spec_.border, x, row_length(shape));
    if (plane == outside || row_at == outside || column == outside)
      return convert(DType::float64, reinterpret_cast<const std::byte*>(&spec_.beyond), spec_.rows.argument, to);
    convert(image_.dtype(), row(image_, plane * in_plane + row_at) + column * row_stride(image_), spec_.rows.argument,
            to);
  }

  const RowFunctionSpec& spec_;
  ConstImageView image_;
};

// Columns `begin` to `end` of row `r` of an image that is read without a window.
std::vector<std::byte> converted_row(ConstImageView image, DType argument, std::int64_t r, std::int64_t begin,
                                     std::int64_t end) {
  std::vector<std::byte> all(static_cast<std::size_t>((end - begin) * size_of(argument)));
  for (std::int64_t x = begin; x < end; ++x)
    convert(image.dtype(), row(image, r) + x * row_stride(image), argument,
            all.data() + (x - begin) * size_of(argument));
  return all;
}

}  // namespace

void row_function(const Execution& on, const RowFunctionSpec& spec, ConstImageView image,
                  const std::optional<ImageView>& out) {
  const OwnRows& own = spec.rows;
  const RowTiles tiles(image.shape());
  for (std::int64_t tile = 0; tile < tiles.count(); ++tile) {
    if (on.stop.stop_requested()) throw Error(ErrorKind::stopped, "stopped");
    const auto [first_row, rows, begin, columns] = tiles.part(tile);
    for (std::int64_t r = first_row; r < first_row + rows; ++r) {
      const std::vector<std::byte> window = Reader(spec, image).window(r, begin, begin + columns);
      std::vector<const void*> from;
      for (std::int64_t i = 0; i < own.window[0] * own.window[1]; ++i)
        from.push_back(window.data() + i * (columns + own.window[2] - 1) * size_of(own.argument));
      std::vector<std::vector<std::byte>> further;
      for (std::size_t i = 0; i < spec.further.size(); ++i)
        from.push_back(
            further.emplace_back(converted_row(spec.further[i], own.further[i], r, begin, begin + columns)).data());
      std::vector<std::byte> to(static_cast<std::size_t>(columns * size_of(own.result)));
      own.function(own.context,
                   {from.data(), out ? to.data() : nullptr, columns, r * row_length(image.shape()) + begin, tile, 0});
      for (std::int64_t x = 0; out && x < columns; ++x)
        convert(own.result, to.data() + x * size_of(own.result), out->dtype(),
                row(*out, r) + (begin + x) * row_stride(*out));
    }
  }
}

}  // namespace preamar::reference
