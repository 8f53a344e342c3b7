#ifndef itkPreamarReconstructionByErosionImageFilter_h
#define itkPreamarReconstructionByErosionImageFilter_h

#include "itkPreamarReconstructionImageFilter.h"

namespace itk {

/** \class PreamarReconstructionByErosionImageFilter
 * \brief Morphological reconstruction by erosion; replaces ReconstructionByErosionImageFilter.
 * \ingroup Preamar
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT PreamarReconstructionByErosionImageFilter
    : public PreamarReconstructionImageFilter<TInputImage, TOutputImage, preamar::ReconstructOptions::Method::erosion> {
 public:
  ITK_DISALLOW_COPY_AND_MOVE(PreamarReconstructionByErosionImageFilter);

  using Self = PreamarReconstructionByErosionImageFilter;
  using Superclass =
      PreamarReconstructionImageFilter<TInputImage, TOutputImage, preamar::ReconstructOptions::Method::erosion>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkTypeMacro(PreamarReconstructionByErosionImageFilter, PreamarReconstructionImageFilter);

 protected:
  PreamarReconstructionByErosionImageFilter() = default;
  ~PreamarReconstructionByErosionImageFilter() override = default;
};

}  // namespace itk

#endif
