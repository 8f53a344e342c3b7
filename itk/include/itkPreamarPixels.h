#ifndef itkPreamarPixels_h
#define itkPreamarPixels_h

#include "itkImportImageContainer.h"

#include <preamar/image.h>

#include <utility>

namespace itk {

/** \class PreamarPixels
 * \brief Pixels in memory of Preamar's allocator, which has huge pages and reuses freed memory. The first access to new
 * memory may take longer than a filter.
 * \ingroup Preamar
 */
template <typename TPixel>
class ITK_TEMPLATE_EXPORT PreamarPixels : public ImportImageContainer<SizeValueType, TPixel> {
 public:
  ITK_DISALLOW_COPY_AND_MOVE(PreamarPixels);

  using Self = PreamarPixels;
  using Superclass = ImportImageContainer<SizeValueType, TPixel>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkTypeMacro(PreamarPixels, ImportImageContainer);

  void Take(preamar::Image memory) {
    m_Memory = std::move(memory);
    this->SetImportPointer(static_cast<TPixel*>(m_Memory.data()), static_cast<SizeValueType>(m_Memory.shape().count()),
                           false);
  }

 protected:
  PreamarPixels() = default;
  ~PreamarPixels() override = default;

 private:
  preamar::Image m_Memory;
};

}  // namespace itk

#endif
