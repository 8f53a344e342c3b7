#ifndef itkPreamarHExtremaImageFilter_h
#define itkPreamarHExtremaImageFilter_h

#include "itkPreamarImageFilter.h"

#include <preamar/h_maxima.h>

namespace itk {

/** \class PreamarHExtremaImageFilter
 * \brief Suppresses maxima, or minima, whose height (dynamics) is less than `Height`.
 *
 * \ingroup Preamar
 */
template <typename TInputImage, typename TOutputImage, PreamarOrder VOrder>
class ITK_TEMPLATE_EXPORT PreamarHExtremaImageFilter : public PreamarImageFilter<TInputImage, TOutputImage> {
 public:
  ITK_DISALLOW_COPY_AND_MOVE(PreamarHExtremaImageFilter);

  using Self = PreamarHExtremaImageFilter;
  using Superclass = PreamarImageFilter<TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using InputImagePixelType = typename TInputImage::PixelType;

  itkTypeMacro(PreamarHExtremaImageFilter, PreamarImageFilter);

  /** Minimum height of the extrema that remain. */
  itkSetMacro(Height, InputImagePixelType);
  itkGetConstMacro(Height, InputImagePixelType);

  /** Connect also pixels that share only a corner or an edge (default: off). */
  itkSetMacro(FullyConnected, bool);
  itkGetConstReferenceMacro(FullyConnected, bool);
  itkBooleanMacro(FullyConnected);

 protected:
  PreamarHExtremaImageFilter() = default;
  ~PreamarHExtremaImageFilter() override = default;

  void Run(const preamar::Execution& on) override {
    const preamar::HMaximaOptions options{.h = static_cast<double>(m_Height),
                                          .connectivity = this->Connectivity(m_FullyConnected)};
    const preamar::ConstImageView image = this->Read(this->GetInput());
    const preamar::ImageView out = this->Write(preamar::dtype_of<InputImagePixelType>());
    if (VOrder == PreamarOrder::rising)
      preamar::h_maxima(image, out, options, on);
    else
      preamar::h_minima(image, out, options, on);
  }
  void PrintSelf(std::ostream& os, Indent indent) const override {
    Superclass::PrintSelf(os, indent);
    os << indent << "Height: " << static_cast<typename NumericTraits<InputImagePixelType>::PrintType>(m_Height) << '\n';
    os << indent << "FullyConnected: " << m_FullyConnected << '\n';
  }

 private:
  InputImagePixelType m_Height = 2;
  bool m_FullyConnected = false;
};

}  // namespace itk

#endif
