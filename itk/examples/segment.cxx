// segment VOLUME LABELS: smooths a volume, selects dark voxels by Otsu's threshold, fills holes, labels the objects in
// order of size, writes the labels and prints the sizes.
#include "itkImageFileReader.h"
#include "itkImageFileWriter.h"
#include "itkOtsuThresholdImageFilter.h"
#include "itkPreamarBinaryFillholeImageFilter.h"
#include "itkPreamarConnectedComponentImageFilter.h"
#include "itkPreamarDiscreteGaussianImageFilter.h"
#include "itkPreamarRelabelComponentImageFilter.h"

#include <cstdlib>
#include <iostream>

int main(int argc, char* argv[]) {
  if (argc != 3) {
    std::cerr << "segment VOLUME LABELS\n";
    return EXIT_FAILURE;
  }
  using Volume = itk::Image<unsigned char, 3>;
  using Labels = itk::Image<unsigned int, 3>;
  const auto volume = itk::ReadImage<Volume>(argv[1]);

  auto smooth = itk::PreamarDiscreteGaussianImageFilter<Volume>::New();
  smooth->SetInput(volume);
  smooth->SetVariance(1.0);

  auto dark = itk::OtsuThresholdImageFilter<Volume, Volume>::New();  // a filter of ITK in the same pipeline
  dark->SetInput(smooth->GetOutput());
  dark->SetInsideValue(1);
  dark->SetOutsideValue(0);

  auto whole = itk::PreamarBinaryFillholeImageFilter<Volume>::New();
  whole->SetInput(dark->GetOutput());
  whole->SetForegroundValue(1);

  auto objects = itk::PreamarConnectedComponentImageFilter<Volume, Labels>::New();
  objects->SetInput(whole->GetOutput());
  objects->FullyConnectedOn();

  auto sorted = itk::PreamarRelabelComponentImageFilter<Labels, Labels>::New();
  sorted->SetInput(objects->GetOutput());
  sorted->SetMinimumObjectSize(20);

  try {
    itk::WriteImage(sorted->GetOutput(), argv[2]);
  } catch (const itk::ExceptionObject& error) {
    std::cerr << error.what() << '\n';
    return EXIT_FAILURE;
  }
  std::cout << sorted->GetNumberOfObjects() << " objects of 20 voxels or more, " << sorted->GetOriginalNumberOfObjects()
            << " in all\nobject voxels volume\n";
  for (unsigned int label = 1; label <= 5 && label <= sorted->GetNumberOfObjects(); ++label)
    std::cout << label << ' ' << sorted->GetSizeOfObjectInPixels(label) << ' '
              << sorted->GetSizeOfObjectInPhysicalUnits(label) << '\n';
  return EXIT_SUCCESS;
}
