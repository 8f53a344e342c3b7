#include "backends/cpu/row_function/convert_row.h"

#include "core/dispatch.h"
#include "primitives/rules/convert.h"

#include <cstring>

namespace preamar::cpu {
using namespace primitives;
namespace {

template <class From, class To>
void convert(const Convert<To>& rule, RowAt from, RowAt to, std::int64_t length) {
  const Convert<To> same = rule;  // local copy: writes through `to` may alias it and would block vectorisation
  if (from.stride == sizeof(From) && to.stride == sizeof(To)) {
    const From* const some = reinterpret_cast<const From*>(from.at);
    To* const others = reinterpret_cast<To*>(to.at);
#pragma GCC ivdep
    for (std::int64_t x = 0; x < length; ++x) others[x] = same(some[x]);
    return;
  }
  for (std::int64_t x = 0; x < length; ++x) {
    From value;
    std::memcpy(&value, from.at + x * from.stride, sizeof value);
    const To other = same(value);
    std::memcpy(to.at + x * to.stride, &other, sizeof other);
  }
}

}  // namespace

void convert_row(DType from_type, RowAt from, DType to_type, RowAt to, std::int64_t length) {
  with_type(to_type, [&]<class To>(std::type_identity<To>) {
    const Convert<To> rule(to_type);
    with_type(from_type, [&]<class From>(std::type_identity<From>) { convert<From, To>(rule, from, to, length); });
  });
}

}  // namespace preamar::cpu
