#include "primitives/map.h"

#include "backends/device/backend.h"
#include "backends/device/device_call.h"
#include "backends/device/extents.h"
#include "backends/device/pixel_type.h"
#include "backends/device/refusal.h"
#include "primitives/rules/convert.h"
#include "primitives/rules/pixels.h"

#include <limits>
#include <optional>
#include <type_traits>

namespace preamar::device {
using namespace primitives;
namespace {

constexpr int map_group = 64;

// The memory of the images; `other` is none if the operation does not use it. `size` is that of its pixels.
struct Images {
  Memory image, other, out;
  std::int32_t size;
};

// Launches the conversion to a dtype by `run`.
template <class T, class Run>
void convert(const Run& run, const Images& in, DType dtype, std::int64_t count) {
  if (dtype == DType::float32) return run("map_to_f32", in.image, in.out, count);
  if (dtype == DType::float64) return run("map_to_f64", in.image, in.out, count);
  with_type(dtype, [&]<class To>(std::type_identity<To>) {
    using Limits = std::numeric_limits<To>;
    constexpr std::int32_t size = sizeof(To), is_signed = std::is_signed_v<To>;
    const Convert<To> ends(dtype);
    if constexpr (std::is_floating_point_v<To>)
      return;
    else if constexpr (std::is_floating_point_v<T>)
      run("map_to_integers", in.image, in.out, count, 1 / std::numeric_limits<T>::epsilon(),
          static_cast<T>(Limits::min()), ends.template last<T>(), ends.template beyond<T>(),
          static_cast<std::uint64_t>(ends.highest()), is_signed, size);
    else  // every pixel fits into int64
      run("map_to_integers", in.image, in.out, count, Convert<std::int64_t>(DType::int64)(Limits::min()),
          Convert<std::int64_t>(DType::int64)(ends.highest()), size);
  });
}

template <class T>
void launch(const DeviceCall& call, std::string_view variant, const MapSpec& spec, const ImageType& type,
            const Images& in, DType result) {
  const Pixels<T> pixels(spec, type.dtype);
  const std::int64_t count = type.shape.count(), groups = call.groups_for(count, map_group);
  const auto run = [&](std::string_view name, const auto&... arguments) {
    call.launch({"map", variant, name}, groups, map_group, arguments...);
  };
  const std::uint32_t has_value = pixels.has_value() ? 1 : 0, all_greater = pixels.all_greater() ? 1 : 0;
  switch (spec.pixel) {
    case Pixel::copy:
      return;
    case Pixel::fill:
      return run("map_fill", in.out, pixels.value(), count);
    case Pixel::add:
      return run("map_add", in.image, in.out, pixels.amount(), pixels.last(), count);
    case Pixel::subtract:
      return run("map_subtract", in.image, in.out, pixels.amount(), pixels.first(), count);
    case Pixel::greater:
      return run("map_greater", in.image, in.out, pixels.below(), all_greater, count);
    case Pixel::nonzero:
      return run("map_nonzero", in.image, in.out, count);
    case Pixel::valid:
      return run("map_valid", in.image, in.out, pixels.value(), has_value, count);
    case Pixel::replace:
      return run("map_replace", in.image, in.out, pixels.value(), has_value, pixels.best(), count);
    case Pixel::edge: {
      const auto [planes, rows, columns] = extents_of(type.shape);
      return run("map_edge", in.image, in.out, pixels.value(), has_value, pixels.best(), pixels.worst(),
                 bits_of(spec.edges, type.shape.rank()), planes, rows, columns);
    }
    case Pixel::restore:
      return run("map_restore", in.image, in.other, in.out, pixels.value(), has_value, count);
    case Pixel::differs:
      return run("map_differs", in.image, in.other, in.out, count);
    case Pixel::difference:
      return run("map_difference", in.image, in.other, in.out, pixels.lowest(), pixels.highest(), count);
    case Pixel::invert:
      return run("map_invert", in.image, in.out, pixels.flipped(), count);
    case Pixel::keep:
      return run("map_keep", in.image, in.other, in.out, pixels.nearest(), in.size, count);
    case Pixel::ratio:
      return;  // refused
    case Pixel::convert:
      return convert<T>(run, in, result, count);
  }
}

}  // namespace

void map(const Execution& on, const MapSpec& spec, ConstImageView image, const std::optional<ConstImageView>& other,
         ImageView out) {
  const DeviceCall call(on);
  if (spec.pixel == Pixel::copy) return copy(call, image, out);
  if (spec.pixel == Pixel::ratio) refuse(on, "ratio of images");
  const bool is_fill = spec.pixel == Pixel::fill;
  const ImageType type{is_fill ? out.dtype() : image.dtype(), out.shape()};
  const std::string_view variant = variant_of(on, "map", type.dtype);
  if (type.dtype == DType::float32) require_exact(call, "map");
  if (out.shape().count() == 0) return;

  const Output result(call, out);
  std::optional<Input> first, second;
  if (!is_fill) first.emplace(call, image);
  if (reads_other(spec.pixel)) second.emplace(call, *other);
  const Images images{first ? first->memory() : Memory::none, second ? second->memory() : Memory::none, result.memory(),
                      second ? static_cast<std::int32_t>(size_of(other->dtype())) : 0};
  with_narrow_type(type.dtype,
                   [&]<class T>(std::type_identity<T>) { launch<T>(call, variant, spec, type, images, out.dtype()); });
  result.finish();
}

}  // namespace preamar::device
