#ifndef itkPreamarBinaryFillholeImageFilter_h
#define itkPreamarBinaryFillholeImageFilter_h

#include "itkPreamarImageFilter.h"

#include <preamar/fill_holes.h>
#include <preamar/map.h>

namespace itk {

/** \class PreamarBinaryFillholeImageFilter
 * \brief Fill holes of binary objects; replaces BinaryFillholeImageFilter. Background that does not touch the image
 * border becomes foreground.
 *
 * \ingroup Preamar
 */
template <typename TInputImage>
class ITK_TEMPLATE_EXPORT PreamarBinaryFillholeImageFilter : public PreamarImageFilter<TInputImage, TInputImage> {
 public:
  ITK_DISALLOW_COPY_AND_MOVE(PreamarBinaryFillholeImageFilter);

  using Self = PreamarBinaryFillholeImageFilter;
  using Superclass = PreamarImageFilter<TInputImage, TInputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using InputImagePixelType = typename TInputImage::PixelType;

  itkNewMacro(Self);
  itkTypeMacro(PreamarBinaryFillholeImageFilter, PreamarImageFilter);

  /** Connect also background pixels that share only a corner or an edge (default: off). */
  itkSetMacro(FullyConnected, bool);
  itkGetConstReferenceMacro(FullyConnected, bool);
  itkBooleanMacro(FullyConnected);

  /** The value of object pixels. All other values are background; background outside holes keeps its value. */
  itkSetMacro(ForegroundValue, InputImagePixelType);
  itkGetMacro(ForegroundValue, InputImagePixelType);

 protected:
  PreamarBinaryFillholeImageFilter() = default;
  ~PreamarBinaryFillholeImageFilter() override = default;

  bool HasDeviceForm() const override { return false; }
  void Run(const preamar::Execution& on) override {
    const preamar::ConstImageView image = this->Read(this->GetInput());
    preamar::Image objects(preamar::DType::boolean, image.shape()), filled(objects.type());
    const InputImagePixelType foreground = m_ForegroundValue;
    preamar::map(image, objects, [foreground](InputImagePixelType value) { return value == foreground; },
                 {.threads = on.threads});
    preamar::fill_holes(objects, filled, {.connectivity = this->Connectivity(m_FullyConnected)}, on);
    preamar::map({image, filled}, this->Write(),
                 [foreground](InputImagePixelType value, bool isFilled) { return isFilled ? foreground : value; },
                 {.threads = on.threads, .stop = on.stop});
  }
  void PrintSelf(std::ostream& os, Indent indent) const override {
    Superclass::PrintSelf(os, indent);
    os << indent << "FullyConnected: " << m_FullyConnected << '\n';
    os << indent
       << "ForegroundValue: " << static_cast<typename NumericTraits<InputImagePixelType>::PrintType>(m_ForegroundValue)
       << '\n';
  }

 private:
  bool m_FullyConnected = false;
  InputImagePixelType m_ForegroundValue = NumericTraits<InputImagePixelType>::max();
};

}  // namespace itk

#endif
