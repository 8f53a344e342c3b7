#ifndef itkPreamarRegionalExtremaImageFilter_h
#define itkPreamarRegionalExtremaImageFilter_h

#include "itkPreamarImageFilter.h"

#include <preamar/minmax.h>
#include <preamar/regional_maxima.h>

namespace itk {

/** \class PreamarRegionalExtremaImageFilter
 * \brief Marks regional extrema: plateaus without a higher, or without a lower, neighbour.
 *
 * \ingroup Preamar
 */
template <typename TInputImage, typename TOutputImage, PreamarOrder VOrder>
class ITK_TEMPLATE_EXPORT PreamarRegionalExtremaImageFilter : public PreamarImageFilter<TInputImage, TOutputImage> {
 public:
  ITK_DISALLOW_COPY_AND_MOVE(PreamarRegionalExtremaImageFilter);

  using Self = PreamarRegionalExtremaImageFilter;
  using Superclass = PreamarImageFilter<TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using OutputImagePixelType = typename TOutputImage::PixelType;

  itkTypeMacro(PreamarRegionalExtremaImageFilter, PreamarImageFilter);

  /** Connect also pixels that share only a corner or an edge (default: off). */
  itkSetMacro(FullyConnected, bool);
  itkGetConstReferenceMacro(FullyConnected, bool);
  itkBooleanMacro(FullyConnected);

  itkSetMacro(ForegroundValue, OutputImagePixelType);
  itkGetConstMacro(ForegroundValue, OutputImagePixelType);
  itkSetMacro(BackgroundValue, OutputImagePixelType);
  itkGetConstMacro(BackgroundValue, OutputImagePixelType);

 protected:
  PreamarRegionalExtremaImageFilter() = default;
  ~PreamarRegionalExtremaImageFilter() override = default;

  /** Whether a constant image is one extremum. */
  bool m_FlatIsExtremum = true;

  void Run(const preamar::Execution& on) override {
    const preamar::ConstImageView image = this->Read(this->GetInput());
    OutputImagePixelType marked = m_ForegroundValue;
    if (!m_FlatIsExtremum) {
      const preamar::MinMax levels = preamar::minmax(image, on);
      if (levels.minimum == levels.maximum) marked = m_BackgroundValue;
    }
    const preamar::ImageView out = this->WriteThrough(
        preamar::DType::boolean, this->GetOutput(),
        [marked, other = m_BackgroundValue](bool isExtremum) { return isExtremum ? marked : other; });
    const preamar::RegionalMaximaOptions options{.connectivity = this->Connectivity(m_FullyConnected)};
    if (VOrder == PreamarOrder::rising)
      preamar::regional_maxima(image, out, options, on);
    else
      preamar::regional_minima(image, out, options, on);
  }
  void PrintSelf(std::ostream& os, Indent indent) const override {
    Superclass::PrintSelf(os, indent);
    os << indent << "FullyConnected: " << m_FullyConnected << '\n';
    os << indent
       << "ForegroundValue: " << static_cast<typename NumericTraits<OutputImagePixelType>::PrintType>(m_ForegroundValue)
       << '\n';
    os << indent
       << "BackgroundValue: " << static_cast<typename NumericTraits<OutputImagePixelType>::PrintType>(m_BackgroundValue)
       << '\n';
    os << indent << "FlatIsExtremum: " << m_FlatIsExtremum << '\n';
  }

 private:
  bool m_FullyConnected = false;
  OutputImagePixelType m_ForegroundValue = NumericTraits<OutputImagePixelType>::max();
  OutputImagePixelType m_BackgroundValue = NumericTraits<OutputImagePixelType>::NonpositiveMin();
};

}  // namespace itk

#endif
