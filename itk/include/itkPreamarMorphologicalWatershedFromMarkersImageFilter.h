#ifndef itkPreamarMorphologicalWatershedFromMarkersImageFilter_h
#define itkPreamarMorphologicalWatershedFromMarkersImageFilter_h

#include "itkPreamarImageFilter.h"

#include <preamar/watershed.h>

#include <type_traits>

namespace itk {

/** \class PreamarMorphologicalWatershedFromMarkersImageFilter
 * \brief As MorphologicalWatershedFromMarkersImageFilter, by a definition without ties.
 *
 * The image is flooded from the markers first, so that hollows without one are full, and then each pixel goes to the
 * marker of its minimum spanning forest. That has no ties which a queue would have to break: where floods meet on equal
 * levels the result may differ from ITK's. The line lies between regions and does not block floods.
 *
 * \ingroup Preamar
 */
template <typename TInputImage, typename TLabelImage>
class ITK_TEMPLATE_EXPORT PreamarMorphologicalWatershedFromMarkersImageFilter
    : public PreamarImageFilter<TInputImage, TLabelImage> {
 public:
  ITK_DISALLOW_COPY_AND_MOVE(PreamarMorphologicalWatershedFromMarkersImageFilter);

  using Self = PreamarMorphologicalWatershedFromMarkersImageFilter;
  using Superclass = PreamarImageFilter<TInputImage, TLabelImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using LabelImageType = TLabelImage;

  itkNewMacro(Self);
  itkTypeMacro(PreamarMorphologicalWatershedFromMarkersImageFilter, PreamarImageFilter);

  void SetMarkerImage(const TLabelImage* image) { this->SetNthInput(1, const_cast<TLabelImage*>(image)); }
  const TLabelImage* GetMarkerImage() const {
    return itkDynamicCastInDebugMode<const TLabelImage*>(this->ProcessObject::GetInput(1));
  }
  void SetInput1(const TInputImage* image) { this->SetInput(image); }
  void SetInput2(const TLabelImage* image) { this->SetMarkerImage(image); }

  /** Whether pixels that share only a corner or an edge are neighbours. */
  itkSetMacro(FullyConnected, bool);
  itkGetConstReferenceMacro(FullyConnected, bool);
  itkBooleanMacro(FullyConnected);

  /** Whether of two neighbours with different labels one becomes 0. */
  itkSetMacro(MarkWatershedLine, bool);
  itkGetConstReferenceMacro(MarkWatershedLine, bool);
  itkBooleanMacro(MarkWatershedLine);

 protected:
  PreamarMorphologicalWatershedFromMarkersImageFilter() { this->SetNumberOfRequiredInputs(2); }
  ~PreamarMorphologicalWatershedFromMarkersImageFilter() override = default;

  bool HasDeviceForm() const override { return false; }
  void Run(const preamar::Execution& on) override;
  void PrintSelf(std::ostream& os, Indent indent) const override {
    Superclass::PrintSelf(os, indent);
    os << indent << "FullyConnected: " << m_FullyConnected << '\n';
    os << indent << "MarkWatershedLine: " << m_MarkWatershedLine << '\n';
  }

 private:
  static_assert(std::is_integral_v<typename TLabelImage::PixelType>, "labels are whole numbers");

  bool m_FullyConnected = false;
  bool m_MarkWatershedLine = true;
};

}  // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#include "itkPreamarMorphologicalWatershedFromMarkersImageFilter.hxx"
#endif

#endif
