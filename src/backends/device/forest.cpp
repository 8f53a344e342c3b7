#include "backends/device/forest.h"

#include "backends/device/pixel_type.h"
#include "core/dispatch.h"

#include <bit>
#include <type_traits>

namespace preamar::device {
std::uint32_t bits_of(DType dtype, std::int64_t value) {
  return with_type(dtype, [&]<class T>(std::type_identity<T>) -> std::uint32_t {
    if constexpr (std::is_same_v<T, float>)
      return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    else if constexpr (std::is_integral_v<T> && sizeof(T) <= 4)
      return static_cast<std::make_unsigned_t<T>>(value);
    else
      return 0;
  });
}

Forest::Forest(const DeviceCall& call, std::string_view primitive, const ComponentsSpec& spec, ConstImageView image,
               Memory pixels)
    : variant_(width_variant_of(call.on(), primitive, image)),
      cells_(image.shape().count()),
      parents_(call.scratch(cells_ * 4)) {
  const int rank = image.rank();
  const std::int64_t rows = image.shape()[rank - 2], columns = image.shape()[rank - 1];
  const std::uint32_t background = bits_of(image.dtype(), spec.background);
  const std::int32_t takes_background = spec.joined == Joined::background, by_value = spec.joined == Joined::equal,
                     is_float = is_floating(image.dtype());
  const std::int64_t groups = call.groups_for(cells_, group);
  call.launch({"forest", variant_, "plant"}, groups, group, pixels, parents(), cells_, columns, background,
              takes_background, by_value, is_float);
  call.look_up();
  call.launch({"forest", variant_, "join"}, groups, group, pixels, parents(), cells_, rows, columns,
              static_cast<std::int32_t>(spec.connectivity), background, takes_background, by_value, is_float);
  call.look_up();
  call.launch({"forest", variant_, "settle"}, groups, group, parents(), cells_);
}

}  // namespace preamar::device
