// PIXEL DIMENSION DILATION|EROSION FULLY_CONNECTED OURS THEIRS: reconstruction by Preamar's filter and by ITK's.
#include "itkPreamarReconstructionByDilationImageFilter.h"
#include "itkPreamarReconstructionByErosionImageFilter.h"
#include "itkPreamarTestTools.h"
#include "itkReconstructionByDilationImageFilter.h"
#include "itkReconstructionByErosionImageFilter.h"
#include "itkShiftScaleImageFilter.h"

#include <cstdlib>

namespace {

template <typename TFilter, typename TImage>
void Reconstruct(const TImage* image, double shift, bool fullyConnected, const char* file) {
  auto marker = itk::ShiftScaleImageFilter<TImage, TImage>::New();
  marker->SetInput(image);
  marker->SetShift(shift);
  auto filter = TFilter::New();
  filter->SetMarkerImage(marker->GetOutput());
  filter->SetMaskImage(image);
  filter->SetFullyConnected(fullyConnected);
  filter->Update();
  itk::PreamarTest::Write(filter->GetOutput(), file);
}

}  // namespace

int itkPreamarReconstructionTest(int argc, char* argv[]) {
  if (argc != 7) return EXIT_FAILURE;
  const bool is_dilation = std::string(argv[3]) == "dilation", is_full = std::string(argv[4]) == "on";
  return itk::PreamarTest::WithImage(argv[1], argv[2], [&](auto tag) {
    using ImageType = typename decltype(tag)::Type;
    const auto image = itk::PreamarTest::MakeHills<ImageType>(1);
    if (is_dilation) {
      Reconstruct<itk::PreamarReconstructionByDilationImageFilter<ImageType, ImageType>>(image.GetPointer(), -40,
                                                                                         is_full, argv[5]);
      Reconstruct<itk::ReconstructionByDilationImageFilter<ImageType, ImageType>>(image.GetPointer(), -40, is_full,
                                                                                  argv[6]);
    } else {
      Reconstruct<itk::PreamarReconstructionByErosionImageFilter<ImageType, ImageType>>(image.GetPointer(), 40, is_full,
                                                                                        argv[5]);
      Reconstruct<itk::ReconstructionByErosionImageFilter<ImageType, ImageType>>(image.GetPointer(), 40, is_full,
                                                                                 argv[6]);
    }
    return EXIT_SUCCESS;
  });
}
