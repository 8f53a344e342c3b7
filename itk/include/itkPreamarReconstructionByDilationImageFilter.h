#ifndef itkPreamarReconstructionByDilationImageFilter_h
#define itkPreamarReconstructionByDilationImageFilter_h

#include "itkPreamarReconstructionImageFilter.h"

namespace itk {

/** \class PreamarReconstructionByDilationImageFilter
 * \brief Morphological reconstruction by dilation; replaces ReconstructionByDilationImageFilter.
 * \ingroup Preamar
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT PreamarReconstructionByDilationImageFilter
    : public PreamarReconstructionImageFilter<TInputImage, TOutputImage,
                                              preamar::ReconstructOptions::Method::dilation> {
 public:
  ITK_DISALLOW_COPY_AND_MOVE(PreamarReconstructionByDilationImageFilter);

  using Self = PreamarReconstructionByDilationImageFilter;
  using Superclass =
      PreamarReconstructionImageFilter<TInputImage, TOutputImage, preamar::ReconstructOptions::Method::dilation>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkTypeMacro(PreamarReconstructionByDilationImageFilter, PreamarReconstructionImageFilter);

 protected:
  PreamarReconstructionByDilationImageFilter() = default;
  ~PreamarReconstructionByDilationImageFilter() override = default;
};

}  // namespace itk

#endif
