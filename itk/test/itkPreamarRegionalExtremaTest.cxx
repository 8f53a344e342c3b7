// PIXEL DIMENSION MAXIMA|MINIMA FULLY_CONNECTED OURS THEIRS; also a constant image, compared in this file.
#include "itkPreamarRegionalMaximaImageFilter.h"
#include "itkPreamarRegionalMinimaImageFilter.h"
#include "itkPreamarTestTools.h"
#include "itkRegionalMaximaImageFilter.h"
#include "itkRegionalMinimaImageFilter.h"

#include <cstdlib>

namespace {

template <typename TFilter, typename TImage>
typename TFilter::Pointer Run(const TImage* image, const char* full) {
  auto filter = TFilter::New();
  filter->SetInput(image);
  filter->SetForegroundValue(200);
  filter->SetBackgroundValue(7);
  filter->SetFullyConnected(std::string(full) == "on");
  filter->Update();
  return filter;
}

template <typename TOurs, typename TTheirs, typename TImage>
bool Compare(const TImage* image, const TImage* flat, char* argv[], void (TOurs::*setOurs)(bool),
             void (TTheirs::*setTheirs)(bool)) {
  itk::PreamarTest::Write(Run<TOurs>(image, argv[4])->GetOutput(), argv[5]);
  itk::PreamarTest::Write(Run<TTheirs>(image, argv[4])->GetOutput(), argv[6]);
  bool holds = true;
  for (const bool isExtremum : {true, false}) {
    auto ours = Run<TOurs>(flat, argv[4]);
    auto theirs = Run<TTheirs>(flat, argv[4]);
    ((*ours).*setOurs)(isExtremum);
    ((*theirs).*setTheirs)(isExtremum);
    ours->Update();
    theirs->Update();
    holds &= itk::PreamarTest::Holds(itk::PreamarTest::CountDifferent(ours->GetOutput(), theirs->GetOutput()) == 0,
                                     "a constant image");
  }
  return holds;
}

}  // namespace

int itkPreamarRegionalExtremaTest(int argc, char* argv[]) {
  if (argc != 7) return EXIT_FAILURE;
  return itk::PreamarTest::WithImage(argv[1], argv[2], [&](auto tag) {
    using ImageType = typename decltype(tag)::Type;
    using Marks = itk::Image<std::uint8_t, ImageType::ImageDimension>;
    const auto image = itk::PreamarTest::MakeHills<ImageType>(3), flat = itk::PreamarTest::MakeHills<ImageType>(3);
    flat->FillBuffer(5);
    bool holds;
    if (std::string(argv[3]) == "maxima") {
      using Ours = itk::PreamarRegionalMaximaImageFilter<ImageType, Marks>;
      using Theirs = itk::RegionalMaximaImageFilter<ImageType, Marks>;
      holds = Compare<Ours, Theirs>(image.GetPointer(), flat.GetPointer(), argv, &Ours::SetFlatIsMaxima,
                                    &Theirs::SetFlatIsMaxima);
    } else {
      using Ours = itk::PreamarRegionalMinimaImageFilter<ImageType, Marks>;
      using Theirs = itk::RegionalMinimaImageFilter<ImageType, Marks>;
      holds = Compare<Ours, Theirs>(image.GetPointer(), flat.GetPointer(), argv, &Ours::SetFlatIsMinima,
                                    &Theirs::SetFlatIsMinima);
    }
    return holds ? EXIT_SUCCESS : EXIT_FAILURE;
  });
}
