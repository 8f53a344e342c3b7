#ifndef itkPreamarSignedMaurerDistanceMapImageFilter_h
#define itkPreamarSignedMaurerDistanceMapImageFilter_h

#include "itkPreamarImageFilter.h"

#include <preamar/distance.h>
#include <preamar/map.h>
#include <preamar/stencil.h>

#include <algorithm>

namespace itk {

/** \class PreamarSignedMaurerDistanceMapImageFilter
 * \brief Exact signed Euclidean distance to the contours of objects; replaces SignedMaurerDistanceMapImageFilter.
 *
 * The contour, where the distance is 0, consists of the object pixels that touch the background, also by a corner. In
 * an image without a contour, distances are the maximum of the output pixel type.
 *
 * \ingroup Preamar
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT PreamarSignedMaurerDistanceMapImageFilter
    : public PreamarImageFilter<TInputImage, TOutputImage> {
 public:
  ITK_DISALLOW_COPY_AND_MOVE(PreamarSignedMaurerDistanceMapImageFilter);

  using Self = PreamarSignedMaurerDistanceMapImageFilter;
  using Superclass = PreamarImageFilter<TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using InputImagePixelType = typename TInputImage::PixelType;
  using OutputImagePixelType = typename TOutputImage::PixelType;

  itkNewMacro(Self);
  itkTypeMacro(PreamarSignedMaurerDistanceMapImageFilter, PreamarImageFilter);

  itkSetMacro(SquaredDistance, bool);
  itkGetConstReferenceMacro(SquaredDistance, bool);
  itkBooleanMacro(SquaredDistance);

  /** Whether distances inside objects are positive and those outside negative (default: off, the opposite signs). */
  itkSetMacro(InsideIsPositive, bool);
  itkGetConstReferenceMacro(InsideIsPositive, bool);
  itkBooleanMacro(InsideIsPositive);

  itkSetMacro(UseImageSpacing, bool);
  itkGetConstReferenceMacro(UseImageSpacing, bool);
  itkBooleanMacro(UseImageSpacing);

  /** The background value; pixels of any other value are objects (default: 0). */
  itkSetMacro(BackgroundValue, InputImagePixelType);
  itkGetConstReferenceMacro(BackgroundValue, InputImagePixelType);

 protected:
  PreamarSignedMaurerDistanceMapImageFilter() = default;
  ~PreamarSignedMaurerDistanceMapImageFilter() override = default;

  bool HasDeviceForm() const override { return false; }
  void Run(const preamar::Execution& on) override;
  void PrintSelf(std::ostream& os, Indent indent) const override {
    Superclass::PrintSelf(os, indent);
    os << indent << "SquaredDistance: " << m_SquaredDistance << '\n';
    os << indent << "InsideIsPositive: " << m_InsideIsPositive << '\n';
    os << indent << "UseImageSpacing: " << m_UseImageSpacing << '\n';
    os << indent
       << "BackgroundValue: " << static_cast<typename NumericTraits<InputImagePixelType>::PrintType>(m_BackgroundValue)
       << '\n';
  }

 private:
  template <int... extents>
  void MarkContours(preamar::ConstImageView image, preamar::ImageView out, const preamar::Execution& on) const;

  bool m_SquaredDistance = true;
  bool m_InsideIsPositive = false;
  bool m_UseImageSpacing = true;
  InputImagePixelType m_BackgroundValue = 0;
};

}  // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#include "itkPreamarSignedMaurerDistanceMapImageFilter.hxx"
#endif

#endif
