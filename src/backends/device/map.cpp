#include "primitives/map.h"

#include "backends/device/backend.h"
#include "backends/device/device_call.h"
#include "backends/device/extents.h"
#include "backends/device/pixel_type.h"
#include "primitives/rules/pixels.h"

#include <optional>

namespace preamar::device {
using namespace primitives;
namespace {

constexpr int group_size = 64;

// The memory of the images; `other` is none if the operation does not use it.
struct Images {
  Memory image, other, out;
};

template <class T>
void launch(const DeviceCall& call, std::string_view variant, const MapSpec& spec, const ImageType& type,
            const Images& in) {
  const Pixels<T> pixels(spec, type.dtype);
  const std::int64_t count = type.shape.count(), groups = call.groups_for(count, group_size);
  const auto run = [&](std::string_view name, const auto&... arguments) {
    call.launch({"map", variant, name}, groups, group_size, arguments...);
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
  }
}

bool takes_two(Pixel word) { return word == Pixel::restore || word == Pixel::differs || word == Pixel::difference; }

}  // namespace

void map(const Execution& on, const MapSpec& spec, ConstImageView image, const std::optional<ConstImageView>& other,
         ImageView out) {
  const DeviceCall call(on);
  if (spec.pixel == Pixel::copy) return copy(call, image, out);
  const bool is_fill = spec.pixel == Pixel::fill;
  const ImageType type{is_fill ? out.dtype() : image.dtype(), out.shape()};
  const std::string_view variant = variant_of(on, "map", type.dtype);
  if (type.dtype == DType::float32) require_exact(call, "map");
  if (out.shape().count() == 0) return;

  const Output result(call, out);
  std::optional<Input> first, second;
  if (!is_fill) first.emplace(call, image);
  if (takes_two(spec.pixel)) second.emplace(call, *other);
  const Images images{first ? first->memory() : Memory::none, second ? second->memory() : Memory::none,
                      result.memory()};
  with_narrow_type(type.dtype, [&]<class T>(std::type_identity<T>) { launch<T>(call, variant, spec, type, images); });
  result.finish();
}

}  // namespace preamar::device
