// Every filter with the pixel types that the other tests do not use: the same image in another type gives the same
// numbers.
#include "itkCastImageFilter.h"
#include "itkImageRegionConstIterator.h"
#include "itkPreamarBinaryFillholeImageFilter.h"
#include "itkPreamarCannyEdgeDetectionImageFilter.h"
#include "itkPreamarConnectedComponentImageFilter.h"
#include "itkPreamarDiscreteGaussianImageFilter.h"
#include "itkPreamarGrayscaleFillholeImageFilter.h"
#include "itkPreamarHMinimaImageFilter.h"
#include "itkPreamarMorphologicalWatershedFromMarkersImageFilter.h"
#include "itkPreamarReconstructionByErosionImageFilter.h"
#include "itkPreamarRegionalMaximaImageFilter.h"
#include "itkPreamarRelabelComponentImageFilter.h"
#include "itkPreamarSignedMaurerDistanceMapImageFilter.h"
#include "itkPreamarSobelEdgeDetectionImageFilter.h"
#include "itkPreamarTestTools.h"

#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

namespace {

using Results = std::map<std::string, std::vector<double>>;

template <typename TFilter>
std::vector<double> PixelsOf(TFilter* filter) {
  filter->Update();
  std::vector<double> pixels;
  using ImageType = typename TFilter::OutputImageType;
  itk::ImageRegionConstIterator<ImageType> it(filter->GetOutput(), filter->GetOutput()->GetBufferedRegion());
  for (; !it.IsAtEnd(); ++it) pixels.push_back(static_cast<double>(it.Get()));
  return pixels;
}

// Grey levels 0 to 100, in the pixel type of TImage.
template <typename TImage>
typename TImage::Pointer MakeLevels(std::uint64_t seed) {
  using Bytes = itk::Image<std::uint8_t, TImage::ImageDimension>;
  const auto bytes = itk::PreamarTest::MakeHills<Bytes>(seed);
  for (itk::SizeValueType i = 0; i < bytes->GetBufferedRegion().GetNumberOfPixels(); ++i)
    bytes->GetBufferPointer()[i] = static_cast<std::uint8_t>(bytes->GetBufferPointer()[i] * 100 / 255);
  auto cast = itk::CastImageFilter<Bytes, TImage>::New();
  cast->SetInput(bytes);
  cast->Update();
  return cast->GetOutput();
}

template <typename TFilter, typename TImage, typename TSet>
std::vector<double> Run(const TImage* image, const TSet& set) {
  auto filter = TFilter::New();
  filter->SetInput(image);
  set(filter.GetPointer());
  return PixelsOf(filter.GetPointer());
}

template <typename TImage>
Results RunAll() {
  using Real = itk::Image<float, TImage::ImageDimension>;
  using Pixel = typename TImage::PixelType;
  const auto nothing = [](auto*) {};
  const auto image = MakeLevels<TImage>(18), other = MakeLevels<TImage>(19);
  for (itk::SizeValueType i = 0; i < other->GetBufferedRegion().GetNumberOfPixels(); ++i)
    other->GetBufferPointer()[i] = other->GetBufferPointer()[i] > 50 ? Pixel{1} : Pixel{0};
  const TImage* const objects = other;
  Results results;
  results["reconstruction"] = Run<itk::PreamarReconstructionByErosionImageFilter<TImage, TImage>>(
      image.GetPointer(), [&](auto* filter) { filter->SetMaskImage(objects); });
  results["h-minima"] = Run<itk::PreamarHMinimaImageFilter<TImage, TImage>>(
      image.GetPointer(), [](auto* filter) { filter->SetHeight(20); });
  results["regional maxima"] =
      Run<itk::PreamarRegionalMaximaImageFilter<TImage, TImage>>(image.GetPointer(), [](auto* filter) {
        filter->SetForegroundValue(2);
        filter->SetBackgroundValue(1);
      });
  results["fill hole"] = Run<itk::PreamarGrayscaleFillholeImageFilter<TImage, TImage>>(image.GetPointer(), nothing);
  results["binary fill hole"] =
      Run<itk::PreamarBinaryFillholeImageFilter<TImage>>(objects, [](auto* filter) { filter->SetForegroundValue(1); });
  results["distance"] = Run<itk::PreamarSignedMaurerDistanceMapImageFilter<TImage, Real>>(objects, nothing);
  results["gaussian"] = Run<itk::PreamarDiscreteGaussianImageFilter<TImage, Real>>(
      image.GetPointer(), [](auto* filter) { filter->SetVariance(1); });
  results["sobel"] = Run<itk::PreamarSobelEdgeDetectionImageFilter<TImage, Real>>(image.GetPointer(), nothing);
  results["canny"] =
      Run<itk::PreamarCannyEdgeDetectionImageFilter<TImage, TImage>>(image.GetPointer(), [](auto* filter) {
        filter->SetVariance(0.5);
        filter->SetUpperThreshold(4);
        filter->SetLowerThreshold(2);
      });
  using Labels = itk::Image<std::conditional_t<std::is_integral_v<Pixel>, Pixel, int>, TImage::ImageDimension>;
  auto components = itk::PreamarConnectedComponentImageFilter<TImage, Labels>::New();
  components->SetInput(objects);
  results["components"] = PixelsOf(components.GetPointer());
  results["relabel"] = Run<itk::PreamarRelabelComponentImageFilter<Labels, Labels>>(components->GetOutput(), nothing);
  results["watershed"] = Run<itk::PreamarMorphologicalWatershedFromMarkersImageFilter<TImage, Labels>>(
      image.GetPointer(), [&](auto* filter) { filter->SetMarkerImage(components->GetOutput()); });
  return results;
}

template <typename TPixel, unsigned int VDimension>
bool Same(const Results& expected, const char* name) {
  bool holds = true;
  for (const auto& [filter, pixels] : RunAll<itk::Image<TPixel, VDimension>>()) {
    const auto& others = expected.at(filter);
    std::size_t different = 0;
    for (std::size_t i = 0; i < pixels.size(); ++i) different += !(std::abs(pixels[i] - others[i]) <= 1e-3);
    // Edges are thinned by signs of sums, which float and double may round to either side of 0.
    const std::size_t allowed = filter == "canny" ? pixels.size() / 1000 : 0;
    holds &= itk::PreamarTest::Holds(different <= allowed,
                                     filter + " of " + name + ": " + std::to_string(different) + " pixels differ");
  }
  return holds;
}

}  // namespace

int itkPreamarTypesTest(int, char*[]) {
  const Results flat = RunAll<itk::Image<std::int16_t, 2>>(), deep = RunAll<itk::Image<std::int16_t, 3>>();
  bool holds = Same<signed char, 2>(flat, "signed char");
  holds &= Same<unsigned int, 2>(flat, "unsigned int");
  holds &= Same<int, 2>(flat, "int");
  holds &= Same<unsigned long, 2>(flat, "unsigned long");
  holds &= Same<long, 2>(flat, "long");
  holds &= Same<double, 2>(flat, "double");
  holds &= Same<int, 3>(deep, "int");
  holds &= Same<double, 3>(deep, "double");
  return holds ? EXIT_SUCCESS : EXIT_FAILURE;
}
