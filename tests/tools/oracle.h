// An oracle for reconstruct: one FIFO queue of pixels. Fast enough for long corridors.
#pragma once

#include <preamar/reconstruct.h>

#include "core/dispatch.h"
#include "tools/images.h"

#include <cstring>
#include <deque>
#include <limits>
#include <vector>

namespace preamar::test {

// Dense images of any dtype. NaN is a wall in the mask and no water in the marker; both give the same NaN in the result
// unless water arrives. Zeros have no sign.
template <class T>
class QueueOracle {
 public:
  QueueOracle(const T* marker, const T* mask, T* result, const Shape& shape, Method method, int connectivity)
      : mask_(mask), result_(result), method_(method), connectivity_(connectivity) {
    for (int axis = 0; axis < 3; ++axis) {
      const int own = axis - (3 - shape.rank());
      extent_[axis] = own < 0 ? 1 : shape[own];
    }
    const std::int64_t count = extent_[0] * extent_[1] * extent_[2];
    queued_.assign(static_cast<std::size_t>(count), false);
    for (std::int64_t i = 0; i < count; ++i) {
      const bool dry = marker[i] != marker[i] || mask[i] != mask[i];
      result_[i] = dry ? std::numeric_limits<T>::quiet_NaN() : unsigned_zero(worse(marker[i], mask[i]));
      if (!dry) push(i);
    }
    while (!queue_.empty()) {
      const std::int64_t i = queue_.front();
      queue_.pop_front();
      queued_[static_cast<std::size_t>(i)] = false;
      offer_to_neighbours(i);
    }
  }

 private:
  bool better(T a, T b) const { return method_ == Method::dilation ? a > b : a < b; }
  T worse(T a, T b) const { return better(a, b) ? b : a; }
  static T unsigned_zero(T value) { return value == 0 ? T{0} : value; }

  void push(std::int64_t i) {
    if (queued_[static_cast<std::size_t>(i)]) return;
    queued_[static_cast<std::size_t>(i)] = true;
    queue_.push_back(i);
  }

  void offer_to_neighbours(std::int64_t i) {
    const std::int64_t z = i / (extent_[1] * extent_[2]), y = i / extent_[2] % extent_[1], x = i % extent_[2];
    for (std::int64_t dz = -1; dz <= 1; ++dz)
      for (std::int64_t dy = -1; dy <= 1; ++dy)
        for (std::int64_t dx = -1; dx <= 1; ++dx)
          if (dz * dz + dy * dy + dx * dx <= connectivity_) offer(result_[i], z + dz, y + dy, x + dx);
  }

  void offer(T level, std::int64_t z, std::int64_t y, std::int64_t x) {
    if (z < 0 || y < 0 || x < 0 || z >= extent_[0] || y >= extent_[1] || x >= extent_[2]) return;
    const std::int64_t i = (z * extent_[1] + y) * extent_[2] + x;
    if (mask_[i] != mask_[i]) return;
    const T level_here = unsigned_zero(worse(level, mask_[i]));
    if (result_[i] == result_[i] && !better(level_here, result_[i])) return;
    result_[i] = level_here;
    push(i);
  }

  const T* mask_;
  T* result_;
  Method method_;
  int connectivity_;
  std::int64_t extent_[3];
  std::vector<bool> queued_;
  std::deque<std::int64_t> queue_;
};

// The expected result of reconstruct for views of any layout, as a dense image.
inline Image oracle(ConstImageView marker, ConstImageView mask, Method method, int connectivity) {
  const Image seed = dense_copy(marker), limit = dense_copy(mask);
  Image result(mask.type());
  with_type(mask.dtype(), [&]<class T>(std::type_identity<T>) {
    QueueOracle<T>(static_cast<const T*>(seed.data()), static_cast<const T*>(limit.data()),
                   static_cast<T*>(result.data()), mask.shape(), method, connectivity);
  });
  return result;
}

}  // namespace preamar::test
