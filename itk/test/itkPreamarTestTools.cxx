#include "itkPreamarTestTools.h"

#include "itkImageFileWriter.h"
#include "itkImageRegionConstIterator.h"
#include "itkImageRegionIteratorWithIndex.h"

#include <cmath>

namespace itk::PreamarTest {
namespace {

// A pseudo-random number from 0 to 1 for pixel number `n`, by a mixing function like that of splitmix.
double Noise(std::uint64_t seed, std::uint64_t n) {
  std::uint64_t x = (seed + 1) * 0x9e3779b97f4a7c15 + n * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return static_cast<double>((x ^ (x >> 31)) >> 11) * 0x1p-53;
}

template <typename TImage>
typename TImage::Pointer MakeEmpty() {
  constexpr unsigned int dimension = TImage::ImageDimension;
  const SizeValueType sizes[] = {dimension == 2 ? 151u : 41u, dimension == 2 ? 113u : 37u, 29u};
  const double spacings[] = {0.5, 0.75, 1.25}, origins[] = {-7, 11.5, 3};
  typename TImage::RegionType region;
  auto image = TImage::New();
  typename TImage::SpacingType spacing;
  typename TImage::PointType origin;
  for (unsigned int axis = 0; axis < dimension; ++axis) {
    region.SetIndex(axis, 5 - 4 * static_cast<int>(axis));
    region.SetSize(axis, sizes[axis]);
    spacing[axis] = spacings[axis];
    origin[axis] = origins[axis];
  }
  image->SetRegions(region);
  image->SetSpacing(spacing);
  image->SetOrigin(origin);
  image->Allocate();
  return image;
}

// Sets each pixel to at(number, index).
template <typename TImage, typename TAt>
void Fill(TImage* image, const TAt& at) {
  std::uint64_t number = 0;
  for (ImageRegionIteratorWithIndex<TImage> it(image, image->GetBufferedRegion()); !it.IsAtEnd(); ++it)
    it.Set(at(number++, it.GetIndex()));
}

// Waves of two lengths and a little noise, 0 to 1.
template <typename TIndex>
double Height(std::uint64_t seed, std::uint64_t number, const TIndex& index) {
  double height = 0.5, long_wave = 1, short_wave = 1;
  for (unsigned int axis = 0; axis < TIndex::Dimension; ++axis) {
    const double x = static_cast<double>(index[axis]) + 3.0 * static_cast<double>(seed);
    long_wave *= std::sin(x / (9.0 + axis));
    short_wave *= std::cos(x / 2.7 + axis);
  }
  height += 0.3 * long_wave + 0.1 * short_wave + 0.1 * (Noise(seed, number) - 0.5);
  return std::min(1.0, std::max(0.0, height));
}

}  // namespace

template <typename TImage>
typename TImage::Pointer MakeHills(std::uint64_t seed) {
  using Pixel = typename TImage::PixelType;
  const double levels = sizeof(Pixel) == 1 ? 255 : 30000;
  const double lowest = std::is_signed_v<Pixel> ? -10000 : 0;
  auto image = MakeEmpty<TImage>();
  Fill(image.GetPointer(), [&](std::uint64_t number, const auto& index) {
    return static_cast<Pixel>(lowest + std::floor(levels * Height(seed, number, index)));
  });
  return image;
}

template <typename TImage>
typename TImage::Pointer MakeObjects(std::uint64_t seed, typename TImage::PixelType foreground) {
  using Pixel = typename TImage::PixelType;
  auto image = MakeEmpty<TImage>();
  Fill(image.GetPointer(), [&](std::uint64_t number, const auto& index) {
    const bool is_object = Height(seed, number, index) > 0.5 && Noise(seed + 100, number) > 0.02;
    return is_object ? foreground : Pixel{0};
  });
  return image;
}

template <typename TImage>
void Write(const TImage* image, const std::string& file) {
  auto writer = ImageFileWriter<TImage>::New();
  writer->SetInput(image);
  writer->SetFileName(file);
  writer->Update();
}

template <typename TImage>
std::size_t CountDifferent(const TImage* one, const TImage* other, double tolerance) {
  std::size_t count = 0;
  ImageRegionConstIterator<TImage> it(one, one->GetBufferedRegion()), jt(other, one->GetBufferedRegion());
  for (; !it.IsAtEnd(); ++it, ++jt)
    if (!(std::abs(static_cast<double>(it.Get()) - static_cast<double>(jt.Get())) <= tolerance)) ++count;
  return count;
}

#define itkPreamarTestTools(pixel, dimension)                                                           \
  template Image<pixel, dimension>::Pointer MakeHills<Image<pixel, dimension>>(std::uint64_t);          \
  template Image<pixel, dimension>::Pointer MakeObjects<Image<pixel, dimension>>(std::uint64_t, pixel); \
  template void Write<Image<pixel, dimension>>(const Image<pixel, dimension>*, const std::string&);     \
  template std::size_t CountDifferent<Image<pixel, dimension>>(const Image<pixel, dimension>*,          \
                                                               const Image<pixel, dimension>*, double)
#define itkPreamarTestToolsOf(pixel) \
  itkPreamarTestTools(pixel, 2);     \
  itkPreamarTestTools(pixel, 3)
itkPreamarTestToolsOf(std::uint8_t);
itkPreamarTestToolsOf(std::uint16_t);
itkPreamarTestToolsOf(std::int16_t);
itkPreamarTestToolsOf(std::uint32_t);
itkPreamarTestToolsOf(float);

}  // namespace itk::PreamarTest
