// The keys of pixels in summaries: those of primitives/rules/keys.h, as wide as the pixel.
//
// For extrema of the level, keys have one more bit. A limit f becomes 2f + 1. A level g becomes 2g + 1 if the cell is
// connected at level g to a better level (so it is not an extremum), otherwise 2g. One flood of these keys computes
// both: the offer min(2f + 1, 2g + bit) is 2g + bit if g <= f, and 2f + 1 if a level better than f was offered, which
// is what the bit means. So the same code merges both kinds of region.
#pragma once

#include "blocks/families/operation.h"
#include "core/dispatch.h"
#include "primitives/rules/keys.h"

#include <cstdint>
#include <type_traits>
#include <variant>

namespace preamar::blocks {
using namespace primitives;

__extension__ using UInt128 = unsigned __int128;

template <class T>
using Wider = std::conditional_t<
    sizeof(T) == 1, std::uint16_t,
    std::conditional_t<sizeof(T) == 2, std::uint32_t, std::conditional_t<sizeof(T) == 4, std::uint64_t, UInt128>>>;

// For pixels whose bits are a T.
template <class T, bool with_bit>
class FloodKeys {
 public:
  using Pixel = T;
  using Key = std::conditional_t<with_bit, Wider<T>, T>;
  static constexpr bool has_bit = with_bit;

  FloodKeys(DType dtype, Order order) : keys_(dtype, order) {}

  [[nodiscard]] Key limit(T pixel) const { return width(keys_.key(pixel)); }
  [[nodiscard]] Key level(T pixel, bool bit) const {
    return with_bit ? static_cast<Key>(doubled(keys_.key(pixel)) | (bit ? 1 : 0)) : static_cast<Key>(keys_.key(pixel));
  }
  [[nodiscard]] static Key width(std::uint64_t key) {
    return with_bit ? static_cast<Key>(doubled(key) | 1) : static_cast<Key>(key);
  }
  [[nodiscard]] T pixel(Key level) const { return keys_.bits(static_cast<T>(with_bit ? level >> 1 : level)); }
  [[nodiscard]] static bool bit(Key level) { return with_bit && (level & 1); }

 private:
  [[nodiscard]] static Key doubled(std::uint64_t key) { return static_cast<Key>(static_cast<UInt128>(key) << 1); }

  Keys<T> keys_;
};

inline const FloodForm& form_of(const Operation& operation) { return std::get<FloodForm>(operation.form->kind); }

// The flood has the dtype of the first input. Calls f with FloodKeys of the operation.
template <class F>
decltype(auto) with_flood_keys(const Operation& operation, F&& f) {
  const DType dtype = operation.inputs[0].dtype;
  const Order order = form_of(operation).spec(operation.inputs, operation.options).order;
  return with_bits(dtype, [&]<class T>(std::type_identity<T>) -> decltype(auto) {
    if (form_of(operation).marks_extrema) return f(FloodKeys<T, true>(dtype, order));
    return f(FloodKeys<T, false>(dtype, order));
  });
}

// Calls f(std::type_identity<K>{}) with the type of the keys.
template <class F>
decltype(auto) with_key_type(const Operation& operation, F&& f) {
  switch (size_of(operation.inputs[0].dtype) * (form_of(operation).marks_extrema ? 2 : 1)) {
    case 1:
      return f(std::type_identity<std::uint8_t>{});
    case 2:
      return f(std::type_identity<std::uint16_t>{});
    case 4:
      return f(std::type_identity<std::uint32_t>{});
    case 8:
      return f(std::type_identity<std::uint64_t>{});
    default:
      return f(std::type_identity<UInt128>{});
  }
}

}  // namespace preamar::blocks
