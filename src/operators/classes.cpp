#include "operators/classes.h"

#include "core/dispatch.h"
#include "core/error_text.h"
#include "primitives/row_function.h"

#include <algorithm>
#include <vector>

namespace preamar {
using namespace primitives;
namespace {

template <class T>
void mark_row(const void* context, const RowCall& call) {
  const auto& classes = *static_cast<const std::vector<Levels<T>>*>(context);
  const auto* const from = static_cast<const T*>(call.from[0]);
  auto* const to = static_cast<std::uint8_t*>(call.to);
  // A copy: bytes are written through `to`, and they could be those of `call`, which would prevent vector code.
  const std::int64_t length = call.length;
  std::fill_n(to, length, std::uint8_t{0});
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const auto [low, high] = classes[i];
    const auto number = static_cast<std::uint8_t>(i + 1);
    for (std::int64_t x = 0; x < length; ++x) {
      const bool is_above = from[x] >= low, is_below = from[x] <= high;
      to[x] |= (is_above & is_below) ? number : std::uint8_t{0};
    }
  }
}

}  // namespace

Image classes_of(std::string_view op, const Execution& on, std::span<const Interval> intervals, ConstImageView image) {
  // Without `on.log`: the primitive itself logs its backend.
  if (backend_for({.device = on.device}).reserve)
    throw Error(ErrorKind::device,
                text(op, ": intervals is given and the device is ", on.device, "; intervals need device 'cpu'"));
  Image classes(DType::uint8, image.shape());
  with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
    const std::vector<Levels<T>> levels = levels_in<T>(intervals);
    const DType dtype = image.dtype();
    row_function(on, {.rows = {.argument = dtype, .result = DType::uint8, .function = mark_row<T>, .context = &levels}},
                 image, classes.view());
  });
  return classes;
}

}  // namespace preamar
