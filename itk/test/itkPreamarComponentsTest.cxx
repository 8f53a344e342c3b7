// PIXEL DIMENSION PLAIN|MASKED|BACKGROUND FULLY_CONNECTED OURS THEIRS
#include "itkConnectedComponentImageFilter.h"
#include "itkPreamarConnectedComponentImageFilter.h"
#include "itkPreamarTestTools.h"

#include <cstdlib>

namespace {

template <typename TFilter, typename TImage>
auto Run(const TImage* image, const TImage* mask, char* argv[], const char* file) {
  auto filter = TFilter::New();
  filter->SetInput(image);
  const std::string way = argv[3];
  if (way == "masked") filter->SetMaskImage(mask);
  if (way == "background") filter->SetBackgroundValue(3);
  filter->SetFullyConnected(std::string(argv[4]) == "on");
  filter->Update();
  itk::PreamarTest::Write(filter->GetOutput(), file);
  return filter->GetObjectCount();
}

}  // namespace

int itkPreamarComponentsTest(int argc, char* argv[]) {
  if (argc != 7) return EXIT_FAILURE;
  return itk::PreamarTest::WithImage(argv[1], argv[2], [&](auto tag) {
    using ImageType = typename decltype(tag)::Type;
    using Labels = itk::Image<std::uint16_t, ImageType::ImageDimension>;
    const auto image = itk::PreamarTest::MakeObjects<ImageType>(5, 9);
    const auto mask = itk::PreamarTest::MakeObjects<ImageType>(6, 1);
    const auto ours = Run<itk::PreamarConnectedComponentImageFilter<ImageType, Labels>>(
        image.GetPointer(), mask.GetPointer(), argv, argv[5]);
    const auto theirs = Run<itk::ConnectedComponentImageFilter<ImageType, Labels>>(image.GetPointer(),
                                                                                   mask.GetPointer(), argv, argv[6]);
    return itk::PreamarTest::Holds(ours == theirs && ours > 3, "as many objects") ? EXIT_SUCCESS : EXIT_FAILURE;
  });
}
