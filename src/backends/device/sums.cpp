#include "backends/device/sums.h"

#include "backends/device/launch_parts.h"
#include "backends/device/refusal.h"
#include "core/checked.h"

#include <type_traits>

namespace preamar::device {

// As in sums.kc.
static_assert(static_cast<int>(Border::nearest) == 0 && static_cast<int>(Border::reflect) == 1 &&
              static_cast<int>(Border::constant) == 2 && static_cast<int>(Border::wrap) == 3);

template <class F>
Sums<F>::Sums(const DeviceCall& call, std::string_view primitive, const Shape& shape)
    : call_(call), variant_(std::is_same_v<F, float> ? "f32" : "f64"), shape_(shape) {
  require_exact(call, primitive);
  if (std::is_same_v<F, double>) require_doubles(call, primitive);
}

template <class F>
Scratch Sums<F>::numbers() const {
  return call_.scratch(checked_product(shape_.count(), sizeof(F), "the bytes of sums"));
}

template <class F>
Scratch Sums<F>::begin(ConstImageView image) const {
  const Input pixels(call_, image);
  Scratch there = numbers();
  const DType dtype = image.dtype();
  const std::int32_t is_signed = dtype >= DType::int8 ? 1 : 0, is_floating_type = is_floating(dtype) ? 1 : 0;
  launch("sums", "sums_begin", pixels.memory(), there.memory(), shape_.count(),
         static_cast<std::int32_t>(size_of(dtype)), is_signed, is_floating_type);
  return there;
}

template <class F>
void Sums<F>::along(int axis, const Along& how, Memory from, Memory to) const {
  const std::vector<F> weights_in_f(how.weights.begin(), how.weights.end());
  const Scratch weights = upload(call_, std::span<const F>(weights_in_f));
  const bool is_scaled = !how.factors.empty();
  const Scratch factors = is_scaled ? upload(call_, std::span(how.factors)) : Scratch();
  const auto radius = static_cast<std::int64_t>(how.weights.size()) - 1;
  std::int64_t stride = 1;
  for (int inner = axis + 1; inner < shape_.rank(); ++inner) stride *= shape_[inner];
  for_each_part(call_, shape_.count(), 2 * radius + 1, [&](std::int64_t first, std::int64_t end) {
    launch("sums", "sums_along", from, to, weights.memory(), is_scaled ? factors.memory() : weights.memory(), first,
           end, stride, shape_[axis], radius, std::int32_t{how.parity == Parity::odd},
           static_cast<std::int32_t>(how.border), std::int32_t{is_scaled}, host_nan<F>());
  });
}

template class Sums<float>;
template class Sums<double>;

}  // namespace preamar::device
