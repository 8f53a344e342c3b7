#ifndef itkPreamarDiscreteGaussianImageFilter_h
#define itkPreamarDiscreteGaussianImageFilter_h

#include "itkFixedArray.h"
#include "itkPreamarGaussian.h"
#include "itkPreamarImageFilter.h"

#include <cmath>

namespace itk {

/** \class PreamarDiscreteGaussianImageFilter
 * \brief Gaussian smoothing; replaces DiscreteGaussianImageFilter, with zero-flux boundary conditions.
 *
 * The kernel has no maximum width. Integer pixels are rounded to the nearest value; ITK truncates them. The filter can
 * be streamed.
 *
 * \ingroup Preamar
 */
template <typename TInputImage, typename TOutputImage = TInputImage>
class ITK_TEMPLATE_EXPORT PreamarDiscreteGaussianImageFilter : public PreamarImageFilter<TInputImage, TOutputImage> {
 public:
  ITK_DISALLOW_COPY_AND_MOVE(PreamarDiscreteGaussianImageFilter);

  using Self = PreamarDiscreteGaussianImageFilter;
  using Superclass = PreamarImageFilter<TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using ArrayType = FixedArray<double, TInputImage::ImageDimension>;

  itkNewMacro(Self);
  itkTypeMacro(PreamarDiscreteGaussianImageFilter, PreamarImageFilter);

  /** Variance of the Gaussian, in the squared unit of the spacing, or in squared pixels without UseImageSpacing. */
  itkSetMacro(Variance, ArrayType);
  itkGetConstMacro(Variance, const ArrayType);
  void SetVariance(double variance) { this->SetVariance(ArrayType::Filled(variance)); }

  /** Fraction of the kernel's sum that may be truncated, 1e-12 to 0.5; the same for all axes. */
  itkSetMacro(MaximumError, ArrayType);
  itkGetConstMacro(MaximumError, const ArrayType);
  void SetMaximumError(double error) { this->SetMaximumError(ArrayType::Filled(error)); }

  void SetSigmaArray(const ArrayType& sigmas) {
    ArrayType variance;
    for (unsigned int axis = 0; axis < Superclass::ImageDimension; ++axis) variance[axis] = sigmas[axis] * sigmas[axis];
    this->SetVariance(variance);
  }
  void SetSigma(double sigma) { this->SetVariance(sigma * sigma); }
  double GetSigma() const { return std::sqrt(m_Variance[0]); }

  /** Number of axes to smooth, counted from the first. */
  itkSetMacro(FilterDimensionality, unsigned int);
  itkGetConstMacro(FilterDimensionality, unsigned int);

  /** Whether the variance is in the unit of the spacing (default: on). */
  itkSetMacro(UseImageSpacing, bool);
  itkGetConstMacro(UseImageSpacing, bool);
  itkBooleanMacro(UseImageSpacing);

 protected:
  PreamarDiscreteGaussianImageFilter() = default;
  ~PreamarDiscreteGaussianImageFilter() override = default;

  void Run(const preamar::Execution& on) override {
    preamar::gaussian(this->Read(this->GetInput()), this->Write(), Scale().Options(), on);
  }
  std::unique_ptr<typename Superclass::SizeType> GetRadius() const override {
    auto radius = std::make_unique<typename Superclass::SizeType>();
    for (unsigned int axis = 0; axis < Superclass::ImageDimension; ++axis) (*radius)[axis] = Scale().Radius(axis);
    return radius;
  }
  void PrintSelf(std::ostream& os, Indent indent) const override {
    Superclass::PrintSelf(os, indent);
    os << indent << "Variance: " << m_Variance << '\n';
    os << indent << "MaximumError: " << m_MaximumError << '\n';
    os << indent << "FilterDimensionality: " << m_FilterDimensionality << '\n';
    os << indent << "UseImageSpacing: " << m_UseImageSpacing << '\n';
  }

 private:
  PreamarGaussian<Superclass::ImageDimension> Scale() const {
    ArrayType variance = m_Variance;
    for (unsigned int axis = m_FilterDimensionality; axis < Superclass::ImageDimension; ++axis) variance[axis] = 0;
    return {variance, m_MaximumError, this->GetInput()->GetSpacing(), m_UseImageSpacing};
  }

  ArrayType m_Variance = ArrayType::Filled(0.0);
  ArrayType m_MaximumError = ArrayType::Filled(0.01);
  unsigned int m_FilterDimensionality = Superclass::ImageDimension;
  bool m_UseImageSpacing = true;
};

}  // namespace itk

#endif
