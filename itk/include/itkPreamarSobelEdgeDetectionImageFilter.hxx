#ifndef itkPreamarSobelEdgeDetectionImageFilter_hxx
#define itkPreamarSobelEdgeDetectionImageFilter_hxx

#include "itkPreamarSobelEdgeDetectionImageFilter.h"

#include <type_traits>

namespace itk {

template <typename TInputImage, typename TOutputImage>
void PreamarSobelEdgeDetectionImageFilter<TInputImage, TOutputImage>::SetComputeDirection(bool flag) {
  if (flag == GetComputeDirection()) return;
  this->SetNumberOfIndexedOutputs(flag ? 2 : 1);
  if (flag) this->SetNthOutput(1, this->MakeOutput(1));
  this->Modified();
}

/** The gradient magnitude with the weights of ITK up to version 5. */
template <typename TReal>
struct PreamarLegacySobel {
  using Window = preamar::Window<TReal, 3, 3, 3>;

  // The weighted sum of a plane of 3 x 3 pixels at(a, b).
  template <typename TAt>
  static TReal Plane(const TAt& at) {
    return (at(-1, -1) + at(-1, 1) + at(1, -1) + at(1, 1)) + 3 * (at(-1, 0) + at(0, -1) + at(0, 1) + at(1, 0)) +
           6 * at(0, 0);
  }
  TReal operator()(const Window& w) const {
    const auto along_x = [&](int side) { return Plane([&](int a, int b) { return w(a, b, side); }); };
    const auto along_y = [&](int side) { return Plane([&](int a, int b) { return w(a, side, b); }); };
    const auto along_z = [&](int side) { return Plane([&](int a, int b) { return w(side, a, b); }); };
    const TReal x = along_x(1) - along_x(-1), y = along_y(1) - along_y(-1), z = along_z(1) - along_z(-1);
    return std::sqrt(x * x + y * y + z * z);
  }
};

template <typename TInputImage, typename TOutputImage>
void PreamarSobelEdgeDetectionImageFilter<TInputImage, TOutputImage>::Run(const preamar::Execution& on) {
  using Pixel = typename TInputImage::PixelType;
  using Real = std::conditional_t<sizeof(Pixel) <= 2 || std::is_same_v<Pixel, float>, float, double>;
  const preamar::ConstImageView image = this->Read(this->GetInput());
  if (GetComputeDirection() && Superclass::ImageDimension == 3)
    this->Refuse("ComputeDirection is on; the slope of an image of three dimensions has no single angle");
  if constexpr (Superclass::ImageDimension == 3) {
    if (m_UseLegacyOperatorCoefficients) {
      const preamar::ImageView magnitude = this->Write(preamar::dtype_of<Real>());
      preamar::stencil<3, 3, 3>(image, magnitude, PreamarLegacySobel<Real>(), preamar::Border::nearest, on);
      return;
    }
  }
  const preamar::ImageView magnitude = this->Write(preamar::DType::float32);
  if (GetComputeDirection())
    preamar::sobel(image, magnitude, this->Write(preamar::DType::float32, GetDirectionOutput()), {}, on);
  else
    preamar::sobel(image, magnitude, {}, on);
}

}  // namespace itk

#endif
