// Progress is reported, an observer can abort a filter, the filter runs again afterwards, and errors name the filter.
#include "itkCommand.h"
#include "itkPreamarConnectedComponentImageFilter.h"
#include "itkPreamarDiscreteGaussianImageFilter.h"
#include "itkPreamarHMaximaImageFilter.h"
#include "itkPreamarTestTools.h"

#include <cstdlib>
#include <limits>

namespace {

using itk::PreamarTest::Holds;
using ImageType = itk::Image<float, 2>;

ImageType::Pointer MakeLargeImage() {
  const auto small = itk::PreamarTest::MakeHills<ImageType>(14);
  auto image = ImageType::New();
  image->SetRegions(itk::Size<2>{1500, 1200});
  image->Allocate();
  const auto count = small->GetBufferedRegion().GetNumberOfPixels();
  for (itk::SizeValueType i = 0; i < image->GetBufferedRegion().GetNumberOfPixels(); ++i)
    image->GetBufferPointer()[i] = small->GetBufferPointer()[(i * 7 + i / 1500) % count];
  return image;
}

template <typename TFilter>
bool AbortsHalfWay(TFilter* filter) {
  filter->SetInput(MakeLargeImage());
  filter->GetConfiguration()->SetThreads(2);
  filter->Update();
  const typename TFilter::OutputImageType::Pointer whole = filter->GetOutput();
  whole->DisconnectPipeline();

  int reports = 0;
  float last = 0;
  bool isRising = true, shallAbort = true, wasAborted = false;
  filter->AddObserver(itk::ProgressEvent(), [&](const itk::EventObject&) {
    ++reports;
    isRising &= filter->GetProgress() >= last;
    last = filter->GetProgress();
    if (shallAbort && last > 0 && last < 1) filter->AbortGenerateDataOn();
  });
  filter->AddObserver(itk::AbortEvent(), [&](const itk::EventObject&) { wasAborted = true; });
  bool wasThrown = false;
  try {
    filter->Modified();
    filter->Update();
  } catch (const itk::ProcessAborted& aborted) {
    wasThrown = std::string(aborted.GetDescription()).find(filter->GetNameOfClass()) != std::string::npos;
  }
  bool holds = Holds(wasThrown && wasAborted && last < 1, std::string(filter->GetNameOfClass()) + " is aborted");
  shallAbort = false;
  reports = 0;
  last = 0;
  filter->Update();
  std::cout << filter->GetNameOfClass() << ": " << reports << " reports of progress\n";
  holds &= Holds(isRising && reports > 2 && last == 1, "progress rises to 1");
  bool isEqual = true;
  for (itk::SizeValueType i = 0; i < whole->GetBufferedRegion().GetNumberOfPixels(); ++i)
    isEqual &= whole->GetBufferPointer()[i] == filter->GetOutput()->GetBufferPointer()[i];
  holds &= Holds(isEqual, "the same result afterwards");
  return holds;
}

template <typename TFilter>
bool NamesItself(TFilter* filter, const std::string& words) {
  try {
    filter->Update();
  } catch (const itk::ExceptionObject& error) {
    const std::string text = error.GetDescription();
    return Holds(text.find(filter->GetNameOfClass()) != std::string::npos && text.find(words) != std::string::npos,
                 "the error names the filter and says '" + words + "': " + text);
  }
  return Holds(false, std::string("no error: ") + words);
}

}  // namespace

int itkPreamarAbortTest(int, char*[]) {
  auto heights = itk::PreamarHMaximaImageFilter<ImageType, ImageType>::New();
  heights->SetHeight(3000);
  auto gaussian = itk::PreamarDiscreteGaussianImageFilter<ImageType>::New();
  gaussian->SetVariance(100);
  bool holds = AbortsHalfWay(heights.GetPointer()) & AbortsHalfWay(gaussian.GetPointer());

  const auto image = MakeLargeImage();
  image->GetBufferPointer()[5] = std::numeric_limits<float>::quiet_NaN();
  heights->SetInput(image);
  holds &= NamesItself(heights.GetPointer(), "NaN");
  auto error = gaussian->GetMaximumError();
  error[1] = 0.1;
  gaussian->SetMaximumError(error);
  holds &= NamesItself(gaussian.GetPointer(), "MaximumError");
  using Labels = itk::Image<std::uint8_t, 2>;
  auto components = itk::PreamarConnectedComponentImageFilter<ImageType, Labels>::New();
  auto dots = MakeLargeImage();
  for (itk::SizeValueType i = 0; i < dots->GetBufferedRegion().GetNumberOfPixels(); ++i)
    dots->GetBufferPointer()[i] = i % 3 == 0;
  components->SetInput(dots);
  holds &= NamesItself(components.GetPointer(), "more than the output's type");
  components->GetConfiguration()->SetDevice("opencl:99");
  holds &= NamesItself(components.GetPointer(), "opencl:99");
  return holds ? EXIT_SUCCESS : EXIT_FAILURE;
}
