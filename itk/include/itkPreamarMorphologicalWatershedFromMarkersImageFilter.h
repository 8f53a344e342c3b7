#ifndef itkPreamarMorphologicalWatershedFromMarkersImageFilter_h
#define itkPreamarMorphologicalWatershedFromMarkersImageFilter_h

#include "itkPreamarImageFilter.h"

#include <preamar/watershed.h>

#include <type_traits>

namespace itk {

/** \class PreamarMorphologicalWatershedFromMarkersImageFilter
 * \brief Marker-controlled watershed; replaces MorphologicalWatershedFromMarkersImageFilter, with a deterministic
 * result.
 *
 * First, basins without a marker are filled by reconstruction from the markers. Then each pixel gets the label of the
 * marker that is its root in the minimum spanning forest. The forest has no ties; where basins meet at equal levels the
 * result may differ from ITK's, which depends on the order of its queue. The watershed line separates regions and does
 * not block the flood.
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

  /** Connect also pixels that share only a corner or an edge (default: off). */
  itkSetMacro(FullyConnected, bool);
  itkGetConstReferenceMacro(FullyConnected, bool);
  itkBooleanMacro(FullyConnected);

  /** Whether one of two neighbours with different labels becomes 0, the watershed line (default: on). */
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
  static_assert(std::is_integral_v<typename TLabelImage::PixelType>, "labels are integers");

  bool m_FullyConnected = false;
  bool m_MarkWatershedLine = true;
};

}  // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#include "itkPreamarMorphologicalWatershedFromMarkersImageFilter.hxx"
#endif

#endif
