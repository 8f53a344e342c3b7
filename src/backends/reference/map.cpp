#include "primitives/map.h"

#include "backends/reference/backend.h"
#include "core/dispatch.h"
#include "core/rows.h"
#include "primitives/rules/convert.h"
#include "primitives/rules/pixels.h"

#include <cstring>

namespace preamar::reference {
using namespace primitives;
namespace {

template <class T>
T read(ConstImageView image, std::int64_t r, std::int64_t x) {
  T value;
  std::memcpy(&value, row(image, r) + x * row_stride(image), sizeof value);
  return value;
}

template <class T>
void write(ImageView image, std::int64_t r, std::int64_t x, T value) {
  std::memcpy(row(image, r) + x * row_stride(image), &value, sizeof value);
}

template <class T>
void map_pixel(const Pixels<T>& pixels, const MapSpec& spec, ConstImageView image,
               const std::optional<ConstImageView>& other, ImageView out, std::int64_t r, std::int64_t x) {
  const Pixel word = spec.pixel;
  const T here = word == Pixel::fill ? T{} : read<T>(image, r, x);
  switch (word) {
    case Pixel::copy:
      return write(out, r, x, here);
    case Pixel::fill:
      return write(out, r, x, pixels.value());
    case Pixel::add:
      return write(out, r, x, pixels.add(here));
    case Pixel::subtract:
      return write(out, r, x, pixels.subtract(here));
    case Pixel::greater:
      return write(out, r, x, pixels.greater(here));
    case Pixel::nonzero:
      return write(out, r, x, pixels.nonzero(here));
    case Pixel::valid:
      return write(out, r, x, pixels.valid(here));
    case Pixel::replace:
      return write(out, r, x, pixels.replace(here));
    case Pixel::edge: {
      const int columns = out.rank() - 1;
      const bool is_edge = is_row_on(spec.edges, out.shape(), r) || (x == 0 && spec.edges.low(columns)) ||
                           (x == out.shape()[columns] - 1 && spec.edges.high(columns));
      return write(out, r, x, is_edge ? pixels.replace(here) : pixels.inside_edge(here));
    }
    case Pixel::restore:
      return write(out, r, x, pixels.restore(here, read<T>(*other, r, x)));
    case Pixel::differs:
      return write(out, r, x, pixels.differs(here, read<T>(*other, r, x)));
    case Pixel::difference:
      return write(out, r, x, pixels.difference(here, read<T>(*other, r, x)));
    case Pixel::invert:
      return write(out, r, x, pixels.invert(here));
    case Pixel::keep:
      return with_bits(other->dtype(), [&]<class Bits>(std::type_identity<Bits>) {
        write(out, r, x, pixels.keep(here, read<Bits>(*other, r, x)));
      });
    case Pixel::ratio:
      return write(out, r, x, pixels.ratio(here, read<T>(*other, r, x)));
    case Pixel::convert:
      return with_type(out.dtype(),
                       [&]<class To>(std::type_identity<To>) { write(out, r, x, Convert<To>(out.dtype())(here)); });
  }
}

}  // namespace

void map(const Execution&, const MapSpec& spec, ConstImageView image, const std::optional<ConstImageView>& other,
         ImageView out) {
  const DType dtype = spec.pixel == Pixel::fill ? out.dtype() : image.dtype();
  with_type(dtype, [&]<class T>(std::type_identity<T>) {
    const Pixels<T> pixels(spec, dtype);
    for (std::int64_t r = 0; r < row_count(out.shape()); ++r)
      for (std::int64_t x = 0; x < row_length(out.shape()); ++x) map_pixel(pixels, spec, image, other, out, r, x);
  });
}

}  // namespace preamar::reference
