#ifndef itkPreamarRegionalMinimaImageFilter_h
#define itkPreamarRegionalMinimaImageFilter_h

#include "itkPreamarRegionalExtremaImageFilter.h"

namespace itk {

/** \class PreamarRegionalMinimaImageFilter
 * \brief Mark regional minima; replaces RegionalMinimaImageFilter.
 *
 * \ingroup Preamar
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT PreamarRegionalMinimaImageFilter
    : public PreamarRegionalExtremaImageFilter<TInputImage, TOutputImage, PreamarOrder::falling> {
 public:
  ITK_DISALLOW_COPY_AND_MOVE(PreamarRegionalMinimaImageFilter);

  using Self = PreamarRegionalMinimaImageFilter;
  using Superclass = PreamarRegionalExtremaImageFilter<TInputImage, TOutputImage, PreamarOrder::falling>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkTypeMacro(PreamarRegionalMinimaImageFilter, PreamarRegionalExtremaImageFilter);

  /** Whether a constant image is one extremum. */
  void SetFlatIsMinima(bool flag) {
    if (this->m_FlatIsExtremum == flag) return;
    this->m_FlatIsExtremum = flag;
    this->Modified();
  }
  bool GetFlatIsMinima() const { return this->m_FlatIsExtremum; }
  itkBooleanMacro(FlatIsMinima);

 protected:
  PreamarRegionalMinimaImageFilter() = default;
  ~PreamarRegionalMinimaImageFilter() override = default;
};

}  // namespace itk

#endif
