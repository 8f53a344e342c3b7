#ifndef itkPreamarImage_h
#define itkPreamarImage_h

#include "itkImage.h"
#include "itkPreamarConfiguration.h"
#include "itkPreamarPixels.h"

#include <preamar/device_image.h>
#include <preamar/image.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace itk {

/** \class PreamarStay
 * \brief What a filter tells an image of any type before it updates it: that the pixels may stay on the device.
 * \ingroup Preamar
 */
class PreamarStay {
 public:
  virtual ~PreamarStay() = default;
  void SetMayStayOnDevice(bool may) { m_MayStayOnDevice = may; }

 protected:
  bool m_MayStayOnDevice = false;
};

/** \class PreamarImage
 * \brief An image that may have a copy in a device's memory and knows which of the two is newest.
 *
 * The filters of this module make such images, and hand them on without copying pixels through the host. Everybody else
 * sees an ordinary itk::Image: its pixels are brought to the host when a filter of ITK, a writer or the program updates
 * it, and when they are asked for by an iterator or by GetBufferPointer(). A program that changes pixels on the host
 * says so by Modified(), as ITK has it, and the copy on the device is made anew when it is needed.
 *
 * Pixels that no one has updated since a chain of filters left them on the device have no memory on the host. Of those
 * itk::Image::GetPixel(), which is not virtual, knows nothing: call Update() first.
 *
 * \ingroup Preamar
 */
template <typename TPixel, unsigned int VImageDimension>
class ITK_TEMPLATE_EXPORT PreamarImage : public Image<TPixel, VImageDimension>, public PreamarStay {
 public:
  ITK_DISALLOW_COPY_AND_MOVE(PreamarImage);

  using Self = PreamarImage;
  using Superclass = Image<TPixel, VImageDimension>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using ConstWeakPointer = WeakPointer<const Self>;
  using IndexType = typename Superclass::IndexType;
  using PixelContainer = typename Superclass::PixelContainer;

  itkNewMacro(Self);
  itkTypeMacro(PreamarImage, Image);

  /** Whether only the device has the pixels as they are now. */
  [[nodiscard]] bool IsNewestOnDevice() const { return m_IsNewestOnDevice; }
  /** Makes the host's copy the newest; does nothing where it is. */
  void BringToHost() const;

  /** The buffered region on the device of `configuration`, copied there unless it is there already. */
  [[nodiscard]] preamar::ConstImageView ReadOnDevice(const PreamarConfiguration& configuration);
  /** Memory for the buffered region on the device, all of which will be written. */
  [[nodiscard]] preamar::ImageView WriteOnDevice(const PreamarConfiguration& configuration);
  /** The buffered region as Preamar sees images: the last axis first. */
  [[nodiscard]] preamar::ImageType BufferType() const;

  void Allocate(bool initializePixels = false) override;
  void Initialize() override;
  void UpdateOutputData() override;
  void Graft(const Superclass* image) override;

  TPixel* GetBufferPointer() override;
  const TPixel* GetBufferPointer() const override;
  /** As those of itk::Image, which are not virtual, for a program that knows the type. */
  PixelContainer* GetPixelContainer();
  const PixelContainer* GetPixelContainer() const;
  TPixel& GetPixel(const IndexType& index);
  const TPixel& GetPixel(const IndexType& index) const;
  TPixel& operator[](const IndexType& index) { return this->GetPixel(index); }
  const TPixel& operator[](const IndexType& index) const { return this->GetPixel(index); }
  void SetPixel(const IndexType& index, const TPixel& value) { this->GetPixel(index) = value; }
  void FillBuffer(const TPixel& value);

 protected:
  PreamarImage() = default;
  ~PreamarImage() override = default;
  using Superclass::Graft;
  void PrintSelf(std::ostream& os, Indent indent) const override;

 private:
  struct Copy {
    preamar::DeviceImage pixels;
    PreamarConfiguration::ConstPointer configuration;
    std::string device;
    ModifiedTimeType time;  // of this image when both copies were the same
  };
  void Forget();
  void AllocateOnHost();

  mutable std::unique_ptr<Copy> m_Copy;
  mutable std::atomic<bool> m_IsNewestOnDevice = false;
  mutable std::mutex m_Bringing;
};

}  // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#include "itkPreamarImage.hxx"
#endif

#endif
