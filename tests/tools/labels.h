// Images of labels for the tests: blocks of equal cells on a background.
#pragma once

#include <preamar/image.h>

#include "core/dispatch.h"
#include "tools/images.h"

#include <limits>
#include <vector>

namespace preamar::test {

inline constexpr DType label_types[] = {DType::boolean, DType::uint8, DType::uint16, DType::uint32, DType::uint64,
                                        DType::int8,    DType::int16, DType::int32,  DType::int64};

enum class Numbers {
  dense,   // 1, 2, 3, ...
  sparse,  // the ends of the type and others far apart, including negative ones
};

// Runs of 1 to 9 cells in a row, of about 60 labels; rows often repeat the one before.
inline Image make_labels(DType dtype, const Shape& shape, Numbers numbers, Random& random) {
  Image image(dtype, shape);
  with_type(dtype, [&]<class T>(std::type_identity<T>) {
    if constexpr (std::is_integral_v<T>) {
      const auto label = [&]() -> T {
        if (random.one_in(3)) return 0;
        if (dtype == DType::boolean) return 1;
        if (numbers == Numbers::dense) return static_cast<T>(1 + random.below(60));
        const T ends[] = {std::numeric_limits<T>::min(), std::numeric_limits<T>::max(), T{1},
                          static_cast<T>(std::numeric_limits<T>::max() / 3), static_cast<T>(-7)};
        return ends[random.below(std::size(ends))];
      };
      auto* const cells = static_cast<T*>(image.data());
      const std::int64_t width = shape[shape.rank() - 1];
      T now = 0;
      for (std::int64_t i = 0, left = 0; i < shape.count(); ++i, --left) {
        if (left <= 0) {
          now = i >= width && random.one_in(2) ? cells[i - width] : label();
          left = 1 + random.below(9);
        }
        cells[i] = now;
      }
    }
  });
  return image;
}

}  // namespace preamar::test
