#ifndef itkPreamarConnectedComponentImageFilter_h
#define itkPreamarConnectedComponentImageFilter_h

#include "itkPreamarImageFilter.h"

#include <preamar/label.h>
#include <preamar/map.h>

namespace itk {

/** \class PreamarConnectedComponentImageFilter
 * \brief Label connected components; replaces ConnectedComponentImageFilter. Labels follow the raster order of the
 * first pixel of each object.
 *
 * \ingroup Preamar
 */
template <typename TInputImage, typename TOutputImage, typename TMaskImage = TInputImage>
class ITK_TEMPLATE_EXPORT PreamarConnectedComponentImageFilter : public PreamarImageFilter<TInputImage, TOutputImage> {
 public:
  ITK_DISALLOW_COPY_AND_MOVE(PreamarConnectedComponentImageFilter);

  using Self = PreamarConnectedComponentImageFilter;
  using Superclass = PreamarImageFilter<TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using MaskImageType = TMaskImage;
  using LabelType = typename TOutputImage::PixelType;
  using InputImagePixelType = typename TInputImage::PixelType;
  using OutputImagePixelType = typename TOutputImage::PixelType;

  itkNewMacro(Self);
  itkTypeMacro(PreamarConnectedComponentImageFilter, PreamarImageFilter);

  /** Connect also pixels that share only a corner or an edge (default: off). */
  itkSetMacro(FullyConnected, bool);
  itkGetConstReferenceMacro(FullyConnected, bool);
  itkBooleanMacro(FullyConnected);

  /** Optional mask: pixels where it is 0 are background. */
  itkSetInputMacro(MaskImage, MaskImageType);
  itkGetInputMacro(MaskImage, MaskImageType);

  /** The output value of background pixels. No object has this label. */
  itkSetMacro(BackgroundValue, OutputImagePixelType);
  itkGetConstMacro(BackgroundValue, OutputImagePixelType);

  /** Number of objects; valid after an update. */
  itkGetConstReferenceMacro(ObjectCount, LabelType);

 protected:
  PreamarConnectedComponentImageFilter() { this->AddOptionalInputName("MaskImage", 1); }
  ~PreamarConnectedComponentImageFilter() override = default;

  bool HasDeviceForm() const override { return !GetMaskImage(); }
  void Run(const preamar::Execution& on) override {
    const preamar::ImageView labels = WriteLabels();
    const preamar::LabelOptions options{.connectivity = this->Connectivity(m_FullyConnected), .dtype = labels.dtype()};
    const preamar::ConstImageView image = this->Read(this->GetInput());
    preamar::Image masked;
    if (GetMaskImage()) {
      using MaskPixel = typename TMaskImage::PixelType;
      masked = preamar::Image(preamar::DType::boolean, image.shape());
      preamar::map({image, this->Read(GetMaskImage())}, masked,
                   [](InputImagePixelType value, MaskPixel mask) { return value != 0 && mask != 0; },
                   {.threads = on.threads, .stop = on.stop});
    }
    const std::int64_t count = preamar::label(GetMaskImage() ? masked.view() : image, labels, options, on);
    if (static_cast<std::uint64_t>(count) > static_cast<std::uint64_t>(NumericTraits<OutputImagePixelType>::max()))
      this->Refuse("there are " + std::to_string(count) + " objects, more than the output's type of pixel can number");
    m_ObjectCount = static_cast<LabelType>(count);
  }
  void PrintSelf(std::ostream& os, Indent indent) const override {
    Superclass::PrintSelf(os, indent);
    os << indent << "FullyConnected: " << m_FullyConnected << '\n';
    os << indent
       << "BackgroundValue: " << static_cast<typename NumericTraits<OutputImagePixelType>::PrintType>(m_BackgroundValue)
       << '\n';
    os << indent << "ObjectCount: " << static_cast<typename NumericTraits<LabelType>::PrintType>(m_ObjectCount) << '\n';
  }

 private:
  // Preamar labels objects 1 to N, with background 0. ITK counts from 0 and skips the background value.
  preamar::ImageView WriteLabels() {
    constexpr auto dtype = sizeof(OutputImagePixelType) > 4 ? preamar::DType::uint64 : preamar::DType::uint32;
    if (m_BackgroundValue == OutputImagePixelType{0}) return this->Write(dtype);
    return this->WriteThrough(dtype, this->GetOutput(), [background = m_BackgroundValue](std::uint64_t label) {
      if (label == 0) return background;
      const auto number = static_cast<OutputImagePixelType>(label - 1);
      return number < background ? number : static_cast<OutputImagePixelType>(label);
    });
  }

  bool m_FullyConnected = false;
  OutputImagePixelType m_BackgroundValue = 0;
  LabelType m_ObjectCount = 0;
};

}  // namespace itk

#endif
