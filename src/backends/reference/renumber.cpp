#include "primitives/renumber.h"

#include "backends/reference/backend.h"
#include "core/dispatch.h"
#include "core/rows.h"
#include "primitives/label_sums.h"

#include <map>

namespace preamar::reference {
using namespace primitives;

void renumber(const Execution&, std::span<const std::uint64_t> labels, ConstImageView image, ImageView out) {
  std::map<std::uint64_t, std::int64_t> places;
  for (const std::uint64_t label : labels) places.emplace(label, static_cast<std::int64_t>(places.size()) + 1);
  with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
    if constexpr (std::is_integral_v<T>)
      for (std::int64_t r = 0; r < row_count(image.shape()); ++r)
        for (std::int64_t x = 0; x < row_length(image.shape()); ++x) {
          const T label = reinterpret_cast<const T*>(row(image, r))[x];
          reinterpret_cast<T*>(row(out, r))[x] = label == 0 ? T{0} : static_cast<T>(places.at(label_key(label)));
        }
  });
}

}  // namespace preamar::reference
