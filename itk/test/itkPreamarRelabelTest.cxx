// PIXEL DIMENSION SORTED|UNSORTED MINIMUM OURS THEIRS: with labels up to 40 apart.
#include "itkPreamarConnectedComponentImageFilter.h"
#include "itkPreamarRelabelComponentImageFilter.h"
#include "itkPreamarTestTools.h"
#include "itkRelabelComponentImageFilter.h"
#include "itkShiftScaleImageFilter.h"

#include <cstdlib>

namespace {

template <typename TFilter, typename TImage>
typename TFilter::Pointer Run(const TImage* labels, char* argv[], const char* file) {
  auto filter = TFilter::New();
  filter->SetInput(labels);
  filter->SetSortByObjectSize(std::string(argv[3]) == "sorted");
  filter->SetMinimumObjectSize(std::stoul(argv[4]));
  filter->Update();
  itk::PreamarTest::Write(filter->GetOutput(), file);
  return filter;
}

}  // namespace

int itkPreamarRelabelTest(int argc, char* argv[]) {
  if (argc != 7) return EXIT_FAILURE;
  return itk::PreamarTest::WithImage(argv[1], argv[2], [&](auto tag) {
    using ImageType = typename decltype(tag)::Type;
    using Labels = itk::Image<std::uint32_t, ImageType::ImageDimension>;
    auto components = itk::PreamarConnectedComponentImageFilter<ImageType, Labels>::New();
    components->SetInput(itk::PreamarTest::MakeObjects<ImageType>(5, 9));
    auto apart = itk::ShiftScaleImageFilter<Labels, Labels>::New();
    apart->SetInput(components->GetOutput());
    apart->SetScale(40);
    apart->Update();
    const auto ours = Run<itk::PreamarRelabelComponentImageFilter<Labels, Labels>>(apart->GetOutput(), argv, argv[5]);
    const auto theirs = Run<itk::RelabelComponentImageFilter<Labels, Labels>>(apart->GetOutput(), argv, argv[6]);
    const bool holds = ours->GetNumberOfObjects() == theirs->GetNumberOfObjects() && ours->GetNumberOfObjects() > 3 &&
                       ours->GetOriginalNumberOfObjects() == theirs->GetOriginalNumberOfObjects() &&
                       ours->GetSizeOfObjectsInPixels() == theirs->GetSizeOfObjectsInPixels() &&
                       ours->GetSizeOfObjectsInPhysicalUnits() == theirs->GetSizeOfObjectsInPhysicalUnits() &&
                       ours->GetSizeOfObjectInPixels(2) == theirs->GetSizeOfObjectInPixels(2);
    return itk::PreamarTest::Holds(holds, "the same numbers and sizes") ? EXIT_SUCCESS : EXIT_FAILURE;
  });
}
