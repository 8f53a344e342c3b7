/// @file
/// Views of cv::Mat and back, without copying pixels. Header only: the program links the core module of OpenCV itself.
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

// The dtypes of the depths CV_8U to CV_64F of OpenCV, in order.
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

// The depth of a dtype; bool, one byte of 0 or 1, is CV_8U.
[[nodiscard]] inline int depth_of(DType dtype) {
  if (dtype == DType::boolean) return CV_8U;
  for (int depth = 0; depth < int{std::size(dtypes)}; ++depth)
    if (dtypes[depth] == dtype) return depth;
  refuse("mat_of: OpenCV has no pixels of " + std::string(name_of(dtype)) +
         "; copy them to an image of int32 or float64, or another dtype that OpenCV has");
}

}  // namespace opencv_detail

/// Makes a view of the pixels of a cv::Mat. The view does not own them: `mat`, or another cv::Mat of the same pixels,
/// must outlive the view.
/// @param mat one channel; depth 8U, 8S, 16U, 16S, 32S, 32F or 64F; 2 or 3 dimensions; regions of interest too
/// @throws Error kind `call` for any other cv::Mat
[[nodiscard]] inline ImageView view(cv::Mat& mat PREAMAR_LIFETIME_BOUND) { return opencv_detail::view_of<void>(mat); }
/// Makes a view of the pixels of a cv::Mat, for reading.
/// @param mat one channel; depth 8U, 8S, 16U, 16S, 32S, 32F or 64F; 2 or 3 dimensions; regions of interest too
/// @throws Error kind `call` for any other cv::Mat
[[nodiscard]] inline ConstImageView view(const cv::Mat& mat PREAMAR_LIFETIME_BOUND) {
  return opencv_detail::view_of<const void>(mat);
}

/// Makes a cv::Mat over the pixels of a view. It does not own them: their owner must outlive it.
/// @param image rank 2 or 3, on the host; pixels adjacent in each row, rows and planes in ascending order without
/// overlap
/// @return a cv::Mat of one channel; bool becomes CV_8U with the values 0 and 1
/// @throws Error kind `call` for uint32, uint64 and int64 (OpenCV does not have them), pixels on a device, another
/// rank,
///   an extent above INT_MAX, or other strides
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
  std::int64_t dense = pixel;  // the bytes that the faster axes span
  for (int axis = rank - 1; axis >= 0; --axis) {
    const std::int64_t extent = image.shape()[axis];
    if (extent > INT_MAX)
      opencv_detail::refuse("mat_of: extent " + std::to_string(extent) + " of axis " + std::to_string(axis) +
                            " is above that of a cv::Mat, " + std::to_string(INT_MAX) + "; give a part of the image");
    // The stride of an axis of one pixel is never used.
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
/// Makes a cv::Mat over the pixels of an image, which must outlive it.
/// @throws Error as above
[[nodiscard]] inline cv::Mat mat_of(Image& image PREAMAR_LIFETIME_BOUND) { return mat_of(image.view()); }

}  // namespace preamar
