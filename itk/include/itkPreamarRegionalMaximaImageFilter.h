#ifndef itkPreamarRegionalMaximaImageFilter_h
#define itkPreamarRegionalMaximaImageFilter_h

#include "itkPreamarRegionalExtremaImageFilter.h"

namespace itk {

/** \class PreamarRegionalMaximaImageFilter
 * \brief Mark regional maxima; replaces RegionalMaximaImageFilter.
 *
 * \ingroup Preamar
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT PreamarRegionalMaximaImageFilter
    : public PreamarRegionalExtremaImageFilter<TInputImage, TOutputImage, PreamarOrder::rising> {
 public:
  ITK_DISALLOW_COPY_AND_MOVE(PreamarRegionalMaximaImageFilter);

  using Self = PreamarRegionalMaximaImageFilter;
  using Superclass = PreamarRegionalExtremaImageFilter<TInputImage, TOutputImage, PreamarOrder::rising>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkTypeMacro(PreamarRegionalMaximaImageFilter, PreamarRegionalExtremaImageFilter);

  /** Whether a constant image is one extremum. */
  void SetFlatIsMaxima(bool flag) {
    if (this->m_FlatIsExtremum == flag) return;
    this->m_FlatIsExtremum = flag;
    this->Modified();
  }
  bool GetFlatIsMaxima() const { return this->m_FlatIsExtremum; }
  itkBooleanMacro(FlatIsMaxima);

 protected:
  PreamarRegionalMaximaImageFilter() = default;
  ~PreamarRegionalMaximaImageFilter() override = default;
};

}  // namespace itk

#endif
