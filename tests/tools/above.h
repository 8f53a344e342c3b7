// Which pixels are above a level, in arithmetic that represents every pixel and every level exactly.
#pragma once

#include "core/dispatch.h"

#include <preamar/image.h>

namespace preamar::test {

inline Image above(ConstImageView image, double level) {
  Image mask(DType::boolean, image.shape());
  with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
    for (std::int64_t i = 0; i < image.shape().count(); ++i)
      static_cast<bool*>(mask.data())[i] =
          static_cast<long double>(static_cast<const T*>(image.data())[i]) > static_cast<long double>(level);
  });
  return mask;
}

}  // namespace preamar::test
