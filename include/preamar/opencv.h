// Images of OpenCV as images of Preamar and back, without copying pixels. Nothing of this is in the library: a program
// that includes this header links OpenCV's core itself.
#pragma once

#include <preamar/error.h>
#include <preamar/export.h>
#include <preamar/image.h>

#include <opencv2/core/check.hpp>
#include <opencv2/core/mat.hpp>

#include <array>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>

namespace preamar {
namespace opencv_detail {

// The dtypes of OpenCV's depths CV_8U to CV_64F, in their order.
inline constexpr DType dtypes[] = {DType::uint8, DType::int8,    DType::uint16, DType::int16,
                                   DType::int32, DType::float32, DType::float64};

[[noreturn]] inline void refuse(const std::string& what) { throw Error(ErrorKind::call, what); }

template <class Void>
[[nodiscard]] BasicImageView<Void> view_of(const cv::Mat& mat) {
  const int depth = mat.depth();
  if (mat.channels() != 1)
    refuse("view: the cv::Mat is " + cv::typeToString(mat.type()) + ", of " + std::to_string(mat.channels()) +
           " channels; give one of them (cv::extractChannel) or a grey image (cv::cvtColor)");
  if (depth >= int{std::size(dtypes)})
    refuse("view: the cv::Mat is " + cv::typeToString(mat.type()) +
           "; convert it to 8U, 8S, 16U, 16S, 32S, 32F or 64F (cv::Mat::convertTo)");
  if (mat.dims < 2 || mat.dims > max_rank)
    refuse("view: the cv::Mat has " + std::to_string(mat.dims) + " dimensions; give 2 or 3");
  std::array<std::int64_t, max_rank> extents{};
  Strides strides{};
  for (int axis = 0; axis < mat.dims; ++axis) {
    extents[static_cast<std::size_t>(axis)] = mat.size[axis];
    strides[static_cast<std::size_t>(axis)] = static_cast<std::int64_t>(mat.step[axis]);
  }
  return BasicImageView<Void>(mat.data, dtypes[depth], Shape(extents.data(), mat.dims), strides);
}

// The depth that holds a dtype; bool, one byte of 0 or 1, is CV_8U.
[[nodiscard]] inline int depth_of(DType dtype) {
  if (dtype == DType::boolean) return CV_8U;
  for (int depth = 0; depth < int{std::size(dtypes)}; ++depth)
    if (dtypes[depth] == dtype) return depth;
  refuse("mat_of: OpenCV has no pixels of " + std::string(name_of(dtype)) +
         "; copy them to an image of int32 or float64, or another dtype that OpenCV has");
}

}  // namespace opencv_detail

// The pixels of `mat`, of one channel, depth 8U, 8S, 16U, 16S, 32S, 32F or 64F, and 2 or 3 dimensions; its steps are
// the strides. Throws Error (call) for another cv::Mat. The view does not share in the ownership of the pixels: `mat`,
// or another cv::Mat of the same pixels, must live as long as the view is used.
[[nodiscard]] inline ImageView view(cv::Mat& mat PREAMAR_LIFETIME_BOUND) { return opencv_detail::view_of<void>(mat); }
[[nodiscard]] inline ConstImageView view(const cv::Mat& mat PREAMAR_LIFETIME_BOUND) {
  return opencv_detail::view_of<const void>(mat);
}

// A cv::Mat of the pixels that a view sees, which must live as long as it is used; bool becomes CV_8U, of 0 and 1.
// Throws Error (call) for uint32, uint64 and int64, which OpenCV has not, for pixels in a device's memory, for a rank
// other than 2 or 3, for an extent above INT_MAX, and for strides that a cv::Mat cannot have: its pixels lie side by
// side in a row, and rows and planes follow each other at a positive multiple of the pixel's bytes without overlap.
[[nodiscard]] inline cv::Mat mat_of(ImageView image) {
  const int depth = opencv_detail::depth_of(image.dtype());
  const int rank = image.rank();
  if (image.location() == Location::device)
    opencv_detail::refuse(
        "mat_of: the pixels are in the memory of a device; bring them to the host (DeviceImage::on_host)");
  if (rank < 2) opencv_detail::refuse("mat_of: the image has rank " + std::to_string(rank) + "; give 2 or 3");
  std::array<int, max_rank> sizes{};
  std::array<std::size_t, max_rank> steps{};
  const std::int64_t pixel = size_of(image.dtype());
  std::int64_t dense = pixel;  // the bytes that the axes after this one span
  for (int axis = rank - 1; axis >= 0; --axis) {
    const std::int64_t extent = image.shape()[axis];
    if (extent > INT_MAX)
      opencv_detail::refuse("mat_of: extent " + std::to_string(extent) + " of axis " + std::to_string(axis) +
                            " is above that of a cv::Mat, " + std::to_string(INT_MAX) + "; give a part of the image");
    // No step is taken along an axis of one pixel.
    const std::int64_t step = extent > 1 ? image.stride(axis) : dense;
    if (step < dense || step % pixel != 0 || (axis == rank - 1 && step != pixel))
      opencv_detail::refuse("mat_of: a cv::Mat cannot have a stride of " + std::to_string(step) + " bytes along axis " +
                            std::to_string(axis) + "; copy the pixels to an image of their own, which is dense");
    sizes[static_cast<std::size_t>(axis)] = static_cast<int>(extent);
    steps[static_cast<std::size_t>(axis)] = static_cast<std::size_t>(step);
    dense = step * extent;
  }
  return cv::Mat(rank, sizes.data(), CV_MAKETYPE(depth, 1), image.data(), steps.data());
}
[[nodiscard]] inline cv::Mat mat_of(Image& image PREAMAR_LIFETIME_BOUND) { return mat_of(image.view()); }

}  // namespace preamar
