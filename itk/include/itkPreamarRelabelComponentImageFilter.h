#ifndef itkPreamarRelabelComponentImageFilter_h
#define itkPreamarRelabelComponentImageFilter_h

#include "itkPreamarImageFilter.h"

#include <type_traits>
#include <vector>

namespace itk {

/** \class PreamarRelabelComponentImageFilter
 * \brief Renumber labels by object size and remove small objects; replaces RelabelComponentImageFilter.
 *
 * \ingroup Preamar
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT PreamarRelabelComponentImageFilter : public PreamarImageFilter<TInputImage, TOutputImage> {
 public:
  ITK_DISALLOW_COPY_AND_MOVE(PreamarRelabelComponentImageFilter);

  using Self = PreamarRelabelComponentImageFilter;
  using Superclass = PreamarImageFilter<TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using LabelType = typename TInputImage::PixelType;
  using ObjectSizeType = SizeValueType;
  using ObjectSizeInPixelsContainerType = std::vector<ObjectSizeType>;
  using ObjectSizeInPhysicalUnitsContainerType = std::vector<float>;

  itkNewMacro(Self);
  itkTypeMacro(PreamarRelabelComponentImageFilter, PreamarImageFilter);

  /** Number of objects of the output, and of the input; valid after an update. */
  itkGetConstMacro(NumberOfObjects, SizeValueType);
  itkGetConstMacro(OriginalNumberOfObjects, SizeValueType);

  /** Minimum size: objects of fewer pixels become background (default: 0). */
  itkSetMacro(MinimumObjectSize, ObjectSizeType);
  itkGetConstMacro(MinimumObjectSize, ObjectSizeType);

  /** Sort objects by size, the largest first and equal sizes by label (default: on); otherwise keep the order of
   * labels. */
  itkSetMacro(SortByObjectSize, bool);
  itkGetConstMacro(SortByObjectSize, bool);
  itkBooleanMacro(SortByObjectSize);

  /** Sizes of objects 1, 2, ...; valid after an update. */
  const ObjectSizeInPixelsContainerType& GetSizeOfObjectsInPixels() const { return m_SizeOfObjectsInPixels; }
  const ObjectSizeInPhysicalUnitsContainerType& GetSizeOfObjectsInPhysicalUnits() const {
    return m_SizeOfObjectsInPhysicalUnits;
  }
  ObjectSizeType GetSizeOfObjectInPixels(LabelType label) const {
    return IsObject(label) ? m_SizeOfObjectsInPixels[static_cast<std::size_t>(label) - 1] : 0;
  }
  float GetSizeOfObjectInPhysicalUnits(LabelType label) const {
    return IsObject(label) ? m_SizeOfObjectsInPhysicalUnits[static_cast<std::size_t>(label) - 1] : 0;
  }

 protected:
  PreamarRelabelComponentImageFilter() = default;
  ~PreamarRelabelComponentImageFilter() override = default;

  bool HasDeviceForm() const override { return false; }
  void Run(const preamar::Execution& on) override;
  void PrintSelf(std::ostream& os, Indent indent) const override {
    Superclass::PrintSelf(os, indent);
    os << indent << "NumberOfObjects: " << m_NumberOfObjects << '\n';
    os << indent << "OriginalNumberOfObjects: " << m_OriginalNumberOfObjects << '\n';
    os << indent << "MinimumObjectSize: " << m_MinimumObjectSize << '\n';
    os << indent << "SortByObjectSize: " << m_SortByObjectSize << '\n';
  }

 private:
  static_assert(std::is_integral_v<LabelType>, "labels are integers");

  bool IsObject(LabelType label) const {
    return label > 0 && static_cast<std::size_t>(label) <= m_SizeOfObjectsInPixels.size();
  }

  ObjectSizeType m_MinimumObjectSize = 0;
  bool m_SortByObjectSize = true;
  SizeValueType m_NumberOfObjects = 0;
  SizeValueType m_OriginalNumberOfObjects = 0;
  ObjectSizeInPixelsContainerType m_SizeOfObjectsInPixels;
  ObjectSizeInPhysicalUnitsContainerType m_SizeOfObjectsInPhysicalUnits;
};

}  // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#include "itkPreamarRelabelComponentImageFilter.hxx"
#endif

#endif
