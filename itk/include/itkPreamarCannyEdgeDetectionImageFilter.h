#ifndef itkPreamarCannyEdgeDetectionImageFilter_h
#define itkPreamarCannyEdgeDetectionImageFilter_h

#include "itkFixedArray.h"
#include "itkPreamarGaussian.h"
#include "itkPreamarImageFilter.h"

#include <preamar/canny.h>
#include <preamar/device_image.h>

namespace itk {

/** \class PreamarCannyEdgeDetectionImageFilter
 * \brief Canny edge detector; replaces CannyEdgeDetectionImageFilter. The output is 1 on edges and 0 elsewhere.
 *
 * Input and output may have any pixel type; ITK's filter takes floating point only. An output of unsigned char stays
 * on a device.
 *
 * \ingroup Preamar
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT PreamarCannyEdgeDetectionImageFilter : public PreamarImageFilter<TInputImage, TOutputImage> {
 public:
  ITK_DISALLOW_COPY_AND_MOVE(PreamarCannyEdgeDetectionImageFilter);

  using Self = PreamarCannyEdgeDetectionImageFilter;
  using Superclass = PreamarImageFilter<TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using ArrayType = FixedArray<double, TInputImage::ImageDimension>;
  using OutputImagePixelType = typename TOutputImage::PixelType;

  itkNewMacro(Self);
  itkTypeMacro(PreamarCannyEdgeDetectionImageFilter, PreamarImageFilter);

  /** Variance of the Gaussian, in the unit of the spacing. */
  itkSetMacro(Variance, ArrayType);
  itkGetConstMacro(Variance, const ArrayType);
  void SetVariance(double variance) { this->SetVariance(ArrayType::Filled(variance)); }

  /** Fraction of the kernel's sum that may be truncated, 1e-12 to 0.5; the same for all axes. */
  itkSetMacro(MaximumError, ArrayType);
  itkGetConstMacro(MaximumError, const ArrayType);
  void SetMaximumError(double error) { this->SetMaximumError(ArrayType::Filled(error)); }

  /** Thresholds of the gradient magnitude, in grey levels per pixel. Pixels above the upper one are strong edges; weak
   * edges, above the lower one, are kept if they are connected to a strong edge. */
  itkSetMacro(UpperThreshold, OutputImagePixelType);
  itkGetConstMacro(UpperThreshold, OutputImagePixelType);
  itkSetMacro(LowerThreshold, OutputImagePixelType);
  itkGetConstMacro(LowerThreshold, OutputImagePixelType);

 protected:
  PreamarCannyEdgeDetectionImageFilter() = default;
  ~PreamarCannyEdgeDetectionImageFilter() override = default;

  void Run(const preamar::Execution& on) override {
    const PreamarGaussian<Superclass::ImageDimension> scale(m_Variance, m_MaximumError, this->GetInput()->GetSpacing());
    const preamar::ConstImageView image = this->Read(this->GetInput());
    preamar::CannyOptions options{.sigma = scale.SigmaOfAll(),
                                  .low = static_cast<double>(m_LowerThreshold),
                                  .high = static_cast<double>(m_UpperThreshold),
                                  .method = preamar::CannyMethod::differential};
    const preamar::ImageView out = this->Write(preamar::DType::boolean);
    if (scale.IsOneForAll()) {
      preamar::canny(image, out, options, on);
      return;
    }
    options.sigma = 0;
    const bool is_narrow = sizeof(typename TInputImage::PixelType) <= 2 || image.dtype() == preamar::DType::float32;
    preamar::DeviceImage smooth({is_narrow ? preamar::DType::float32 : preamar::DType::float64, image.shape()}, on);
    preamar::gaussian(image, smooth.to_write_on_device(), scale.Options(), on);
    preamar::canny(smooth.on_device(), out, options, on);
  }
  void PrintSelf(std::ostream& os, Indent indent) const override {
    Superclass::PrintSelf(os, indent);
    os << indent << "Variance: " << m_Variance << '\n';
    os << indent << "MaximumError: " << m_MaximumError << '\n';
    os << indent
       << "UpperThreshold: " << static_cast<typename NumericTraits<OutputImagePixelType>::PrintType>(m_UpperThreshold)
       << '\n';
    os << indent
       << "LowerThreshold: " << static_cast<typename NumericTraits<OutputImagePixelType>::PrintType>(m_LowerThreshold)
       << '\n';
  }

 private:
  ArrayType m_Variance = ArrayType::Filled(0.0);
  ArrayType m_MaximumError = ArrayType::Filled(0.01);
  OutputImagePixelType m_UpperThreshold = 0;
  OutputImagePixelType m_LowerThreshold = 0;
};

}  // namespace itk

#endif
