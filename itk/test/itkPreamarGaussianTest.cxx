// PIXEL DIMENSION SPACING|PIXELS ERROR OURS THEIRS: smoothed to float, another variance along each axis.
#include "itkDiscreteGaussianImageFilter.h"
#include "itkPreamarDiscreteGaussianImageFilter.h"
#include "itkPreamarTestTools.h"

#include <cstdlib>

namespace {

template <typename TFilter, typename TImage>
void Run(const TImage* image, char* argv[], const char* file) {
  auto filter = TFilter::New();
  filter->SetInput(image);
  typename TFilter::ArrayType variance;
  for (unsigned int axis = 0; axis < TImage::ImageDimension; ++axis) variance[axis] = 2.25 - axis;
  filter->SetVariance(variance);
  filter->SetMaximumError(std::stod(argv[4]));
  filter->SetUseImageSpacing(std::string(argv[3]) == "spacing");
  filter->Update();
  itk::PreamarTest::Write(filter->GetOutput(), file);
}

}  // namespace

int itkPreamarGaussianTest(int argc, char* argv[]) {
  if (argc != 7) return EXIT_FAILURE;
  return itk::PreamarTest::WithImage(argv[1], argv[2], [&](auto tag) {
    using ImageType = typename decltype(tag)::Type;
    using Smooth = itk::Image<float, ImageType::ImageDimension>;
    const auto image = itk::PreamarTest::MakeHills<ImageType>(9);
    Run<itk::PreamarDiscreteGaussianImageFilter<ImageType, Smooth>>(image.GetPointer(), argv, argv[5]);
    Run<itk::DiscreteGaussianImageFilter<ImageType, Smooth>>(image.GetPointer(), argv, argv[6]);
    return EXIT_SUCCESS;
  });
}
