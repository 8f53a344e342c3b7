// PIXEL DIMENSION MAXIMA|MINIMA FULLY_CONNECTED OURS THEIRS
#include "itkHMaximaImageFilter.h"
#include "itkHMinimaImageFilter.h"
#include "itkPreamarHMaximaImageFilter.h"
#include "itkPreamarHMinimaImageFilter.h"
#include "itkPreamarTestTools.h"

#include <cstdlib>

namespace {

template <typename TFilter, typename TImage>
void Run(const TImage* image, const char* full, const char* file) {
  auto filter = TFilter::New();
  filter->SetInput(image);
  filter->SetHeight(25);
  filter->SetFullyConnected(std::string(full) == "on");
  filter->Update();
  itk::PreamarTest::Write(filter->GetOutput(), file);
}

}  // namespace

int itkPreamarHExtremaTest(int argc, char* argv[]) {
  if (argc != 7) return EXIT_FAILURE;
  return itk::PreamarTest::WithImage(argv[1], argv[2], [&](auto tag) {
    using ImageType = typename decltype(tag)::Type;
    const auto image = itk::PreamarTest::MakeHills<ImageType>(2);
    const bool maxima = std::string(argv[3]) == "maxima";
    if (maxima) {
      Run<itk::PreamarHMaximaImageFilter<ImageType, ImageType>>(image.GetPointer(), argv[4], argv[5]);
      Run<itk::HMaximaImageFilter<ImageType, ImageType>>(image.GetPointer(), argv[4], argv[6]);
    } else {
      Run<itk::PreamarHMinimaImageFilter<ImageType, ImageType>>(image.GetPointer(), argv[4], argv[5]);
      Run<itk::HMinimaImageFilter<ImageType, ImageType>>(image.GetPointer(), argv[4], argv[6]);
    }
    return EXIT_SUCCESS;
  });
}
