/// @file
/// Views of std::mdspan and back, without copying pixels. Needs C++23.
#pragma once

#include <preamar/error.h>
#include <preamar/image.h>

#include <version>

#if !defined(__cpp_lib_mdspan)
#error "<preamar/mdspan.h> needs std::mdspan of C++23: libc++ 18, libstdc++ of GCC 15 or MSVC 19.39, or newer"
#endif

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <mdspan>
#include <string>
#include <type_traits>
#include <utility>

namespace preamar {

/// Makes a view of the pixels of an mdspan. The pixels must outlive the view.
/// @param pixels an mdspan of rank 2 or 3 in any strided layout; its first index is the slowest axis
/// @return an ImageView, or a ConstImageView if T is const
/// @throws Error kind `call` if the layout has no strides
template <class T, class Extents, class Layout>
[[nodiscard]] auto view(const std::mdspan<T, Extents, Layout>& pixels) {
  constexpr std::size_t rank = Extents::rank();
  static_assert(rank == 2 || rank == 3, "images have rank 2 or 3");
  if (!pixels.is_strided())
    throw Error(ErrorKind::call, "view: the layout of the mdspan has no strides; copy its pixels to one that has");
  std::array<std::int64_t, rank> extents{};
  Strides strides{};
  for (std::size_t axis = 0; axis < rank; ++axis) {
    extents[axis] = static_cast<std::int64_t>(pixels.extent(axis));
    strides[axis] = static_cast<std::int64_t>(pixels.stride(axis)) * std::int64_t{sizeof(T)};
  }
  return view(pixels.data_handle(), Shape(extents.data(), int{rank}), strides);
}

/// The mdspan that mdspan_of() returns.
template <class T, std::size_t rank>
using ImageSpan = std::mdspan<T, std::dextents<std::int64_t, rank>, std::layout_stride>;

namespace mdspan_detail {

// The requirement of std::layout_stride: each stride spans all pixels along the axes of smaller strides.
template <std::size_t rank>
[[nodiscard]] bool is_unique(const std::array<std::int64_t, rank>& extents,
                             const std::array<std::int64_t, rank>& strides) {
  std::array<std::pair<std::int64_t, std::int64_t>, rank> axes;
  for (std::size_t axis = 0; axis < rank; ++axis) axes[axis] = {strides[axis], extents[axis]};
  std::ranges::sort(axes);
  for (std::size_t axis = 1; axis < rank; ++axis)
    if (axes[axis].first < axes[axis - 1].first * axes[axis - 1].second) return false;
  return true;
}

template <class T, std::size_t rank, class Void>
[[nodiscard]] ImageSpan<T, rank> span_of(BasicImageView<Void> image) {
  static_assert(rank == 2 || rank == 3, "images have rank 2 or 3");
  const auto refuse = [](const std::string& what) { throw Error(ErrorKind::call, "mdspan_of: " + what); };
  constexpr DType wanted = dtype_of<std::remove_const_t<T>>();
  if (image.dtype() != wanted)
    refuse("the pixels are " + std::string(name_of(image.dtype())) + " and were asked for as " +
           std::string(name_of(wanted)) + "; ask for the type that dtype() names");
  if (image.rank() != int{rank})
    refuse("the image has rank " + std::to_string(image.rank()) + " and was asked for with " + std::to_string(rank));
  if (image.location() == Location::device)
    refuse("the pixels are in the memory of a device; bring them to the host (DeviceImage::on_host)");
  constexpr std::int64_t pixel = sizeof(T);
  std::array<std::int64_t, rank> extents{}, strides{};
  for (int axis = 0; axis < int{rank}; ++axis) {
    const auto at = static_cast<std::size_t>(axis);
    extents[at] = image.shape()[axis];
    // Strides of axes of one pixel and of empty images are never used, but std::layout_stride needs positive ones.
    const bool has_steps = extents[at] > 1 && image.shape().count() > 0;
    const std::int64_t bytes = has_steps ? image.stride(axis) : pixel;
    if (bytes <= 0 || bytes % pixel != 0)
      refuse("a stride of " + std::to_string(bytes) + " bytes along axis " + std::to_string(axis) +
             " is not a positive multiple of the pixel's; copy the pixels to an image of their own, which is dense");
    strides[at] = bytes / pixel;
  }
  if (!is_unique(extents, strides))
    refuse("several indices lead to one pixel; copy the pixels to an image of their own, which is dense");
  const std::dextents<std::int64_t, rank> shape(extents);
  return {static_cast<T*>(image.data()), std::layout_stride::mapping(shape, strides)};
}

}  // namespace mdspan_detail

/// Makes an mdspan over the pixels of a view: `mdspan_of<float, 2>(image)[y, x]`. The pixels must outlive it.
/// @tparam T type of the pixels
/// @tparam rank rank of the image, 2 or 3
/// @param image a view on the host
/// @throws Error kind `call` if T is not the dtype, the rank differs, the pixels are on a device or overlap, or a
/// stride is
///   not a positive multiple of the pixel size
template <class T, std::size_t rank>
[[nodiscard]] ImageSpan<T, rank> mdspan_of(ImageView image) {
  return mdspan_detail::span_of<T, rank>(image);
}
/// Makes an mdspan over the pixels of a view, for reading.
/// @throws Error as above
template <class T, std::size_t rank>
[[nodiscard]] ImageSpan<const T, rank> mdspan_of(ConstImageView image) {
  return mdspan_detail::span_of<const T, rank>(image);
}
/// Makes an mdspan over the pixels of an image, which must outlive it.
/// @throws Error as above
template <class T, std::size_t rank>
[[nodiscard]] ImageSpan<T, rank> mdspan_of(Image& image PREAMAR_LIFETIME_BOUND) {
  return mdspan_of<T, rank>(image.view());
}
/// Makes an mdspan over the pixels of an image, for reading. The image must outlive it.
/// @throws Error as above
template <class T, std::size_t rank>
[[nodiscard]] ImageSpan<const T, rank> mdspan_of(const Image& image PREAMAR_LIFETIME_BOUND) {
  return mdspan_of<T, rank>(image.view());
}
/// Deleted: the mdspan of a temporary would outlive its pixels. Give the image a name.
template <class T, std::size_t rank>
void mdspan_of(const Image&& image) = delete;

}  // namespace preamar
