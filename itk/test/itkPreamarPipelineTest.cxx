// Filters of ITK and of Preamar in one pipeline, updated again after a parameter changed; streamed output.
#include "itkAddImageFilter.h"
#include "itkBinaryThresholdImageFilter.h"
#include "itkConnectedComponentImageFilter.h"
#include "itkDiscreteGaussianImageFilter.h"
#include "itkPreamarConnectedComponentImageFilter.h"
#include "itkPreamarDiscreteGaussianImageFilter.h"
#include "itkPreamarSobelEdgeDetectionImageFilter.h"
#include "itkPreamarTestTools.h"
#include "itkStreamingImageFilter.h"

#include <cstdlib>

namespace {

using itk::PreamarTest::CountDifferent;
using itk::PreamarTest::Holds;
using ImageType = itk::Image<float, 3>;
using Marks = itk::Image<std::uint8_t, 3>;
using Labels = itk::Image<std::uint32_t, 3>;

// Smooths, adds the image, thresholds and labels.
template <typename TGaussian, typename TComponents>
struct Pipeline {
  explicit Pipeline(ImageType* image) {
    gaussian->SetInput(image);
    gaussian->SetVariance(2);
    add->SetInput1(gaussian->GetOutput());
    add->SetInput2(image);
    add->InPlaceOn();
    threshold->SetInput(add->GetOutput());
    threshold->SetLowerThreshold(12000);
    components->SetInput(threshold->GetOutput());
  }
  typename TGaussian::Pointer gaussian = TGaussian::New();
  itk::AddImageFilter<ImageType>::Pointer add = itk::AddImageFilter<ImageType>::New();
  itk::BinaryThresholdImageFilter<ImageType, Marks>::Pointer threshold =
      itk::BinaryThresholdImageFilter<ImageType, Marks>::New();
  typename TComponents::Pointer components = TComponents::New();
};

using Ours = Pipeline<itk::PreamarDiscreteGaussianImageFilter<ImageType>,
                      itk::PreamarConnectedComponentImageFilter<Marks, Labels>>;
using Theirs = Pipeline<itk::DiscreteGaussianImageFilter<ImageType>, itk::ConnectedComponentImageFilter<Marks, Labels>>;

bool MixedPipeline() {
  const auto image = itk::PreamarTest::MakeHills<ImageType>(12);
  Ours ours(image);
  Theirs theirs(image);
  bool holds = true;
  const auto compare = [&](const char* when) {
    ours.components->Update();
    theirs.components->Update();
    holds &= Holds(ours.components->GetObjectCount() > 1 &&
                       CountDifferent(ours.components->GetOutput(), theirs.components->GetOutput()) == 0,
                   when);
  };
  compare("the first update");
  const auto made = ours.components->GetOutput()->GetMTime();
  ours.components->Update();
  holds &= Holds(ours.components->GetOutput()->GetMTime() == made, "an update without a change executes nothing");
  ours.gaussian->SetVariance(6);
  theirs.gaussian->SetVariance(6);
  compare("another variance");
  ours.components->FullyConnectedOn();
  theirs.components->FullyConnectedOn();
  compare("another connectivity");
  const auto before = ours.components->GetOutput()->GetMTime();
  ours.components->GetConfiguration()->SetThreads(1);
  compare("another configuration");
  holds &= Holds(ours.components->GetOutput()->GetMTime() > before, "a changed configuration makes it execute again");
  ours.components->SetConfiguration(nullptr);
  compare("no configuration");
  image->SetPixel(image->GetBufferedRegion().GetIndex(), 30000);
  image->Modified();
  compare("another image");
  return holds;
}

// A filter of neighbourhoods requests no more than it needs, and its streamed regions equal those of the whole output.
template <typename TFilter>
bool Pieces(TFilter* filter) {
  const auto image = itk::PreamarTest::MakeHills<ImageType>(13);
  filter->SetInput(image);
  auto streamed = itk::StreamingImageFilter<ImageType, ImageType>::New();
  streamed->SetInput(filter->GetOutput());
  streamed->SetNumberOfStreamDivisions(5);
  streamed->Update();
  const auto asked = image->GetRequestedRegion().GetNumberOfPixels();
  bool holds = Holds(asked < image->GetBufferedRegion().GetNumberOfPixels(), "a part of the input is enough");
  filter->UpdateLargestPossibleRegion();
  holds &= Holds(CountDifferent<ImageType>(streamed->GetOutput(), filter->GetOutput()) == 0,
                 "streamed regions and the whole output");
  return holds;
}

}  // namespace

int itkPreamarPipelineTest(int, char*[]) {
  auto gaussian = itk::PreamarDiscreteGaussianImageFilter<ImageType>::New();
  gaussian->SetVariance(1.5);
  auto sobel = itk::PreamarSobelEdgeDetectionImageFilter<ImageType, ImageType>::New();
  const bool holds = MixedPipeline() & Pieces(gaussian.GetPointer()) & Pieces(sobel.GetPointer());
  return holds ? EXIT_SUCCESS : EXIT_FAILURE;
}
