#ifndef itkPreamarImageFilter_h
#define itkPreamarImageFilter_h

#include "itkImageToImageFilter.h"
#include "itkPreamarConfiguration.h"
#include "itkPreamarImage.h"

#include <preamar/execution.h>
#include <preamar/image.h>

#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

namespace itk {

/** Which of two dual operators is meant: of peaks, or of hollows. */
enum class PreamarOrder { rising, falling };

/** The image that a filter makes where it was told to make a TImage. */
template <typename TImage>
struct PreamarOutput {
  using Type = TImage;
};
template <typename TPixel, unsigned int VImageDimension>
struct PreamarOutput<Image<TPixel, VImageDimension>> {
  using Type = PreamarImage<TPixel, VImageDimension>;
};

/** \class PreamarImageFilter
 * \brief What the filters of this module have in common: images as Preamar sees them, progress, abort and errors.
 *
 * A filter says in Run() which function of Preamar it stands for. It asks Read() for its inputs and Write() for its
 * outputs, which are on the device of its configuration. Where the output has another type of pixel than the function
 * gives, the result is converted on the host.
 *
 * The whole image is asked for and made, unless a filter tells by GetRadius() that it works on neighbourhoods.
 *
 * Progress is reported by the thread that updates the filter. AbortGenerateDataOn() stops the function as soon as it
 * looks, and ProcessAborted is thrown; any other error of Preamar becomes an ExceptionObject that names the filter.
 *
 * \ingroup Preamar
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT PreamarImageFilter : public ImageToImageFilter<TInputImage, TOutputImage> {
 public:
  ITK_DISALLOW_COPY_AND_MOVE(PreamarImageFilter);

  using Self = PreamarImageFilter;
  using Superclass = ImageToImageFilter<TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using InputImageType = TInputImage;
  using OutputImageType = TOutputImage;
  using InputPixelType = typename TInputImage::PixelType;
  using OutputPixelType = typename TOutputImage::PixelType;
  using SizeType = typename TInputImage::SizeType;

  static constexpr unsigned int ImageDimension = TInputImage::ImageDimension;
  static_assert(ImageDimension == 2 || ImageDimension == 3, "Preamar's images have two or three dimensions");

  itkTypeMacro(PreamarImageFilter, ImageToImageFilter);

  /** Where it runs; the filters of a pipeline share one. Null: on the processor, as where none was set. */
  virtual void SetConfiguration(PreamarConfiguration* configuration);
  itkGetModifiableObjectMacro(Configuration, PreamarConfiguration);

  /** May be called by an observer, and by any thread. */
  void SetAbortGenerateData(const bool abort) override;

  ModifiedTimeType GetMTime() const override;
  void UpdateOutputData(DataObject* output) override;

  using DataObjectPointerArraySizeType = ProcessObject::DataObjectPointerArraySizeType;
  using Superclass::MakeOutput;
  ProcessObject::DataObjectPointer MakeOutput(DataObjectPointerArraySizeType index) override;

 protected:
  PreamarImageFilter();
  ~PreamarImageFilter() override = default;

  /** Calls the function of Preamar. */
  virtual void Run(const preamar::Execution& on) = 0;
  /** Whether Run() can work on a device; where it cannot, the filter refuses one. */
  virtual bool HasDeviceForm() const { return true; }
  /** How far around a pixel of the output the input counts; null where all of it does. */
  virtual std::unique_ptr<SizeType> GetRadius() const { return nullptr; }

  /** The requested region of an input, on the device. */
  template <typename TImage>
  [[nodiscard]] preamar::ConstImageView Read(const TImage* image);
  /** Where the function writes an output, as pixels of that type. */
  [[nodiscard]] preamar::ImageView Write() { return Write(preamar::dtype_of<OutputPixelType>()); }
  [[nodiscard]] preamar::ImageView Write(preamar::DType dtype) { return Write(dtype, this->GetOutput()); }
  template <typename TImage>
  [[nodiscard]] preamar::ImageView Write(preamar::DType dtype, TImage* output);
  /** The same, where convert(pixel as the function writes it) is what the output shall hold. */
  template <typename TImage, typename TConvert>
  [[nodiscard]] preamar::ImageView WriteThrough(preamar::DType dtype, TImage* output, TConvert convert);

  /** Preamar's connectivity: neighbours by faces, or by corners too. */
  [[nodiscard]] static int Connectivity(bool fullyConnected) { return fullyConnected ? int{ImageDimension} : 1; }
  /** The spacing of an input in the order of Preamar's axes. */
  [[nodiscard]] std::vector<double> ReversedSpacing() const;
  /** An error that names the filter. */
  [[noreturn]] void Refuse(const std::string& what) const;

  void GenerateInputRequestedRegion() override;
  void EnlargeOutputRequestedRegion(DataObject* output) override;
  void GenerateData() override;
  void PrintSelf(std::ostream& os, Indent indent) const override;

 private:
  [[nodiscard]] preamar::Execution MakeExecution() const;
  void RunAndFinish(const preamar::Execution& on);

  PreamarConfiguration::Pointer m_Configuration;
  std::mutex m_Stopping;
  std::stop_source m_Stop;
  std::vector<preamar::DeviceImage> m_Borrowed;  // copies of inputs that have none of their own
  std::vector<std::function<void()>> m_Finishing;
};

}  // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#include "itkPreamarImageFilter.hxx"
#endif

#endif
