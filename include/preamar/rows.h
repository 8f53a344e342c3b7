/// @file
/// Functions on rows of pixels: the interface between map(), stencil(), reduce() and histogram(), which compile a
/// user's function into a loop over a row, and the library, which reads, converts and writes the rows. Rarely used
/// directly.
#pragma once

#include <preamar/border.h>
#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

#include <array>
#include <cstdint>
#include <span>

namespace preamar {

/// The arguments of one call of a row function.
struct RowCall {
  /// The rows of the window, by plane and row, each starting half a window before the first pixel; then one row per
  /// further image.
  const void* const* from;
  void* to;             ///< the row to write; null if nothing is written
  std::int64_t length;  ///< number of pixels to write
  std::int64_t first;   ///< number of the first of them in C order
  std::int64_t tile;    ///< tile of the image, 0 to row_tiles() - 1; calls for one tile never overlap in time
  int worker;           ///< number of the thread; calls with the same number never overlap in time
};

/// A row function and the types that it takes.
struct OwnRows {
  DType argument;                                              ///< dtype of the rows at RowCall::from
  DType result;                                                ///< dtype of the row at RowCall::to
  std::array<std::int64_t, 3> window{1, 1, 1};                 ///< planes, rows and columns of the window; all odd
  void (*function)(const void* context, const RowCall& call);  ///< called for each row, by several threads
  const void* context;                                         ///< passed to `function`
  std::span<const DType> further{};                            ///< dtypes of the rows of further images
};

/// How an image is extended beyond its border. A Border converts to it.
struct Beyond {
  /// A border policy, and the value of Border::constant.
  Beyond(Border policy, double constant = 0) : border(policy), value(constant) {}
  Border border;  ///< the policy
  double value;   ///< the value of Border::constant
};

/// Computes each pixel of `out` from the same pixel of an image; see map() for the conversion of pixels.
/// @param image an image of rank 2 or 3 and any dtype
/// @param[out] out result: the same shape; may be the image
/// @param rows the row function
/// @param on threads, progress
/// @throws Error kind `call` if the images do not match; any exception of the function
PREAMAR_API void map_rows(ConstImageView image, ImageView out, const OwnRows& rows, const Execution& on);
/// Computes each pixel of `out` from the same pixel of several images.
/// @param images images of the same shape: the first, then one per dtype of `rows.further`
/// @param[out] out result: the same shape; may be one of the images
/// @param rows the row function
/// @param on threads, progress
/// @throws Error kind `call` if the images do not match; any exception of the function
PREAMAR_API void map_rows(std::span<const ConstImageView> images, ImageView out, const OwnRows& rows,
                          const Execution& on);
/// Computes each pixel of `out` from the window around it.
/// @param image an image of rank 2 or 3 and any dtype
/// @param[out] out result: the same shape, in memory of its own
/// @param rows the row function and its window
/// @param beyond how the image is extended beyond its border
/// @param on threads, progress
/// @throws Error kind `call` if the images or the window do not match; any exception of the function
PREAMAR_API void stencil_rows(ConstImageView image, ImageView out, const OwnRows& rows, const Beyond& beyond,
                              const Execution& on);

/// Returns the number of tiles into which reduce_rows() divides an image. It depends on the shape only.
[[nodiscard]] PREAMAR_API std::int64_t row_tiles(const Shape& shape);
/// Calls the function for every row of an image; RowCall::to is null.
/// @param image an image of rank 2 or 3 and any dtype
/// @param rows the row function
/// @param on threads, progress
/// @throws Error kind `call` if the image is not valid; any exception of the function
PREAMAR_API void reduce_rows(ConstImageView image, const OwnRows& rows, const Execution& on);

/// Calls the function for every row of an image. RowCall::to points to int64 counters of the thread, one per bin; their
/// sums are written to `counts`.
/// @param image an image of rank 2 or 3 and any dtype
/// @param[out] counts int64 of rank 1
/// @param rows the row function
/// @param on threads, progress
/// @throws Error kind `call` if the images do not match; any exception of the function
PREAMAR_API void histogram_rows(ConstImageView image, ImageView counts, const OwnRows& rows, const Execution& on);

}  // namespace preamar
