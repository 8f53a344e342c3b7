// Vectorised order-preserving keys: a pixel becomes an unsigned integer that is larger if the flood prefers the value.
// So eleven dtypes and two orders need only four key widths of one rising flood. This also proves duality.
#if defined(PREAMAR_KEYS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PREAMAR_KEYS_INL
#undef PREAMAR_KEYS_INL
#else
#define PREAMAR_KEYS_INL
#endif

#include "primitives/rules/keys.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {
using namespace primitives;
namespace hn = hwy::HWY_NAMESPACE;

template <class D, class T = hn::TFromD<D>>
HWY_INLINE hn::Vec<D> KeyFromBits(D d, hn::Vec<D> bits, const Keys<T>& keys) {
  if constexpr (sizeof(T) >= 4) {
    if (keys.floating) {
      const hn::RebindToSigned<D> di;
      const auto top = hn::Set(d, Keys<T>::top);
      const auto plain = hn::IfThenZeroElse(hn::Eq(bits, top), bits);  // -0.0 becomes +0.0
      const auto sign = hn::BitCast(d, hn::BroadcastSignBit(hn::BitCast(di, plain)));
      const auto folded = hn::Xor(hn::Xor(plain, hn::Or(sign, top)), hn::Set(d, keys.flip));
      const auto nan = hn::Gt(hn::AndNot(top, bits), hn::Set(d, Keys<T>::infinity));
      return hn::IfThenZeroElse(nan, folded);
    }
  }
  return hn::Xor(bits, hn::Set(d, keys.flip));
}

template <class D, class T = hn::TFromD<D>>
HWY_INLINE hn::Vec<D> BitsFromKey(D d, hn::Vec<D> key, const Keys<T>& keys) {
  const auto unflipped = hn::Xor(key, hn::Set(d, keys.flip));
  if constexpr (sizeof(T) >= 4) {
    if (keys.floating) {
      const hn::RebindToSigned<D> di;
      const auto top = hn::Set(d, Keys<T>::top);
      const auto positive = hn::BitCast(d, hn::BroadcastSignBit(hn::BitCast(di, unflipped)));
      const auto bits = hn::Xor(unflipped, hn::Or(hn::Not(positive), top));
      return hn::IfThenElse(hn::Eq(key, hn::Zero(d)), hn::Set(d, Keys<T>::nan), bits);
    }
  }
  return unflipped;
}

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
