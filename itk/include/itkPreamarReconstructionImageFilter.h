#ifndef itkPreamarReconstructionImageFilter_h
#define itkPreamarReconstructionImageFilter_h

#include "itkPreamarImageFilter.h"

#include <preamar/reconstruct.h>

namespace itk {

/** \class PreamarReconstructionImageFilter
 * \brief Morphological reconstruction of a mask image from a marker image.
 *
 * Marker pixels beyond the mask are clamped to it. ITK's ReconstructionImageFilter leaves that to the caller.
 *
 * \ingroup Preamar
 */
template <typename TInputImage, typename TOutputImage, preamar::ReconstructOptions::Method VMethod>
class ITK_TEMPLATE_EXPORT PreamarReconstructionImageFilter : public PreamarImageFilter<TInputImage, TOutputImage> {
 public:
  ITK_DISALLOW_COPY_AND_MOVE(PreamarReconstructionImageFilter);

  using Self = PreamarReconstructionImageFilter;
  using Superclass = PreamarImageFilter<TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using MarkerImageType = TInputImage;
  using MaskImageType = TInputImage;

  itkTypeMacro(PreamarReconstructionImageFilter, PreamarImageFilter);

  itkSetInputMacro(MarkerImage, MarkerImageType);
  itkGetInputMacro(MarkerImage, MarkerImageType);
  itkSetInputMacro(MaskImage, MaskImageType);
  itkGetInputMacro(MaskImage, MaskImageType);

  /** Connect also pixels that share only a corner or an edge (default: off). */
  itkSetMacro(FullyConnected, bool);
  itkGetConstReferenceMacro(FullyConnected, bool);
  itkBooleanMacro(FullyConnected);

 protected:
  PreamarReconstructionImageFilter() {
    this->SetPrimaryInputName("MarkerImage");
    this->AddRequiredInputName("MaskImage", 1);
  }
  ~PreamarReconstructionImageFilter() override = default;

  void Run(const preamar::Execution& on) override {
    preamar::reconstruct(this->Read(GetMarkerImage()), this->Read(GetMaskImage()),
                         this->Write(preamar::dtype_of<typename TInputImage::PixelType>()),
                         {.method = VMethod, .connectivity = this->Connectivity(m_FullyConnected)}, on);
  }
  void PrintSelf(std::ostream& os, Indent indent) const override {
    Superclass::PrintSelf(os, indent);
    os << indent << "FullyConnected: " << m_FullyConnected << '\n';
  }

 private:
  bool m_FullyConnected = false;
};

}  // namespace itk

#endif
