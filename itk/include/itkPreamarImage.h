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
 * \brief A request of a filter to an image of any type, before an update: the pixels may stay on the device.
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
 * \brief An image with a host copy and a device copy, which knows which of them is current.
 *
 * The filters of this module create such images and pass them on without a copy through the host. For all other code
 * it is an ordinary itk::Image. Its pixels are copied to the host when a filter of ITK, a writer or the program updates
 * it, and when an iterator or GetBufferPointer() accesses them. A program that changes pixels on the host calls
 * Modified(), as usual in ITK; the device copy is then renewed when it is needed.
 *
 * While only the device has the pixels, there is no host memory. itk::Image::GetPixel() is not virtual and cannot copy
 * them: call Update() first.
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

  /** Whether only the device has the current pixels. */
  [[nodiscard]] bool IsNewestOnDevice() const { return m_IsNewestOnDevice; }
  /** Copies the pixels to the host, unless the host copy is current. */
  void BringToHost() const;

  /** The buffered region on the device of `configuration`; copies it there if needed. */
  [[nodiscard]] preamar::ConstImageView ReadOnDevice(const PreamarConfiguration& configuration);
  /** Device memory for the buffered region. The caller writes all of it. */
  [[nodiscard]] preamar::ImageView WriteOnDevice(const PreamarConfiguration& configuration);
  /** The buffered region as an image of Preamar: the last axis first. */
  [[nodiscard]] preamar::ImageType BufferType() const;

  void Allocate(bool initializePixels = false) override;
  void Initialize() override;
  void UpdateOutputData() override;
  void Graft(const Superclass* image) override;

  TPixel* GetBufferPointer() override;
  const TPixel* GetBufferPointer() const override;
  /** Hide the functions of itk::Image, which are not virtual, for programs that know the type. */
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
    ModifiedTimeType time;  // modification time of this image when both copies were equal
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
