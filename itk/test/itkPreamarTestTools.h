#ifndef itkPreamarTestTools_h
#define itkPreamarTestTools_h

#include "itkImage.h"

#include <cstdint>
#include <iostream>
#include <limits>
#include <string>
#include <type_traits>

namespace itk::PreamarTest {

/** A type as a value, for generic functions. */
template <typename TImage>
struct Tag {
  using Type = TImage;
};

/** Grey hills with plateaus and noise: deterministic for a seed, of uneven size, with a spacing and an origin, and
 * an index that does not begin at 0. 256 grey levels for 8 bits, else thousands. */
template <typename TImage>
typename TImage::Pointer MakeHills(std::uint64_t seed);

/** A binary image of `foreground` and 0: the upper half of the hills, with holes. */
template <typename TImage>
typename TImage::Pointer MakeObjects(std::uint64_t seed, typename TImage::PixelType foreground);

template <typename TImage>
void Write(const TImage* image, const std::string& file);

/** The number of pixels in which two images differ by more than `tolerance`. */
template <typename TImage>
std::size_t CountDifferent(const TImage* one, const TImage* other, double tolerance = 0);

/** Calls each(Tag) for the image type that two words name, such as "uint8" and "2"; returns its result. */
template <typename TEach>
int WithImage(const std::string& pixel, const std::string& dimension, TEach each) {
  const auto with = [&]<typename TPixel>(TPixel) {
    return dimension == "2" ? each(Tag<Image<TPixel, 2>>{}) : each(Tag<Image<TPixel, 3>>{});
  };
  if (pixel == "uint8") return with(std::uint8_t{});
  if (pixel == "uint16") return with(std::uint16_t{});
  if (pixel == "int16") return with(std::int16_t{});
  if (pixel == "float") return with(float{});
  std::cerr << "no test for pixels of type " << pixel << '\n';
  return 1;
}

/** Prints `what` if the condition is false; returns the condition. */
inline bool Holds(bool condition, const std::string& what) {
  if (!condition) std::cerr << "FAILED: " << what << '\n';
  return condition;
}

}  // namespace itk::PreamarTest

#endif
