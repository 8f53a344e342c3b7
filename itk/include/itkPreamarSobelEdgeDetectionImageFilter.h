#ifndef itkPreamarSobelEdgeDetectionImageFilter_h
#define itkPreamarSobelEdgeDetectionImageFilter_h

#include "itkPreamarImageFilter.h"
#include "itkVersion.h"

#include <preamar/sobel.h>
#include <preamar/stencil.h>

#include <cmath>

namespace itk {

/** \class PreamarSobelEdgeDetectionImageFilter
 * \brief Gradient magnitude by the Sobel operator; replaces SobelEdgeDetectionImageFilter. The gradient direction is
 * an optional second output.
 *
 * The filter can be streamed.
 *
 * \ingroup Preamar
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT PreamarSobelEdgeDetectionImageFilter : public PreamarImageFilter<TInputImage, TOutputImage> {
 public:
  ITK_DISALLOW_COPY_AND_MOVE(PreamarSobelEdgeDetectionImageFilter);

  using Self = PreamarSobelEdgeDetectionImageFilter;
  using Superclass = PreamarImageFilter<TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using OutputImageType = TOutputImage;

  itkNewMacro(Self);
  itkTypeMacro(PreamarSobelEdgeDetectionImageFilter, PreamarImageFilter);

  /** Whether to compute a second output: the gradient direction in radians, 0 along the first axis and pi / 2 along the
   * second (default: off). Only for images of two dimensions. */
  void SetComputeDirection(bool flag);
  bool GetComputeDirection() const { return this->GetNumberOfIndexedOutputs() > 1; }
  itkBooleanMacro(ComputeDirection);
  OutputImageType* GetDirectionOutput() {
    return itkDynamicCastInDebugMode<OutputImageType*>(this->ProcessObject::GetOutput(1));
  }

  /** Whether the weights in three dimensions are those of ITK up to version 5 (1 3 1, 3 6 3, 1 3 1 across each
   * difference), or products of 1 2 1. The former do not run on devices. */
  itkSetMacro(UseLegacyOperatorCoefficients, bool);
  itkGetConstMacro(UseLegacyOperatorCoefficients, bool);
  itkBooleanMacro(UseLegacyOperatorCoefficients);

 protected:
  PreamarSobelEdgeDetectionImageFilter() = default;
  ~PreamarSobelEdgeDetectionImageFilter() override = default;

  bool HasDeviceForm() const override { return !IsLegacy(); }
  void Run(const preamar::Execution& on) override;
  std::unique_ptr<typename Superclass::SizeType> GetRadius() const override {
    return std::make_unique<typename Superclass::SizeType>(Superclass::SizeType::Filled(1));
  }
  void PrintSelf(std::ostream& os, Indent indent) const override {
    Superclass::PrintSelf(os, indent);
    os << indent << "UseLegacyOperatorCoefficients: " << m_UseLegacyOperatorCoefficients << '\n';
  }

 private:
  bool IsLegacy() const { return Superclass::ImageDimension == 3 && m_UseLegacyOperatorCoefficients; }

  bool m_UseLegacyOperatorCoefficients = ITK_VERSION_MAJOR < 6;
};

}  // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#include "itkPreamarSobelEdgeDetectionImageFilter.hxx"
#endif

#endif
