#include "primitives/map.h"

#include "backends/cpu/backend.h"
#include "backends/cpu/map/map_loops.h"
#include "backends/cpu/pixel_rows.h"
#include "backends/cpu/strips.h"
#include "core/dispatch.h"
#include "primitives/rules/pixels.h"

#include <cstring>

namespace preamar::cpu {
using namespace primitives;
namespace {

template <class T>
void copy_row(const std::byte* from, std::int64_t from_stride, std::byte* to, std::int64_t to_stride,
              std::int64_t length) {
  constexpr std::int64_t size = sizeof(T);
  if (from_stride == size && to_stride == size) {
    std::memcpy(to, from, static_cast<std::size_t>(length * size));
    return;
  }
  for (std::int64_t x = 0; x < length; ++x) std::memcpy(to + x * to_stride, from + x * from_stride, sizeof(T));
}

template <class T>
void copy(const Execution& on, ConstImageView image, ImageView out) {
  for_rows(on, out, [&](std::int64_t r) {
    copy_row<T>(row(image, r), row_stride(image), row(out, r), row_stride(out), row_length(out.shape()));
  });
}

template <class T>
void edge(const Execution& on, const Pixels<T>& pixels, Faces edges, ConstImageView image, ImageView out) {
  for_rows(on, out, [&](std::int64_t r) {
    const T* const from = cells<T>(image, r);
    T* const to = reinterpret_cast<T*>(row(out, r));
    const std::int64_t length = row_length(out.shape());
    if (length == 0) return;
    const T first = pixels.replace(from[0]), last = pixels.replace(from[length - 1]);
    if (is_row_on(edges, out.shape(), r)) {
#pragma GCC ivdep
      for (std::int64_t x = 0; x < length; ++x) to[x] = pixels.replace(from[x]);
    } else {
#pragma GCC ivdep
      for (std::int64_t x = 0; x < length; ++x) to[x] = pixels.inside_edge(from[x]);
    }
    if (edges.low(out.rank() - 1)) to[0] = first;
    if (edges.high(out.rank() - 1)) to[length - 1] = last;
  });
}

// Results larger than the caches are evicted before another pass reads them.
template <class T>
void greater(const Execution& on, const Pixels<T>& pixels, ConstImageView image, ImageView out) {
  constexpr std::int64_t cache_bytes = 8 << 20;
  const Store store = out.shape().count() > cache_bytes ? Store::past_cache : Store::cached;
  GreaterRow* const function = greater_row(image.dtype());
  for_strips(on, out.shape(), image.is_dense() && out.is_dense(), sizeof(T),
             [&](std::int64_t r, std::int64_t x, std::int64_t length) {
               function(&pixels, cells<T>(image, r) + x, reinterpret_cast<std::uint8_t*>(row(out, r)) + x, length,
                        store);
             });
}

template <class T>
std::uint64_t bits_of(T pixel) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &pixel, sizeof pixel);
  return bits;
}

template <class T>
void map_as(const Execution& on, const MapSpec& spec, ConstImageView image, const std::optional<ConstImageView>& other,
            ImageView out) {
  const Pixels<T> pixels(spec, spec.pixel == Pixel::fill ? out.dtype() : image.dtype());
  switch (spec.pixel) {
    case Pixel::copy:
      return copy<T>(on, image, out);
    case Pixel::fill:
      return from_one<T>(on, out, out, [=](T) { return pixels.value(); });
    case Pixel::add:
      return from_one<T>(on, image, out, [=](T x) { return pixels.add(x); });
    case Pixel::subtract:
      return from_one<T>(on, image, out, [=](T x) { return pixels.subtract(x); });
    case Pixel::greater:
      return greater<T>(on, pixels, image, out);
    case Pixel::nonzero:
      return from_one<T>(on, image, out, [=](T x) { return pixels.nonzero(x); });
    case Pixel::valid:
      return from_one<T>(on, image, out, [=](T x) { return pixels.valid(x); });
    case Pixel::replace:
      return from_one<T>(on, image, out, [=](T x) { return pixels.replace(x); });
    case Pixel::edge:
      return edge<T>(on, pixels, spec.edges, image, out);
    case Pixel::restore:
      return from_two<T>(on, image, *other, out, [=](T x, T y) { return pixels.restore(x, y); });
    case Pixel::differs:
      return from_two<T>(on, image, *other, out, [=](T x, T y) { return pixels.differs(x, y); });
    case Pixel::difference:
      return from_two<T>(on, image, *other, out, [=](T x, T y) { return pixels.difference(x, y); });
    case Pixel::invert:
      return from_one<T>(on, image, out, [=](T x) { return pixels.invert(x); });
    case Pixel::keep:
      return keep(on, bits_of(pixels.nearest()), image, *other, out);
    case Pixel::ratio:
      return from_two<T>(on, image, *other, out, [=](T x, T y) { return pixels.ratio(x, y); });
    case Pixel::convert:
      return convert(on, image, out);
  }
}

}  // namespace

void map(const Execution& on, const MapSpec& spec, ConstImageView image, const std::optional<ConstImageView>& other,
         ImageView out) {
  const DType dtype = spec.pixel == Pixel::fill ? out.dtype() : image.dtype();
  with_type(dtype, [&]<class T>(std::type_identity<T>) { map_as<T>(on, spec, image, other, out); });
}

}  // namespace preamar::cpu
