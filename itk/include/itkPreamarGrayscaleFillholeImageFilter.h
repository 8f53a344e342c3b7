#ifndef itkPreamarGrayscaleFillholeImageFilter_h
#define itkPreamarGrayscaleFillholeImageFilter_h

#include "itkPreamarImageFilter.h"

#include <preamar/fill_holes.h>

namespace itk {

/** \class PreamarGrayscaleFillholeImageFilter
 * \brief Fill holes of a grey-scale image; replaces GrayscaleFillholeImageFilter. Regional minima that are not
 * connected to the image border are filled.
 *
 * \ingroup Preamar
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT PreamarGrayscaleFillholeImageFilter : public PreamarImageFilter<TInputImage, TOutputImage> {
 public:
  ITK_DISALLOW_COPY_AND_MOVE(PreamarGrayscaleFillholeImageFilter);

  using Self = PreamarGrayscaleFillholeImageFilter;
  using Superclass = PreamarImageFilter<TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkTypeMacro(PreamarGrayscaleFillholeImageFilter, PreamarImageFilter);

  /** Connect also pixels that share only a corner or an edge (default: off). */
  itkSetMacro(FullyConnected, bool);
  itkGetConstReferenceMacro(FullyConnected, bool);
  itkBooleanMacro(FullyConnected);

 protected:
  PreamarGrayscaleFillholeImageFilter() = default;
  ~PreamarGrayscaleFillholeImageFilter() override = default;

  void Run(const preamar::Execution& on) override {
    preamar::fill_holes(this->Read(this->GetInput()), this->Write(preamar::dtype_of<typename TInputImage::PixelType>()),
                        {.connectivity = this->Connectivity(m_FullyConnected)}, on);
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
