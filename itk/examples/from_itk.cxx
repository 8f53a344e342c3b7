// Measures the distance of each pixel of an itk::Image to the background, into a new image; no pixel is copied.
#include "itkPreamarView.h"

#include <preamar/distance.h>

#include <iostream>

int main() {
  auto image = itk::Image<unsigned char, 2>::New();
  image->SetRegions(itk::Size<2>{{5, 3}});
  image->Allocate(true);         // 0, the background
  image->SetPixel({{4, 1}}, 1);  // x, y
  const auto distances = itk::PreamarToImage<itk::Image<float, 2>>(preamar::distance(itk::PreamarView(image)));
  std::cout << distances->GetPixel({{4, 1}}) << '\n';  // 1
}
