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

/** A region, inside the one that `whole` shows, of `whole`. */
template <unsigned int VDimension>
[[nodiscard]] preamar::ConstImageView PreamarCrop(preamar::ConstImageView whole, const ImageRegion<VDimension>& shown,
                                                  const ImageRegion<VDimension>& region) {
  const auto* first = static_cast<const char*>(whole.data());
  for (unsigned int axis = 0; axis < VDimension; ++axis)
    first += (region.GetIndex(axis) - shown.GetIndex(axis)) * whole.stride(int{VDimension} - 1 - int(axis));
  return {first, whole.dtype(), PreamarShape(region), whole.strides(), whole.location()};
}

/** A region, inside the buffered one, of an image; on the host. */
template <typename TImage>
[[nodiscard]] preamar::ConstImageView PreamarView(const TImage* image, const typename TImage::RegionType& region) {
  const auto& buffered = image->GetBufferedRegion();
  const preamar::ConstImageView all(image->GetBufferPointer(), preamar::dtype_of<typename TImage::PixelType>(),
                                    PreamarShape(buffered));
  return PreamarCrop(all, buffered, region);
}

/** The buffered region of an image of two or three dimensions, by pointer or smart pointer, as Preamar sees it: the
 * last axis first, {rows, columns} or {planes, rows, columns}. No pixel is copied; the image must live as long as the
 * view is used, and its memory must stay. Update what makes the image first. A view of a const image is a
 * ConstImageView; call Modified() on an image after writing to it by another. */
template <typename TImage>
[[nodiscard]] auto PreamarView(TImage* image) {
  static_assert(TImage::ImageDimension == 2 || TImage::ImageDimension == 3, "images have two or three dimensions");
  return preamar::view(image->GetBufferPointer(), PreamarShape(image->GetBufferedRegion()));
}
template <typename TImage>
[[nodiscard]] auto PreamarView(const SmartPointer<TImage>& image) {
  return PreamarView(image.GetPointer());
}

/** An empty TImage, of index 0, spacing 1 and origin 0, for pixels of a type: its own, or bool for those of one byte.
 * Throws ExceptionObject where the type or the number of dimensions is another. */
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

/** A TImage of the pixels that a view sees, which must live as long as the image is used; the last axis of the view is
 * the image's first. Throws ExceptionObject where they are of another type or number of dimensions (bool is taken as
 * bytes of 0 and 1), do not lie side by side, or are in a device's memory. */
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

/** The same, of a result of Preamar that nobody else has: the image takes over its memory. */
template <typename TImage>
[[nodiscard]] typename TImage::Pointer PreamarToImage(preamar::Image&& pixels) {
  auto image = PreamarImageFor<TImage>(pixels.type());
  auto container = PreamarPixels<typename TImage::PixelType>::New();
  container->Take(std::move(pixels));
  image->SetPixelContainer(container);
  return image;
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
