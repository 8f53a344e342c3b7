// A chain of filters on a device copies in once and out once, with the same result as on the CPU for each launch shape.
// Filters of ITK before, after and next to it see ordinary images.
#include "itkAddImageFilter.h"
#include "itkImageRegionConstIterator.h"
#include "itkPreamarCannyEdgeDetectionImageFilter.h"
#include "itkPreamarConnectedComponentImageFilter.h"
#include "itkPreamarDiscreteGaussianImageFilter.h"
#include "itkPreamarMorphologicalWatershedFromMarkersImageFilter.h"
#include "itkPreamarReconstructionByDilationImageFilter.h"
#include "itkPreamarSobelEdgeDetectionImageFilter.h"
#include "itkPreamarTestTools.h"
#include "itkShiftScaleImageFilter.h"

#include <cstdlib>

namespace {

using itk::PreamarTest::CountDifferent;
using itk::PreamarTest::Holds;

struct LaunchShape {
  std::int64_t groups = 0;
  int tile = 0;
};

itk::PreamarConfiguration::Pointer MakeDevice(const LaunchShape& shape = {}) {
  auto configuration = itk::PreamarConfiguration::New();
  const char* const name = std::getenv("PREAMAR_TEST_DEVICE");
  configuration->SetDevice(name ? name : "opencl:0");
  configuration->SetDeviceGroups(shape.groups);
  configuration->SetDeviceTile(shape.tile);
  return configuration;
}

bool Copied(const itk::PreamarConfiguration* configuration, std::int64_t in, std::int64_t out,
            const std::string& when) {
  return Holds(configuration->GetCopiesToDevice() == in && configuration->GetCopiesToHost() == out,
               when + ": " + std::to_string(configuration->GetCopiesToDevice()) + " copies in and " +
                   std::to_string(configuration->GetCopiesToHost()) + " out, not " + std::to_string(in) + " and " +
                   std::to_string(out));
}

// Gaussian, Sobel, Canny.
template <typename TImage>
struct Chain {
  static constexpr unsigned int dimension = TImage::ImageDimension;
  using Real = itk::Image<float, dimension>;
  using Edges = itk::Image<std::uint8_t, dimension>;

  Chain(TImage* image, itk::PreamarConfiguration* configuration) {
    gaussian->SetInput(image);
    gaussian->SetVariance(1.5);
    sobel->SetInput(gaussian->GetOutput());
    sobel->UseLegacyOperatorCoefficientsOff();
    canny->SetInput(sobel->GetOutput());
    canny->SetVariance(1);
    canny->SetLowerThreshold(1);
    canny->SetUpperThreshold(2);
    gaussian->SetConfiguration(configuration);
    sobel->SetConfiguration(configuration);
    canny->SetConfiguration(configuration);
  }
  typename itk::PreamarDiscreteGaussianImageFilter<TImage, Real>::Pointer gaussian =
      itk::PreamarDiscreteGaussianImageFilter<TImage, Real>::New();
  typename itk::PreamarSobelEdgeDetectionImageFilter<Real, Real>::Pointer sobel =
      itk::PreamarSobelEdgeDetectionImageFilter<Real, Real>::New();
  typename itk::PreamarCannyEdgeDetectionImageFilter<Real, Edges>::Pointer canny =
      itk::PreamarCannyEdgeDetectionImageFilter<Real, Edges>::New();
};

template <typename TImage>
bool CopiesOnce(const LaunchShape& shape) {
  const auto image = itk::PreamarTest::MakeHills<TImage>(15);
  const auto there = MakeDevice(shape);
  Chain<TImage> on_device(image, there), on_host(image, itk::PreamarConfiguration::New());
  on_host.canny->Update();
  on_device.canny->Update();
  bool holds = Copied(there, 1, 1, "the chain");
  const auto same = [&](const char* when) {
    on_host.canny->Update();
    holds &= Holds(CountDifferent(on_device.canny->GetOutput(), on_host.canny->GetOutput()) == 0, when);
  };
  same("the edges on the device and on the host");

  on_device.canny->SetUpperThreshold(5);
  on_host.canny->SetUpperThreshold(5);
  on_device.canny->Update();
  holds &= Copied(there, 1, 2, "another threshold");
  same("edges by another threshold");

  // An iterator copies an intermediate image to the host; it also stays on the device.
  const auto* const smooth = on_device.gaussian->GetOutput();
  const auto count = CountDifferent<typename Chain<TImage>::Real>(smooth, on_host.gaussian->GetOutput());
  holds &= Holds(count == 0, "the smooth image") & Copied(there, 1, 3, "an image in between");
  on_device.sobel->Modified();
  on_device.canny->Update();
  holds &= Copied(there, 1, 4, "an image that both have is not copied in");

  // Pixels that changed on the host are copied to the device again.
  image->FillBuffer(3);
  image->Modified();
  on_device.canny->Update();
  holds &= Copied(there, 2, 5, "another image");
  same("edges of another image");
  return holds;
}

// sum = image + smooth, reconstructed from smooth: a filter of ITK reads an image that the last filter reads too.
bool Diamond(const LaunchShape& shape) {
  using ImageType = itk::Image<float, 2>;
  const auto image = itk::PreamarTest::MakeHills<ImageType>(16);
  const auto there = MakeDevice(shape);
  const auto run = [&](itk::PreamarConfiguration* configuration) {
    auto before = itk::ShiftScaleImageFilter<ImageType, ImageType>::New();
    before->SetInput(image);
    before->SetShift(10000);
    auto gaussian = itk::PreamarDiscreteGaussianImageFilter<ImageType>::New();
    gaussian->SetInput(before->GetOutput());
    gaussian->SetVariance(3);
    gaussian->SetConfiguration(configuration);
    auto add = itk::AddImageFilter<ImageType>::New();
    add->SetInput1(gaussian->GetOutput());
    add->SetInput2(before->GetOutput());
    auto reconstruct = itk::PreamarReconstructionByDilationImageFilter<ImageType, ImageType>::New();
    reconstruct->SetMarkerImage(gaussian->GetOutput());
    reconstruct->SetMaskImage(add->GetOutput());
    reconstruct->SetConfiguration(configuration);
    auto after = itk::ShiftScaleImageFilter<ImageType, ImageType>::New();
    after->SetInput(reconstruct->GetOutput());
    after->SetShift(1);
    after->Update();
    return ImageType::Pointer(after->GetOutput());
  };
  const auto on_device = run(there), on_host = run(itk::PreamarConfiguration::New());
  bool holds = Copied(there, 2, 2, "a diamond: the image and the sum in, the smooth image and the result out");
  holds &= Holds(CountDifferent<ImageType>(on_device, on_host) == 0, "a diamond");
  return holds;
}

// Results that are converted, and GetPixel(), which is not virtual.
bool Conversions(const LaunchShape& shape) {
  using Objects = itk::Image<std::uint8_t, 2>;
  using Labels = itk::Image<std::uint16_t, 2>;
  const auto image = itk::PreamarTest::MakeObjects<Objects>(17, 200);
  const auto there = MakeDevice(shape);
  auto filter = itk::PreamarConnectedComponentImageFilter<Objects, Labels>::New();
  filter->SetInput(image);
  filter->Update();
  const Labels::Pointer expected = filter->GetOutput();
  expected->DisconnectPipeline();
  filter->SetConfiguration(there);
  filter->Update();
  bool holds = Holds(CountDifferent<Labels>(expected, filter->GetOutput()) == 0, "labels of 16 bits");
  holds &= Copied(there, 1, 1, "labels of 16 bits");

  auto sobel = itk::PreamarSobelEdgeDetectionImageFilter<Objects, itk::Image<float, 2>>::New();
  sobel->SetInput(image);
  sobel->SetConfiguration(there);
  sobel->ComputeDirectionOn();
  sobel->Update();
  const auto index = image->GetBufferedRegion().GetIndex();
  holds &= Holds(sobel->GetOutput()->GetPixel(index) >= 0, "a pixel after an update");
  return holds;
}

// Filters with configurations of their own share images in the memory of one device.
bool ShapePerFilter() {
  using ImageType = itk::Image<float, 2>;
  const auto image = itk::PreamarTest::MakeHills<ImageType>(18);
  const auto first = MakeDevice({3, 0}), last = MakeDevice({0, 64});
  Chain<ImageType> on_device(image, first), on_host(image, itk::PreamarConfiguration::New());
  on_device.canny->SetConfiguration(last);
  on_device.canny->Update();
  on_host.canny->Update();
  bool holds = Holds(CountDifferent(on_device.canny->GetOutput(), on_host.canny->GetOutput()) == 0, "two shapes");
  holds &= Copied(first, 1, 0, "the first filters") & Copied(last, 0, 1, "the last filter");

  last->SetDeviceTile(48);
  try {
    on_device.canny->Update();
  } catch (const itk::ExceptionObject& error) {
    const std::string said = error.GetDescription();
    return Holds(said.find("device_tile is 48; it must be 32 or 64") != std::string::npos, said) & holds;
  }
  return Holds(false, "a tile of 48 is an error");
}

bool Refuses() {
  using ImageType = itk::Image<std::uint8_t, 2>;
  auto filter = itk::PreamarMorphologicalWatershedFromMarkersImageFilter<ImageType, ImageType>::New();
  filter->SetInput(itk::PreamarTest::MakeHills<ImageType>(1));
  filter->SetMarkerImage(itk::PreamarTest::MakeObjects<ImageType>(1, 1));
  filter->SetConfiguration(MakeDevice());
  try {
    filter->Update();
  } catch (const itk::ExceptionObject& error) {
    return Holds(std::string(error.GetDescription()).find("does not run on") != std::string::npos, error.what());
  }
  return Holds(false, "a filter without a form for devices refuses them");
}

}  // namespace

int itkPreamarDeviceTest(int, char*[]) {
  bool holds = ShapePerFilter() & Refuses();
  for (const LaunchShape& shape : {LaunchShape{}, {1, 32}, {2, 64}, {7, 32}, {1000, 64}})
    holds &= Holds(CopiesOnce<itk::Image<float, 2>>(shape) & CopiesOnce<itk::Image<std::uint16_t, 3>>(shape) &
                       Diamond(shape) & Conversions(shape),
                   std::to_string(shape.groups) + " groups, tiles of " + std::to_string(shape.tile));
  return holds ? EXIT_SUCCESS : EXIT_FAILURE;
}
