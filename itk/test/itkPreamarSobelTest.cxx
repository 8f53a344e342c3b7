// PIXEL DIMENSION MAGNITUDE OURS THEIRS; in two dimensions this file compares the direction with ITK's operators.
#include "itkNeighborhoodOperatorImageFilter.h"
#include "itkPreamarSobelEdgeDetectionImageFilter.h"
#include "itkPreamarTestTools.h"
#include "itkSobelEdgeDetectionImageFilter.h"
#include "itkSobelOperator.h"

#include <cmath>
#include <cstdlib>

namespace {

template <typename TImage>
auto Difference(const TImage* image, unsigned int axis) {
  using Real = itk::Image<float, TImage::ImageDimension>;
  itk::SobelOperator<float, TImage::ImageDimension> sobel;
  sobel.SetDirection(axis);
  sobel.CreateDirectional();
  auto filter = itk::NeighborhoodOperatorImageFilter<TImage, Real>::New();
  filter->SetInput(image);
  filter->SetOperator(sobel);
  filter->Update();
  return typename Real::Pointer(filter->GetOutput());
}

template <typename TImage, typename TReal>
bool CompareDirection(const TImage* image, const TReal* direction) {
  const auto along_x = Difference(image, 0), along_y = Difference(image, 1);
  bool holds = true;
  for (itk::SizeValueType i = 0; i < image->GetBufferedRegion().GetNumberOfPixels(); ++i) {
    const float x = along_x->GetBufferPointer()[i], y = along_y->GetBufferPointer()[i];
    holds &= std::abs(direction->GetBufferPointer()[i] - std::atan2(y, x)) < 1e-5;
  }
  return itk::PreamarTest::Holds(holds, "the gradient direction");
}

}  // namespace

int itkPreamarSobelTest(int argc, char* argv[]) {
  if (argc != 6) return EXIT_FAILURE;
  return itk::PreamarTest::WithImage(argv[1], argv[2], [&](auto tag) {
    using ImageType = typename decltype(tag)::Type;
    using Slope = itk::Image<float, ImageType::ImageDimension>;
    const auto image = itk::PreamarTest::MakeHills<ImageType>(10);
    auto ours = itk::PreamarSobelEdgeDetectionImageFilter<ImageType, Slope>::New();
    ours->SetInput(image);
    ours->SetComputeDirection(ImageType::ImageDimension == 2);
    ours->Update();
    itk::PreamarTest::Write(ours->GetOutput(), argv[4]);
    auto theirs = itk::SobelEdgeDetectionImageFilter<ImageType, Slope>::New();
    theirs->SetInput(image);
    theirs->Update();
    itk::PreamarTest::Write(theirs->GetOutput(), argv[5]);
    if (ImageType::ImageDimension == 3) return EXIT_SUCCESS;
    return CompareDirection(image.GetPointer(), ours->GetDirectionOutput()) ? EXIT_SUCCESS : EXIT_FAILURE;
  });
}
