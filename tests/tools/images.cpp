#include "tools/images.h"

#include "core/dispatch.h"
#include "core/error_text.h"
#include "tools/levels.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace preamar::test {
namespace {

constexpr std::int64_t guard = 64;  // bytes before and after

template <class T>
std::vector<T> extremes_of() {
  using Limits = std::numeric_limits<T>;
  if constexpr (std::is_floating_point_v<T>)
    return {
        -Limits::infinity(),  Limits::lowest(), -1, -Limits::min(),        -Limits::denorm_min(), T{-0.0},           0,
        Limits::denorm_min(), Limits::min(),    1,  1 + Limits::epsilon(), Limits::max(),         Limits::infinity()};
  else
    return {Limits::min(),
            Limits::min() + 1,
            Limits::min() / 2,
            std::is_signed_v<T> ? T(-1) : T(0),
            0,
            1,
            2,
            Limits::max() / 2,
            Limits::max() / 2 + 1,
            Limits::max() - 1,
            Limits::max()};
}

template <class T>
T spread_value(int level) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(level - 100) * T{0.37};
  } else {
    using U = std::make_unsigned_t<T>;
    constexpr U step = std::numeric_limits<U>::max() / 255;
    return static_cast<T>(static_cast<U>(std::numeric_limits<T>::min()) + static_cast<U>(step * static_cast<U>(level)));
  }
}

// NaN of either sign and any payload: all mean the same.
template <class T>
T some_nan(Random& random) {
  if constexpr (std::is_floating_point_v<T>) {
    const T nan = std::numeric_limits<T>::quiet_NaN();
    std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t> bits;
    std::memcpy(&bits, &nan, sizeof nan);
    bits |= static_cast<decltype(bits)>(random.below(1000));
    bits |= static_cast<decltype(bits)>(random.below(2)) << (8 * sizeof(T) - 1);
    T result;
    std::memcpy(&result, &bits, sizeof result);
    return result;
  }
  return T{};
}

Image painted(DType dtype, const Shape& shape, Palette palette, const std::vector<std::uint8_t>& levels,
              Random& random) {
  Image image(dtype, shape);
  with_type(dtype, [&]<class T>(std::type_identity<T>) {
    const std::vector<T> table = extremes_of<T>();
    T* const out = static_cast<T*>(image.data());
    for (std::size_t i = 0; i < levels.size(); ++i) {
      if (dtype == DType::boolean)
        out[i] = static_cast<T>(levels[i] >= 128);
      else if (palette == Palette::spread)
        out[i] = spread_value<T>(levels[i]);
      else
        out[i] = table[levels[i] * table.size() / 256];
      if (palette == Palette::with_nan && is_floating(dtype) && random.one_in(16)) out[i] = some_nan<T>(random);
    }
  });
  return image;
}

}  // namespace

std::uint64_t Random::next() {
  std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

std::string_view name_of(Content content) {
  constexpr std::string_view names[content_count] = {"random", "plateaus", "spiral",   "serpentine", "comb",
                                                     "chess",  "slope",    "constant", "single"};
  return names[static_cast<int>(content)];
}

std::string_view name_of(Palette palette) {
  constexpr std::string_view names[palette_count] = {"spread", "extremes", "with_nan"};
  return names[static_cast<int>(palette)];
}

std::string_view name_of(Layout layout) {
  constexpr std::string_view names[layout_count] = {"dense",   "padded",  "upside_down", "gaps",
                                                    "flipped", "fortran", "transposed",  "broadcast"};
  return names[static_cast<int>(layout)];
}

Pair make_pair(const Scene& scene, Random& random) {
  Levels levels = make_levels(scene.content, scene.shape, random);
  if (scene.method == Method::erosion)  // the same scene, upside down
    for (auto* image : {&levels.marker, &levels.mask})
      for (std::uint8_t& level : *image) level = static_cast<std::uint8_t>(255 - level);
  Pair pair;
  pair.marker = painted(scene.dtype, scene.shape, scene.palette, levels.marker, random);
  pair.mask = painted(scene.dtype, scene.shape, scene.palette, levels.mask, random);
  return pair;
}

Image make_noise(DType dtype, const Shape& shape, Palette palette, Random& random) {
  std::vector<std::uint8_t> levels(static_cast<std::size_t>(shape.count()));
  for (std::uint8_t& level : levels) level = static_cast<std::uint8_t>(random.below(256));
  return painted(dtype, shape, palette, levels, random);
}

Placed::Placed(ConstImageView pixels, Layout layout, Random& random) {
  const int rank = pixels.rank(), last = rank - 1;
  const std::int64_t size = size_of(pixels.dtype());
  const bool padded = layout == Layout::padded || layout == Layout::transposed;
  std::vector<int> axes;  // in memory, outermost first
  for (int axis = 0; axis < rank; ++axis) axes.push_back(axis);
  if (layout == Layout::fortran) std::reverse(axes.begin(), axes.end());
  if (layout == Layout::transposed && last > 0)
    std::swap(axes[static_cast<std::size_t>(last)], axes[static_cast<std::size_t>(last - 1)]);

  Strides strides{};
  std::int64_t step = size, begin = guard + (padded ? size : 0);
  for (int i = last; i >= 0; --i) {
    const int axis = axes[static_cast<std::size_t>(i)];
    std::int64_t& stride = strides[static_cast<std::size_t>(axis)];
    stride = step * (layout == Layout::gaps && i == last ? 2 : 1);
    const std::int64_t extent = pixels.shape()[axis];
    step = stride * extent + (padded && i == last ? 3 * size : 0);
    if (layout == Layout::broadcast && axis == 0) step = stride, stride = 0;
    const bool turned = layout == Layout::flipped || (layout == Layout::upside_down && axis == 0);
    if (turned && extent > 0) begin += (extent - 1) * stride, stride = -stride;
  }

  memory_.resize(static_cast<std::size_t>(step + 3 * guard));
  for (std::byte& b : memory_) b = static_cast<std::byte>(random.below(256));
  view_ = ImageView(memory_.data() + begin, pixels.dtype(), pixels.shape(), strides);
  for (std::int64_t i = 0, n = pixels.shape().count(); i < n; ++i)
    std::memcpy(pixel(view_, i), pixel(pixels, i), static_cast<std::size_t>(size));
  before_ = memory_;
}

bool Placed::guards_hold() const {
  std::vector<std::byte> restored = memory_;
  const auto size = static_cast<std::size_t>(size_of(view_.dtype()));
  for (std::int64_t i = 0, n = view_.shape().count(); i < n; ++i) {
    const auto at = static_cast<std::size_t>(pixel(view_, i) - memory_.data());
    std::memcpy(restored.data() + at, before_.data() + at, size);
  }
  return restored == before_;
}

std::byte* pixel(ConstImageView image, std::int64_t index) {
  auto* at = static_cast<const std::byte*>(image.data());
  for (int axis = image.rank() - 1; axis >= 0; --axis) {
    at += index % image.shape()[axis] * image.stride(axis);
    index /= image.shape()[axis];
  }
  return const_cast<std::byte*>(at);
}

Image dense_copy(ConstImageView image) {
  Image copy(image.type());
  for (std::int64_t i = 0, n = image.shape().count(); i < n; ++i)
    std::memcpy(pixel(copy, i), pixel(image, i), static_cast<std::size_t>(size_of(image.dtype())));
  return copy;
}

std::string difference(ConstImageView expected, ConstImageView found) {
  if (expected.type() != found.type()) return "the images differ in shape or dtype";
  const auto size = static_cast<std::size_t>(size_of(expected.dtype()));
  for (std::int64_t i = 0, n = expected.shape().count(); i < n; ++i) {
    if (std::memcmp(pixel(expected, i), pixel(found, i), size) == 0) continue;
    return with_type(expected.dtype(), [&]<class T>(std::type_identity<T>) {
      T wanted, given;
      std::memcpy(&wanted, pixel(expected, i), size);
      std::memcpy(&given, pixel(found, i), size);
      return text("pixel ", i, " of ", expected.shape().text(), " is ", +given, ", not ", +wanted);
    });
  }
  return "";
}

}  // namespace preamar::test
