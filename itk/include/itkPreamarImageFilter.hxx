#ifndef itkPreamarImageFilter_hxx
#define itkPreamarImageFilter_hxx

#include "itkPreamarImageFilter.h"
#include "itkPreamarView.h"

#include <preamar/error.h>
#include <preamar/map.h>

#include <algorithm>
#include <thread>
#include <utility>

namespace itk {

template <typename TInputImage, typename TOutputImage>
PreamarImageFilter<TInputImage, TOutputImage>::PreamarImageFilter() : m_Configuration(PreamarConfiguration::New()) {
  this->SetNthOutput(0, Self::MakeOutput(0));
}

template <typename TInputImage, typename TOutputImage>
ProcessObject::DataObjectPointer PreamarImageFilter<TInputImage, TOutputImage>::MakeOutput(
    DataObjectPointerArraySizeType) {
  return PreamarOutput<TOutputImage>::Type::New().GetPointer();
}

template <typename TInputImage, typename TOutputImage>
void PreamarImageFilter<TInputImage, TOutputImage>::SetConfiguration(PreamarConfiguration* configuration) {
  if (configuration == m_Configuration) return;
  m_Configuration = configuration ? configuration : PreamarConfiguration::New().GetPointer();
  this->Modified();
}

template <typename TInputImage, typename TOutputImage>
ModifiedTimeType PreamarImageFilter<TInputImage, TOutputImage>::GetMTime() const {
  return std::max(Superclass::GetMTime(), m_Configuration->GetMTime());
}

// Inputs that this filter updates may stay on the device. While one input is updated, an upstream filter may read
// another input on the host. So the request is set for one input at a time. Afterwards no upstream filter executes any
// more.
template <typename TInputImage, typename TOutputImage>
void PreamarImageFilter<TInputImage, TOutputImage>::UpdateOutputData(DataObject* output) {
  if (this->m_Updating) return;
  std::vector<std::pair<DataObject*, PreamarStay*>> inputs;
  for (const auto& name : this->GetInputNames())
    if (DataObject* const input = this->ProcessObject::GetInput(name))
      if (auto* const stay = dynamic_cast<PreamarStay*>(input)) inputs.emplace_back(input, stay);
  const auto tell = [](PreamarStay* stay) {
    stay->SetMayStayOnDevice(true);
    const auto untell = [](PreamarStay* told) { told->SetMayStayOnDevice(false); };
    return std::unique_ptr<PreamarStay, decltype(untell)>(stay, untell);
  };
  using Told = decltype(tell(nullptr));
  if (m_Configuration->IsDeviceApart())
    for (const auto& [input, stay] : inputs) {
      const Told told = tell(stay);
      input->PropagateRequestedRegion();
      input->UpdateOutputData();
    }
  std::vector<Told> all;
  if (m_Configuration->IsDeviceApart())
    for (const auto& [input, stay] : inputs) all.push_back(tell(stay));
  Superclass::UpdateOutputData(output);
}

template <typename TInputImage, typename TOutputImage>
void PreamarImageFilter<TInputImage, TOutputImage>::GenerateInputRequestedRegion() {
  Superclass::GenerateInputRequestedRegion();
  const std::unique_ptr<SizeType> radius = GetRadius();
  for (const auto& name : this->GetInputNames()) {
    auto* const input = dynamic_cast<ImageBase<ImageDimension>*>(this->ProcessObject::GetInput(name));
    if (!input) continue;
    if (!radius) {
      input->SetRequestedRegionToLargestPossibleRegion();
      continue;
    }
    auto region = this->GetOutput()->GetRequestedRegion();
    region.PadByRadius(*radius);
    region.Crop(input->GetLargestPossibleRegion());
    input->SetRequestedRegion(region);
  }
}

template <typename TInputImage, typename TOutputImage>
void PreamarImageFilter<TInputImage, TOutputImage>::EnlargeOutputRequestedRegion(DataObject* output) {
  Superclass::EnlargeOutputRequestedRegion(output);
  if (!GetRadius()) output->SetRequestedRegionToLargestPossibleRegion();
}

template <typename TInputImage, typename TOutputImage>
preamar::Execution PreamarImageFilter<TInputImage, TOutputImage>::MakeExecution() const {
  preamar::Execution on = m_Configuration->GetExecution();
  if (on.threads == 0)
    on.threads =
        static_cast<int>(std::min(this->GetNumberOfWorkUnits(), this->GetMultiThreader()->GetMaximumNumberOfThreads()));
  return on;
}

template <typename TInputImage, typename TOutputImage>
void PreamarImageFilter<TInputImage, TOutputImage>::SetAbortGenerateData(const bool abort) {
  Superclass::SetAbortGenerateData(abort);
  const std::lock_guard<std::mutex> lock(m_Stopping);
  if (abort) m_Stop.request_stop();
}

template <typename TInputImage, typename TOutputImage>
void PreamarImageFilter<TInputImage, TOutputImage>::GenerateData() {
  if (m_Configuration->IsDeviceApart() && !HasDeviceForm())
    Refuse("it does not run on " + m_Configuration->GetDevice() +
           " with these settings; give it a configuration for the cpu");
  preamar::Execution on = MakeExecution();
  {
    const std::lock_guard<std::mutex> lock(m_Stopping);
    m_Stop = std::stop_source();
    on.stop = m_Stop.get_token();
  }
  // A filter may call several functions; each reports progress from 0 to 1.
  on.progress = [this, updater = std::this_thread::get_id()](double part) {
    const auto now = static_cast<float>(part);
    if (std::this_thread::get_id() == updater && now > this->GetProgress()) this->UpdateProgress(now);
  };
  try {
    RunAndFinish(on);
    if (this->GetProgress() < 1) this->UpdateProgress(1);
  } catch (const preamar::Error& error) {
    if (error.kind() != preamar::ErrorKind::stopped) Refuse(error.what());
    ProcessAborted aborted(__FILE__, __LINE__);
    aborted.SetLocation(this->GetNameOfClass());
    aborted.SetDescription(std::string(this->GetNameOfClass()) + " was aborted");
    throw aborted;
  }
}

template <typename TInputImage, typename TOutputImage>
void PreamarImageFilter<TInputImage, TOutputImage>::RunAndFinish(const preamar::Execution& on) {
  const auto clear = [this](const void*) {
    m_Finishing.clear();
    m_Borrowed.clear();
  };
  const std::unique_ptr<const Self, decltype(clear)> cleared(this, clear);
  Run(on);
  for (const auto& finish : m_Finishing) finish();
}

template <typename TInputImage, typename TOutputImage>
template <typename TImage>
preamar::ConstImageView PreamarImageFilter<TInputImage, TOutputImage>::Read(const TImage* image) {
  using Resident = PreamarImage<typename TImage::PixelType, TImage::ImageDimension>;
  const auto& region = image->GetRequestedRegion();
  if (!m_Configuration->IsDeviceApart()) return PreamarView(image, region);
  if (const auto* const resident = dynamic_cast<const Resident*>(image))
    if (region == image->GetBufferedRegion()) return const_cast<Resident*>(resident)->ReadOnDevice(*m_Configuration);
  const preamar::ConstImageView here = PreamarView(image, region);
  m_Borrowed.emplace_back(here.type(), m_Configuration->GetExecution()).write(here);
  m_Configuration->CountCopyToDevice();
  return m_Borrowed.back().on_device();
}

template <typename TInputImage, typename TOutputImage>
template <typename TImage>
preamar::ImageView PreamarImageFilter<TInputImage, TOutputImage>::Write(preamar::DType dtype, TImage* output) {
  using Pixel = typename TImage::PixelType;
  const auto& region = output->GetRequestedRegion();
  const bool is_whole = this->GetInput()->GetRequestedRegion().GetSize() == region.GetSize();
  if (!is_whole || !PreamarSharesMemory(dtype, preamar::dtype_of<Pixel>()))
    return WriteThrough(dtype, output, [](Pixel value) { return value; });
  output->SetBufferedRegion(region);
  auto* const resident = dynamic_cast<PreamarImage<Pixel, TImage::ImageDimension>*>(output);
  if (resident && m_Configuration->IsDeviceApart()) {
    const preamar::ImageView there = resident->WriteOnDevice(*m_Configuration);
    return {there.data(), dtype, there.shape()};
  }
  if (m_Configuration->IsDeviceApart()) return WriteThrough(dtype, output, [](Pixel value) { return value; });
  output->Allocate();
  return {output->GetBufferPointer(), dtype, PreamarShape(region)};
}

template <typename TInputImage, typename TOutputImage>
template <typename TImage, typename TConvert>
preamar::ImageView PreamarImageFilter<TInputImage, TOutputImage>::WriteThrough(preamar::DType dtype, TImage* output,
                                                                               TConvert convert) {
  const auto made = this->GetInput()->GetRequestedRegion();
  auto result = std::make_shared<preamar::DeviceImage>(preamar::ImageType{dtype, PreamarShape(made)},
                                                       m_Configuration->GetExecution());
  m_Finishing.push_back([this, result, made, output, convert] {
    if (m_Configuration->IsDeviceApart()) m_Configuration->CountCopyToHost();
    const auto& region = output->GetRequestedRegion();
    output->SetBufferedRegion(region);
    output->Allocate();
    const preamar::ConstImageView part = PreamarCrop(result->on_host(), made, region);
    const preamar::ImageView to(output->GetBufferPointer(), preamar::dtype_of<typename TImage::PixelType>(),
                                part.shape());
    preamar::map(part, to, convert, {.threads = MakeExecution().threads});
  });
  return result->to_write_on_device();
}

template <typename TInputImage, typename TOutputImage>
std::vector<double> PreamarImageFilter<TInputImage, TOutputImage>::ReversedSpacing() const {
  const auto& spacing = this->GetInput()->GetSpacing();
  return {std::make_reverse_iterator(spacing.end()), std::make_reverse_iterator(spacing.begin())};
}

template <typename TInputImage, typename TOutputImage>
void PreamarImageFilter<TInputImage, TOutputImage>::Refuse(const std::string& what) const {
  itkExceptionMacro(<< what);
}

template <typename TInputImage, typename TOutputImage>
void PreamarImageFilter<TInputImage, TOutputImage>::PrintSelf(std::ostream& os, Indent indent) const {
  Superclass::PrintSelf(os, indent);
  itkPrintSelfObjectMacro(Configuration);
}

}  // namespace itk

#endif
