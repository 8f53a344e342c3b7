// PIXEL DIMENSION VARIANCE ERROR: of all pixels that are edges in either result, at least 0.9989 are edges in both.
#include "itkCannyEdgeDetectionImageFilter.h"
#include "itkCastImageFilter.h"
#include "itkImageRegionConstIterator.h"
#include "itkPreamarCannyEdgeDetectionImageFilter.h"
#include "itkPreamarTestTools.h"

#include <algorithm>
#include <cstdlib>

namespace {

template <typename TFilter, typename TImage>
typename TFilter::Pointer Run(const TImage* image, char* argv[]) {
  auto filter = TFilter::New();
  filter->SetInput(image);
  filter->SetVariance(std::stod(argv[3]));
  filter->SetMaximumError(std::stod(argv[4]));
  const bool is_narrow = std::string(argv[1]) == "uint8";
  filter->SetLowerThreshold(is_narrow ? 4 : 400);
  filter->SetUpperThreshold(is_narrow ? 7 : 700);
  filter->Update();
  return filter;
}

}  // namespace

int itkPreamarCannyTest(int argc, char* argv[]) {
  if (argc != 5) return EXIT_FAILURE;
  return itk::PreamarTest::WithImage(argv[1], argv[2], [&](auto tag) {
    using ImageType = typename decltype(tag)::Type;
    using Real = itk::Image<float, ImageType::ImageDimension>;
    const auto image = itk::PreamarTest::MakeHills<ImageType>(11);
    auto real = itk::CastImageFilter<ImageType, Real>::New();
    real->SetInput(image);
    const auto ours = Run<itk::PreamarCannyEdgeDetectionImageFilter<ImageType, Real>>(image.GetPointer(), argv);
    const auto theirs = Run<itk::CannyEdgeDetectionImageFilter<Real, Real>>(real->GetOutput(), argv);
    double both = 0, found = 0, expected = 0;
    const auto& region = image->GetBufferedRegion();
    itk::ImageRegionConstIterator<Real> it(ours->GetOutput(), region), jt(theirs->GetOutput(), region);
    for (; !it.IsAtEnd(); ++it, ++jt) {
      both += it.Get() == 1 && jt.Get() == 1;
      found += it.Get() == 1;
      expected += jt.Get() == 1;
    }
    const double share = both / std::max(found, expected);
    std::cout << found << " pixels are edges here, " << expected << " by ITK; in both: " << share << '\n';
    return itk::PreamarTest::Holds(expected > 100 && share >= 0.9989, "the share of edges found by both")
               ? EXIT_SUCCESS
               : EXIT_FAILURE;
  });
}
