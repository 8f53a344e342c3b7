// PIXEL DIMENSION GRAYSCALE|BINARY FULLY_CONNECTED OURS THEIRS
#include "itkBinaryFillholeImageFilter.h"
#include "itkGrayscaleFillholeImageFilter.h"
#include "itkPreamarBinaryFillholeImageFilter.h"
#include "itkPreamarGrayscaleFillholeImageFilter.h"
#include "itkPreamarTestTools.h"

#include <cstdlib>

namespace {

template <typename TFilter, typename TImage>
void Run(const TImage* image, const char* full, const char* file) {
  auto filter = TFilter::New();
  filter->SetInput(image);
  filter->SetFullyConnected(std::string(full) == "on");
  if constexpr (requires { filter->SetForegroundValue(100); }) filter->SetForegroundValue(100);
  filter->Update();
  itk::PreamarTest::Write(filter->GetOutput(), file);
}

}  // namespace

int itkPreamarFillholeTest(int argc, char* argv[]) {
  if (argc != 7) return EXIT_FAILURE;
  return itk::PreamarTest::WithImage(argv[1], argv[2], [&](auto tag) {
    using ImageType = typename decltype(tag)::Type;
    if (std::string(argv[3]) == "grayscale") {
      const auto image = itk::PreamarTest::MakeHills<ImageType>(4);
      Run<itk::PreamarGrayscaleFillholeImageFilter<ImageType, ImageType>>(image.GetPointer(), argv[4], argv[5]);
      Run<itk::GrayscaleFillholeImageFilter<ImageType, ImageType>>(image.GetPointer(), argv[4], argv[6]);
    } else {
      const auto image = itk::PreamarTest::MakeObjects<ImageType>(4, 100);
      image->SetPixel(image->GetBufferedRegion().GetIndex(), 50);  // neither foreground nor 0: it stays
      Run<itk::PreamarBinaryFillholeImageFilter<ImageType>>(image.GetPointer(), argv[4], argv[5]);
      Run<itk::BinaryFillholeImageFilter<ImageType>>(image.GetPointer(), argv[4], argv[6]);
    }
    return EXIT_SUCCESS;
  });
}
