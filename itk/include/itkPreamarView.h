#ifndef itkPreamarView_h
#define itkPreamarView_h

#include "itkImageRegion.h"

#include <preamar/image.h>

#include <array>

namespace itk {

/** The extents of a region, the last axis first. */
template <unsigned int VDimension>
[[nodiscard]] preamar::Shape PreamarShape(const ImageRegion<VDimension>& region) {
  std::array<std::int64_t, VDimension> extents;
  for (unsigned int axis = 0; axis < VDimension; ++axis)
    extents[VDimension - 1 - axis] = static_cast<std::int64_t>(region.GetSize(axis));
  return {extents.data(), int{VDimension}};
}

/** A region, inside the one that `whole` shows, of `whole`. */
template <unsigned int VDimension>
[[nodiscard]] preamar::ConstImage PreamarCrop(const preamar::ConstImage& whole, const ImageRegion<VDimension>& shown,
                                              const ImageRegion<VDimension>& region) {
  const auto* first = static_cast<const char*>(whole.data());
  for (unsigned int axis = 0; axis < VDimension; ++axis)
    first += (region.GetIndex(axis) - shown.GetIndex(axis)) * whole.stride(int{VDimension} - 1 - int(axis));
  return {first, whole.dtype(), PreamarShape(region), whole.strides()};
}

/** A region, inside the buffered one, of an image; on the host. */
template <typename TImage>
[[nodiscard]] preamar::ConstImage PreamarView(const TImage* image, const typename TImage::RegionType& region) {
  const auto& buffered = image->GetBufferedRegion();
  const preamar::ConstImage all(image->GetBufferPointer(), preamar::dtype_of<typename TImage::PixelType>(),
                                PreamarShape(buffered));
  return PreamarCrop(all, buffered, region);
}

/** Whether pixels that a function writes as `given` may be read as `wanted`: truth values as bytes, and numbers from 0
 * to the maximum of a signed type as that. */
[[nodiscard]] inline bool PreamarSharesMemory(preamar::DType given, preamar::DType wanted) {
  using preamar::DType;
  return given == wanted || (given == DType::boolean && (wanted == DType::uint8 || wanted == DType::int8)) ||
         (given == DType::uint32 && wanted == DType::int32) || (given == DType::uint64 && wanted == DType::int64);
}

}  // namespace itk

#endif
