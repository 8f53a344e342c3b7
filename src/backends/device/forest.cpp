#include "backends/device/forest.h"

#include "backends/device/refusal.h"
#include "core/dispatch.h"

#include <bit>
#include <limits>
#include <type_traits>

namespace preamar::device {
namespace {

std::string_view variant_for(const Session& session, std::string_view skeleton, const ConstImage& image) {
  if (image.shape().count() > std::numeric_limits<std::uint32_t>::max())
    refuse(session.on(), text(skeleton, " of images with 2^32 pixels or more"));
  switch (size_of(image.dtype())) {
    case 1:
      return "u8";
    case 2:
      return "u16";
    case 4:
      return "u32";
    default:
      refuse(session.on(), skeleton, image.dtype());
  }
}

}  // namespace

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

Forest::Forest(const Session& session, std::string_view skeleton, const ComponentsSpec& spec, const ConstImage& image,
               Memory pixels)
    : variant_(variant_for(session, skeleton, image)),
      cells_(image.shape().count()),
      parents_(session.scratch(cells_ * 4)) {
  const int rank = image.rank();
  const std::int64_t rows = image.shape()[rank - 2], columns = image.shape()[rank - 1];
  const std::uint32_t background = bits_of(image.dtype(), spec.background);
  const std::int32_t takes_background = spec.joined == Joined::background, by_value = spec.joined == Joined::equal,
                     is_float = is_floating(image.dtype());
  const std::int64_t groups = session.groups_for(cells_, group);
  session.launch({"forest", variant_, "plant"}, groups, group, pixels, parents(), cells_, columns, background,
                 takes_background, by_value, is_float);
  session.look_up();
  session.launch({"forest", variant_, "join"}, groups, group, pixels, parents(), cells_, rows, columns,
                 static_cast<std::int32_t>(spec.connectivity), background, takes_background, by_value, is_float);
  session.look_up();
  session.launch({"forest", variant_, "settle"}, groups, group, parents(), cells_);
}

}  // namespace preamar::device
