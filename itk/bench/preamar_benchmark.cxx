// preamar_benchmark SIZE VOLUME_SIZE RUNS [NAME]: times these filters and ITK's, two threads each, and prints rows of a
// table; all filters, or those with NAME in their names. Runs alternate and the median is printed. A result that
// differs from ITK's by more than the documented tolerance is an error.
#include "itkCannyEdgeDetectionImageFilter.h"
#include "itkConnectedComponentImageFilter.h"
#include "itkDiscreteGaussianImageFilter.h"
#include "itkGrayscaleFillholeImageFilter.h"
#include "itkHMaximaImageFilter.h"
#include "itkMorphologicalWatershedFromMarkersImageFilter.h"
#include "itkPreamarCannyEdgeDetectionImageFilter.h"
#include "itkPreamarConnectedComponentImageFilter.h"
#include "itkPreamarDiscreteGaussianImageFilter.h"
#include "itkPreamarGrayscaleFillholeImageFilter.h"
#include "itkPreamarHMaximaImageFilter.h"
#include "itkPreamarMorphologicalWatershedFromMarkersImageFilter.h"
#include "itkPreamarReconstructionByDilationImageFilter.h"
#include "itkPreamarRelabelComponentImageFilter.h"
#include "itkPreamarSignedMaurerDistanceMapImageFilter.h"
#include "itkPreamarSobelEdgeDetectionImageFilter.h"
#include "itkReconstructionByDilationImageFilter.h"
#include "itkRelabelComponentImageFilter.h"
#include "itkSignedMaurerDistanceMapImageFilter.h"
#include "itkSobelEdgeDetectionImageFilter.h"

#include <preamar/generate.h>
#include <preamar/map.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

namespace {

int runs = 5;
std::string chosen;

// Image number `which` of a test image of Preamar.
template <typename TImage>
typename TImage::Pointer Generate(const char* name, std::int64_t size, std::size_t which = 0) {
  const auto images = preamar::generate(name, size);
  auto image = TImage::New();
  typename TImage::SizeType sizes;
  sizes.Fill(static_cast<itk::SizeValueType>(size));
  image->SetRegions(sizes);
  image->Allocate();
  using Pixel = typename TImage::PixelType;
  preamar::map(images[which].view(),
               preamar::ImageView(image->GetBufferPointer(), preamar::dtype_of<Pixel>(), images[which].shape()),
               [](Pixel value) { return value; });
  return image;
}

template <typename TFilter, typename TSet>
double Time(const TSet& set, typename TFilter::OutputImageType::Pointer& result) {
  const auto begin = std::chrono::steady_clock::now();
  auto filter = TFilter::New();
  set(filter.GetPointer());
  filter->Update();
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
  result = filter->GetOutput();
  return taken.count();
}

double Median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

// Tolerance: at most a `share` of the pixels may differ by more than `by`.
struct Tolerance {
  double by = 0, share = 0;
};

// set(filter) sets the inputs and parameters of both filters.
template <typename TOurs, typename TTheirs, typename TSet>
void Compare(const std::string& name, const TSet& set, const Tolerance& allowed = {}) {
  if (name.find(chosen) == std::string::npos) return;
  typename TOurs::OutputImageType::Pointer ours;
  typename TTheirs::OutputImageType::Pointer theirs;
  std::vector<double> own, other;
  for (int run = 0; run < runs; ++run) {
    other.push_back(Time<TTheirs>(set, theirs));
    own.push_back(Time<TOurs>(set, ours));
  }
  const auto count = ours->GetBufferedRegion().GetNumberOfPixels();
  double different = 0;
  for (itk::SizeValueType i = 0; i < count; ++i)
    different += !(std::abs(static_cast<double>(ours->GetBufferPointer()[i]) -
                            static_cast<double>(theirs->GetBufferPointer()[i])) <= allowed.by);
  if (different > allowed.share * static_cast<double>(count)) {
    std::cerr << name << ": " << different << " of " << count << " pixels differ from ITK's\n";
    std::exit(EXIT_FAILURE);
  }
  std::cout << std::fixed << std::setprecision(1) << "| " << name << " | " << Median(other) << " | " << Median(own)
            << " | " << Median(other) / Median(own) << " |" << std::endl;
}

template <unsigned int VDimension>
void CompareAll(std::int64_t size) {
  using Bytes = itk::Image<unsigned char, VDimension>;
  using Real = itk::Image<float, VDimension>;
  using Labels = itk::Image<unsigned int, VDimension>;
  const bool flat = VDimension == 2;
  const std::string shape = flat ? std::to_string(size) + "^2" : std::to_string(size) + "^3";

  const auto marker = Generate<Bytes>(flat ? "tissue-100-h" : "tissue3d-h", size, 0);
  const auto mask = Generate<Bytes>(flat ? "tissue-100-h" : "tissue3d-h", size, 1);
  for (const bool full : {false, true})
    Compare<itk::PreamarReconstructionByDilationImageFilter<Bytes, Bytes>,
            itk::ReconstructionByDilationImageFilter<Bytes, Bytes>>(
        std::string("ReconstructionByDilation") + (full ? ", fully connected, " : ", ") + shape, [&](auto* filter) {
          filter->SetMarkerImage(marker);
          filter->SetMaskImage(mask);
          filter->SetFullyConnected(full);
        });
  Compare<itk::PreamarHMaximaImageFilter<Bytes, Bytes>, itk::HMaximaImageFilter<Bytes, Bytes>>("HMaxima, " + shape,
                                                                                               [&](auto* filter) {
                                                                                                 filter->SetInput(mask);
                                                                                                 filter->SetHeight(40);
                                                                                               });
  Compare<itk::PreamarGrayscaleFillholeImageFilter<Bytes, Bytes>, itk::GrayscaleFillholeImageFilter<Bytes, Bytes>>(
      "GrayscaleFillhole, " + shape, [&](auto* filter) { filter->SetInput(mask); });

  const auto objects = Generate<Bytes>(flat ? "tissue-bin" : "tissue3d-bin", size);
  using Components = itk::PreamarConnectedComponentImageFilter<Bytes, Labels>;
  for (const bool full : {false, true})
    Compare<Components, itk::ConnectedComponentImageFilter<Bytes, Labels>>(
        std::string("ConnectedComponent") + (full ? ", fully connected, " : ", ") + shape, [&](auto* filter) {
          filter->SetInput(objects);
          filter->SetFullyConnected(full);
        });
  const auto noise = Generate<Bytes>(flat ? "random-50" : "random3d-50", size);
  for (const bool full : {false, true})
    Compare<Components, itk::ConnectedComponentImageFilter<Bytes, Labels>>(
        std::string("ConnectedComponent of noise") + (full ? ", fully connected, " : ", ") + shape, [&](auto* filter) {
          filter->SetInput(noise);
          filter->SetFullyConnected(full);
        });
  auto components = Components::New();
  components->SetInput(objects);
  components->Update();
  Compare<itk::PreamarRelabelComponentImageFilter<Labels, Labels>, itk::RelabelComponentImageFilter<Labels, Labels>>(
      "RelabelComponent, " + shape, [&](auto* filter) { filter->SetInput(components->GetOutput()); });
  const auto blobs = Generate<Bytes>(flat ? "blobs" : "blobs3d", size);
  Compare<itk::PreamarSignedMaurerDistanceMapImageFilter<Bytes, Real>,
          itk::SignedMaurerDistanceMapImageFilter<Bytes, Real>>("SignedMaurerDistanceMap, " + shape,
                                                                [&](auto* filter) {
                                                                  filter->SetInput(blobs);
                                                                  filter->SquaredDistanceOff();
                                                                },
                                                                {.by = 1e-4});

  const auto photo = Generate<Real>(flat ? "photo" : "tissue3d", size);
  Compare<itk::PreamarDiscreteGaussianImageFilter<Real>, itk::DiscreteGaussianImageFilter<Real>>(
      "DiscreteGaussian, variance 2, " + shape,
      [&](auto* filter) {
        filter->SetInput(photo);
        filter->SetVariance(2);
      },
      {.by = 255e-5});
  Compare<itk::PreamarSobelEdgeDetectionImageFilter<Real, Real>, itk::SobelEdgeDetectionImageFilter<Real, Real>>(
      "SobelEdgeDetection, " + shape, [&](auto* filter) { filter->SetInput(photo); }, {.by = 255e-5});
  Compare<itk::PreamarCannyEdgeDetectionImageFilter<Real, Real>, itk::CannyEdgeDetectionImageFilter<Real, Real>>(
      "CannyEdgeDetection, variance 1.96, 4 and 7, " + shape,
      [&](auto* filter) {
        filter->SetInput(photo);
        filter->SetVariance(1.96);
        filter->SetLowerThreshold(4);
        filter->SetUpperThreshold(7);
      },
      {.share = 1e-4});

  const auto slope = Generate<Bytes>(flat ? "tissue-seeds" : "tissue3d-seeds", size, 0);
  const auto seeds = Generate<Labels>(flat ? "tissue-seeds" : "tissue3d-seeds", size, 1);
  Compare<itk::PreamarMorphologicalWatershedFromMarkersImageFilter<Bytes, Labels>,
          itk::MorphologicalWatershedFromMarkersImageFilter<Bytes, Labels>>(
      "MorphologicalWatershedFromMarkers, no line, " + shape,
      [&](auto* filter) {
        filter->SetInput(slope);
        filter->SetMarkerImage(seeds);
        filter->MarkWatershedLineOff();
      },
      {.share = 0.1});  // with 256 grey levels basins meet on plateaus, where ITK's result depends on its queue
}

}  // namespace

int main(int argc, char* argv[]) {
  if (argc < 4 || argc > 5) {
    std::cerr << "preamar_benchmark SIZE VOLUME_SIZE RUNS [NAME]\n";
    return EXIT_FAILURE;
  }
  runs = std::atoi(argv[3]);
  if (argc == 5) chosen = argv[4];
  itk::MultiThreaderBase::SetGlobalMaximumNumberOfThreads(2);
  itk::MultiThreaderBase::SetGlobalDefaultNumberOfThreads(2);
  std::cout << "| filter, image | ITK, ms | Preamar, ms | times |\n|---|---|---|---|\n";
  CompareAll<2>(std::atoi(argv[1]));
  CompareAll<3>(std::atoi(argv[2]));
  return EXIT_SUCCESS;
}
