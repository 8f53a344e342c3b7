#ifndef itkPreamarImage_hxx
#define itkPreamarImage_hxx

#include "itkPreamarImage.h"
#include "itkPreamarView.h"

namespace itk {

template <typename TPixel, unsigned int VImageDimension>
preamar::ImageType PreamarImage<TPixel, VImageDimension>::BufferType() const {
  return {preamar::dtype_of<TPixel>(), PreamarShape(this->GetBufferedRegion())};
}

template <typename TPixel, unsigned int VImageDimension>
void PreamarImage<TPixel, VImageDimension>::BringToHost() const {
  if (!m_IsNewestOnDevice) return;
  const std::lock_guard<std::mutex> lock(m_Bringing);
  if (!m_IsNewestOnDevice) return;
  auto* const self = const_cast<Self*>(this);
  self->AllocateOnHost();
  const preamar::ImageType type = BufferType();
  m_Copy->pixels.read(preamar::ImageView(self->Superclass::GetBufferPointer(), type.dtype, type.shape));
  m_Copy->configuration->CountCopyToHost();
  m_Copy->time = this->GetMTime();
  m_IsNewestOnDevice = false;
}

template <typename TPixel, unsigned int VImageDimension>
preamar::ConstImageView PreamarImage<TPixel, VImageDimension>::ReadOnDevice(const PreamarConfiguration& configuration) {
  const bool is_there =
      m_Copy && m_Copy->device == configuration.GetDevice() && (m_IsNewestOnDevice || this->GetMTime() <= m_Copy->time);
  if (!is_there) {
    BringToHost();
    const preamar::ImageType type = BufferType();
    auto copy = std::unique_ptr<Copy>(new Copy{preamar::DeviceImage(type, configuration.GetExecution()), &configuration,
                                               configuration.GetDevice(), this->GetMTime()});
    copy->pixels.write(preamar::ConstImageView(this->GetBufferPointer(), type.dtype, type.shape));
    configuration.CountCopyToDevice();
    m_Copy = std::move(copy);
  }
  return m_Copy->pixels.on_device();
}

template <typename TPixel, unsigned int VImageDimension>
preamar::ImageView PreamarImage<TPixel, VImageDimension>::WriteOnDevice(const PreamarConfiguration& configuration) {
  Forget();
  m_Copy = std::unique_ptr<Copy>(new Copy{preamar::DeviceImage(BufferType(), configuration.GetExecution()),
                                          &configuration, configuration.GetDevice(), 0});
  m_IsNewestOnDevice = true;
  this->ComputeOffsetTable();
  return m_Copy->pixels.to_write_on_device();
}

template <typename TPixel, unsigned int VImageDimension>
void PreamarImage<TPixel, VImageDimension>::Forget() {
  m_IsNewestOnDevice = false;
  m_Copy.reset();
}

template <typename TPixel, unsigned int VImageDimension>
void PreamarImage<TPixel, VImageDimension>::Allocate(bool initializePixels) {
  Forget();
  AllocateOnHost();
  if (initializePixels) Superclass::FillBuffer(TPixel{});
}

// Keeps memory that is large enough, such as that of a grafted image.
template <typename TPixel, unsigned int VImageDimension>
void PreamarImage<TPixel, VImageDimension>::AllocateOnHost() {
  const SizeValueType count = this->GetBufferedRegion().GetNumberOfPixels();
  if (Superclass::GetPixelContainer()->Capacity() < count) {
    auto pixels = PreamarPixels<TPixel>::New();
    pixels->Take(preamar::Image(BufferType()));
    this->SetPixelContainer(pixels);
  }
  Superclass::Allocate();
}

template <typename TPixel, unsigned int VImageDimension>
void PreamarImage<TPixel, VImageDimension>::Initialize() {
  Forget();
  Superclass::Initialize();
}

template <typename TPixel, unsigned int VImageDimension>
void PreamarImage<TPixel, VImageDimension>::UpdateOutputData() {
  Superclass::UpdateOutputData();
  if (!m_MayStayOnDevice) BringToHost();
}

template <typename TPixel, unsigned int VImageDimension>
void PreamarImage<TPixel, VImageDimension>::Graft(const Superclass* image) {
  if (const auto* const other = dynamic_cast<const Self*>(image)) other->BringToHost();
  Forget();
  Superclass::Graft(image);
}

template <typename TPixel, unsigned int VImageDimension>
TPixel* PreamarImage<TPixel, VImageDimension>::GetBufferPointer() {
  BringToHost();
  return Superclass::GetBufferPointer();
}

template <typename TPixel, unsigned int VImageDimension>
const TPixel* PreamarImage<TPixel, VImageDimension>::GetBufferPointer() const {
  BringToHost();
  return Superclass::GetBufferPointer();
}

template <typename TPixel, unsigned int VImageDimension>
auto PreamarImage<TPixel, VImageDimension>::GetPixelContainer() -> PixelContainer* {
  BringToHost();
  return Superclass::GetPixelContainer();
}

template <typename TPixel, unsigned int VImageDimension>
auto PreamarImage<TPixel, VImageDimension>::GetPixelContainer() const -> const PixelContainer* {
  BringToHost();
  return Superclass::GetPixelContainer();
}

template <typename TPixel, unsigned int VImageDimension>
TPixel& PreamarImage<TPixel, VImageDimension>::GetPixel(const IndexType& index) {
  BringToHost();
  return Superclass::GetPixel(index);
}

template <typename TPixel, unsigned int VImageDimension>
const TPixel& PreamarImage<TPixel, VImageDimension>::GetPixel(const IndexType& index) const {
  BringToHost();
  return Superclass::GetPixel(index);
}

template <typename TPixel, unsigned int VImageDimension>
void PreamarImage<TPixel, VImageDimension>::FillBuffer(const TPixel& value) {
  BringToHost();
  Superclass::FillBuffer(value);
}

template <typename TPixel, unsigned int VImageDimension>
void PreamarImage<TPixel, VImageDimension>::PrintSelf(std::ostream& os, Indent indent) const {
  Superclass::PrintSelf(os, indent);
  os << indent << "IsNewestOnDevice: " << m_IsNewestOnDevice << '\n';
}

}  // namespace itk

#endif
