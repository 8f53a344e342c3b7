// PIXEL DIMENSION SQUARED SPACING INSIDE OURS THEIRS
#include "itkPreamarSignedMaurerDistanceMapImageFilter.h"
#include "itkPreamarTestTools.h"
#include "itkSignedMaurerDistanceMapImageFilter.h"

#include <cstdlib>

namespace {

template <typename TFilter, typename TImage>
void Run(const TImage* image, char* argv[], const char* file) {
  auto filter = TFilter::New();
  filter->SetInput(image);
  filter->SetSquaredDistance(std::string(argv[3]) == "squared");
  filter->SetUseImageSpacing(std::string(argv[4]) == "spacing");
  filter->SetInsideIsPositive(std::string(argv[5]) == "inside");
  filter->Update();
  itk::PreamarTest::Write(filter->GetOutput(), file);
}

}  // namespace

int itkPreamarDistanceTest(int argc, char* argv[]) {
  if (argc != 8) return EXIT_FAILURE;
  return itk::PreamarTest::WithImage(argv[1], argv[2], [&](auto tag) {
    using ImageType = typename decltype(tag)::Type;
    using Distances = itk::Image<float, ImageType::ImageDimension>;
    const auto image = itk::PreamarTest::MakeObjects<ImageType>(7, 80);
    Run<itk::PreamarSignedMaurerDistanceMapImageFilter<ImageType, Distances>>(image.GetPointer(), argv, argv[6]);
    Run<itk::SignedMaurerDistanceMapImageFilter<ImageType, Distances>>(image.GetPointer(), argv, argv[7]);
    return EXIT_SUCCESS;
  });
}
