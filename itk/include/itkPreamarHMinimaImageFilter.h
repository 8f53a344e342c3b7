#ifndef itkPreamarHMinimaImageFilter_h
#define itkPreamarHMinimaImageFilter_h

#include "itkPreamarHExtremaImageFilter.h"

namespace itk {

/** \class PreamarHMinimaImageFilter
 * \brief Suppress minima whose height is less than `Height`; replaces HMinimaImageFilter.
 *
 * \ingroup Preamar
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT PreamarHMinimaImageFilter
    : public PreamarHExtremaImageFilter<TInputImage, TOutputImage, PreamarOrder::falling> {
 public:
  ITK_DISALLOW_COPY_AND_MOVE(PreamarHMinimaImageFilter);

  using Self = PreamarHMinimaImageFilter;
  using Superclass = PreamarHExtremaImageFilter<TInputImage, TOutputImage, PreamarOrder::falling>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkTypeMacro(PreamarHMinimaImageFilter, PreamarHExtremaImageFilter);

 protected:
  PreamarHMinimaImageFilter() = default;
  ~PreamarHMinimaImageFilter() override = default;
};

}  // namespace itk

#endif
