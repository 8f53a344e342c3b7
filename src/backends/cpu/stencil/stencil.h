// The vector code of `stencil`: its interface to the backend.
#pragma once

#include "primitives/rules/keys.h"
#include "primitives/stencil.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace preamar::cpu {
using namespace primitives;

// One row of a neighbourhood: the cells (dz, dy, -half) to (dz, dy, half).
struct Chord {
  std::int64_t dz, dy, half;
};

// A part of the image.
struct Box3 {
  std::int64_t z, y, x;
  std::int64_t planes, rows, columns;
};

// One stencil over keys of type T; rank 2 is one plane. Strides are in bytes.
template <class T>
struct StencilJob {
  struct Cells {
    const std::byte* data;
    std::int64_t plane_stride, row_stride;
    [[nodiscard]] T* row(std::int64_t z, std::int64_t y) const {
      return reinterpret_cast<T*>(const_cast<std::byte*>(data) + z * plane_stride + y * row_stride);
    }
  };

  Cells image, out;
  std::int64_t planes, rows, columns;
  Keys<T> keys;
  StencilValue value = StencilValue::best;
  std::span<const Chord> chords{};  // of a ball
  Chord reach{};                    // their maxima
};

template <class T>
struct StencilFunctions {
  // Cells of scratch for a block with its surroundings.
  std::int64_t (*ball_scratch)(const StencilJob<T>& job, const Box3& block);
  // Writes a block of `out` from the chords.
  void (*ball)(const StencilJob<T>& job, const Box3& block, T* scratch);

  std::int64_t (*line_scratch)(std::int64_t length, std::int64_t width, std::int64_t radius);
  // Writes to `to` the best value within `radius` steps along a line of `length` elements, `stride` bytes apart, each
  // of `width` adjacent cells. `from` may be `to`.
  void (*line)(const Keys<T>& keys, const T* from, T* to, std::int64_t length, std::int64_t stride, std::int64_t width,
               std::int64_t radius, T* scratch);
};

// For the best instruction set.
template <class T>
StencilFunctions<T> stencil_functions();
template <>
StencilFunctions<std::uint8_t> stencil_functions();
template <>
StencilFunctions<std::uint16_t> stencil_functions();
template <>
StencilFunctions<std::uint32_t> stencil_functions();
template <>
StencilFunctions<std::uint64_t> stencil_functions();

}  // namespace preamar::cpu
