#ifndef itkPreamarHMaximaImageFilter_h
#define itkPreamarHMaximaImageFilter_h

#include "itkPreamarHExtremaImageFilter.h"

namespace itk {

/** \class PreamarHMaximaImageFilter
 * \brief Suppress maxima whose height is less than `Height`; replaces HMaximaImageFilter.
 *
 * \ingroup Preamar
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT PreamarHMaximaImageFilter
    : public PreamarHExtremaImageFilter<TInputImage, TOutputImage, PreamarOrder::rising> {
 public:
  ITK_DISALLOW_COPY_AND_MOVE(PreamarHMaximaImageFilter);

  using Self = PreamarHMaximaImageFilter;
  using Superclass = PreamarHExtremaImageFilter<TInputImage, TOutputImage, PreamarOrder::rising>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkTypeMacro(PreamarHMaximaImageFilter, PreamarHExtremaImageFilter);

 protected:
  PreamarHMaximaImageFilter() = default;
  ~PreamarHMaximaImageFilter() override = default;
};

}  // namespace itk

#endif
