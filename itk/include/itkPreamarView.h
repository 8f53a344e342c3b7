#ifndef itkPreamarView_h
#define itkPreamarView_h

#include "itkImage.h"
#include "itkPreamarPixels.h"

#include <preamar/image.h>

#include <array>
#include <utility>

namespace itk {

/** The extents of a region, the last axis first. */
template <unsigned int VDimension>
[[nodiscard]] preamar::Shape PreamarShape(const ImageRegion<VDimension>& region) {
  std::array<std::int64_t, VDimension> extents;
  for (unsigned int axis = 0; axis < VDimension; ++axis)
    extents[VDimension - 1 - axis] = static_cast<std::int64_t>(region.GetSize(axis));
  return {extents.data(), int{VDimension}};
}

/** The part of the view `whole` for a region inside the region of `whole`. */
template <unsigned int VDimension>
[[nodiscard]] preamar::ConstImageView PreamarCrop(preamar::ConstImageView whole, const ImageRegion<VDimension>& shown,
                                                  const ImageRegion<VDimension>& region) {
  const auto* first = static_cast<const char*>(whole.data());
  for (unsigned int axis = 0; axis < VDimension; ++axis)
    first += (region.GetIndex(axis) - shown.GetIndex(axis)) * whole.stride(int{VDimension} - 1 - int(axis));
  return {first, whole.dtype(), PreamarShape(region), whole.strides(), whole.location()};
}

/** A view of a region of an image, inside its buffered region, on the host. */
template <typename TImage>
[[nodiscard]] preamar::ConstImageView PreamarView(const TImage* image, const typename TImage::RegionType& region) {
  const auto& buffered = image->GetBufferedRegion();
  const preamar::ConstImageView all(image->GetBufferPointer(), preamar::dtype_of<typename TImage::PixelType>(),
                                    PreamarShape(buffered));
  return PreamarCrop(all, buffered, region);
}

/** A view of the buffered region of an image of two or three dimensions, given by pointer or smart pointer. The last
 * axis of the image comes first: {rows, columns} or {planes, rows, columns}. No pixel is copied. The image must outlive
 * the view and keep its memory. Update the image first. A view of a const image is a ConstImageView. After writing
 * through a view, call Modified() on the image. */
template <typename TImage>
[[nodiscard]] auto PreamarView(TImage* image) {
  static_assert(TImage::ImageDimension == 2 || TImage::ImageDimension == 3, "images have two or three dimensions");
  return preamar::view(image->GetBufferPointer(), PreamarShape(image->GetBufferedRegion()));
}
template <typename TImage>
[[nodiscard]] auto PreamarView(const SmartPointer<TImage>& image) {
  return PreamarView(image.GetPointer());
}

/** An empty TImage with index 0, spacing 1 and origin 0. `type` must be that of TImage, or bool for pixels of one byte.
 * Throws ExceptionObject if the pixel type or the number of dimensions differs. */
template <typename TImage>
[[nodiscard]] typename TImage::Pointer PreamarImageFor(const preamar::ImageType& type) {
  constexpr unsigned int dimension = TImage::ImageDimension;
  constexpr preamar::DType wanted = preamar::dtype_of<typename TImage::PixelType>();
  const bool is_mask = type.dtype == preamar::DType::boolean && preamar::size_of(wanted) == 1;
  if (type.dtype != wanted && !is_mask)
    itkGenericExceptionMacro("PreamarToImage: the pixels are " << preamar::name_of(type.dtype)
                                                               << " and those of the image " << preamar::name_of(wanted)
                                                               << "; ask for an image of the former");
  if (type.shape.rank() != int{dimension})
    itkGenericExceptionMacro("PreamarToImage: the pixels have " << type.shape.rank() << " axes and the image "
                                                                << dimension << "; ask for an image of as many");
  typename TImage::SizeType size;
  for (unsigned int axis = 0; axis < dimension; ++axis)
    size[axis] = static_cast<SizeValueType>(type.shape[int{dimension} - 1 - int(axis)]);
  auto image = TImage::New();
  image->SetRegions(size);
  return image;
}

/** A TImage that uses the pixels of a view, which must outlive the image. The last axis of the view is the first of the
 * image. Throws ExceptionObject if the pixel type or the number of dimensions differs (bool pixels are bytes of 0 and
 * 1), if the pixels are not dense, or if they are in device memory. */
template <typename TImage>
[[nodiscard]] typename TImage::Pointer PreamarToImage(preamar::ImageView pixels) {
  if (pixels.location() == preamar::Location::device)
    itkGenericExceptionMacro("PreamarToImage: the pixels are in the memory of a device; bring them to the host");
  if (!pixels.is_dense())
    itkGenericExceptionMacro("PreamarToImage: the pixels do not lie side by side; copy them to a preamar::Image");
  auto image = PreamarImageFor<TImage>(pixels.type());
  auto container = TImage::PixelContainer::New();
  container->SetImportPointer(static_cast<typename TImage::PixelType*>(pixels.data()),
                              static_cast<SizeValueType>(pixels.shape().count()), false);
  image->SetPixelContainer(container);
  return image;
}

/** The same for an image of Preamar: the new image takes ownership of its memory. */
template <typename TImage>
[[nodiscard]] typename TImage::Pointer PreamarToImage(preamar::Image&& pixels) {
  auto image = PreamarImageFor<TImage>(pixels.type());
  auto container = PreamarPixels<typename TImage::PixelType>::New();
  container->Take(std::move(pixels));
  image->SetPixelContainer(container);
  return image;
}

/** Whether pixels of type `given` may be read as `wanted` without conversion: bool as bytes, and values from 0 to the
 * maximum of a signed type as that type. */
[[nodiscard]] inline bool PreamarSharesMemory(preamar::DType given, preamar::DType wanted) {
  using preamar::DType;
  return given == wanted || (given == DType::boolean && (wanted == DType::uint8 || wanted == DType::int8)) ||
         (given == DType::uint32 && wanted == DType::int32) || (given == DType::uint64 && wanted == DType::int64);
}

}  // namespace itk

#endif
