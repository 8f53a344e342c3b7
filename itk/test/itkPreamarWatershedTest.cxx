// PIXEL DIMENSION LINE FULLY_CONNECTED OURS THEIRS: watershed of hills from their deepest basins.
#include "itkMorphologicalWatershedFromMarkersImageFilter.h"
#include "itkPreamarConnectedComponentImageFilter.h"
#include "itkPreamarHMinimaImageFilter.h"
#include "itkPreamarMorphologicalWatershedFromMarkersImageFilter.h"
#include "itkPreamarRegionalMinimaImageFilter.h"
#include "itkPreamarTestTools.h"

#include <cstdlib>

namespace {

template <typename TFilter, typename TImage, typename TLabels>
typename TLabels::Pointer Run(const TImage* image, const TLabels* markers, char* argv[], const char* file) {
  auto filter = TFilter::New();
  filter->SetInput(image);
  filter->SetMarkerImage(markers);
  filter->SetMarkWatershedLine(std::string(argv[3]) == "line");
  filter->SetFullyConnected(std::string(argv[4]) == "on");
  filter->Update();
  itk::PreamarTest::Write(filter->GetOutput(), file);
  return filter->GetOutput();
}

// The share of pixels with different labels, among those that are on neither line.
template <typename TLabels>
double ShareOfDifferent(const TLabels* ours, const TLabels* theirs) {
  double different = 0, count = 0;
  for (itk::SizeValueType i = 0; i < ours->GetBufferedRegion().GetNumberOfPixels(); ++i) {
    const auto own = ours->GetBufferPointer()[i], other = theirs->GetBufferPointer()[i];
    if (own == 0 || other == 0) continue;
    ++count;
    different += own != other;
  }
  return different / count;
}

}  // namespace

int itkPreamarWatershedTest(int argc, char* argv[]) {
  if (argc != 7) return EXIT_FAILURE;
  return itk::PreamarTest::WithImage(argv[1], argv[2], [&](auto tag) {
    using ImageType = typename decltype(tag)::Type;
    using Labels = itk::Image<std::uint16_t, ImageType::ImageDimension>;
    const auto image = itk::PreamarTest::MakeHills<ImageType>(8);
    auto flat = itk::PreamarHMinimaImageFilter<ImageType, ImageType>::New();
    flat->SetInput(image);
    flat->SetHeight(sizeof(typename ImageType::PixelType) == 1 ? 25 : 3000);
    auto minima = itk::PreamarRegionalMinimaImageFilter<ImageType, Labels>::New();
    minima->SetInput(flat->GetOutput());
    auto markers = itk::PreamarConnectedComponentImageFilter<Labels, Labels>::New();
    markers->SetInput(minima->GetOutput());
    markers->Update();
    std::cout << markers->GetObjectCount() << " markers\n";
    const auto ours = Run<itk::PreamarMorphologicalWatershedFromMarkersImageFilter<ImageType, Labels>>(
        image.GetPointer(), markers->GetOutput(), argv, argv[5]);
    const auto theirs = Run<itk::MorphologicalWatershedFromMarkersImageFilter<ImageType, Labels>>(
        image.GetPointer(), markers->GetOutput(), argv, argv[6]);
    const double share = ShareOfDifferent(ours.GetPointer(), theirs.GetPointer());
    std::cout << "share of pixels off the lines with another label: " << share << '\n';
    const bool holds = itk::PreamarTest::Holds(share <= 0.02, "labels beside lines");
    return itk::PreamarTest::Holds(holds && markers->GetObjectCount() > 3, "some markers") ? EXIT_SUCCESS
                                                                                           : EXIT_FAILURE;
  });
}
