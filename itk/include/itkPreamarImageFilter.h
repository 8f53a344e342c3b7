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

/** Selects one of two dual operators: for maxima or for minima. */
enum class PreamarOrder { rising, falling };

/** The image type that a filter creates for an output of type TImage. */
template <typename TImage>
struct PreamarOutput {
  using Type = TImage;
};
template <typename TPixel, unsigned int VImageDimension>
struct PreamarOutput<Image<TPixel, VImageDimension>> {
  using Type = PreamarImage<TPixel, VImageDimension>;
};

/** \class PreamarImageFilter
 * \brief Base class of the filters of this module: image conversion, progress, abort and errors.
 *
 * A filter implements Run(), which calls a function of Preamar. Read() returns its inputs and Write() its outputs, on
 * the device of the configuration. If the pixel type of the output differs from that of the function, the result is
 * converted on the host.
 *
 * A filter requests and computes the whole image, unless it overrides GetRadius(), as filters of neighbourhoods do.
 *
 * The thread that updates the filter reports progress. After AbortGenerateDataOn() the function stops at its next check
 * and ProcessAborted is thrown. Any other error of Preamar becomes an ExceptionObject that names the filter.
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

  /** Device, threads, memory and launch shape; filters may share one. Null (default): the CPU. */
  virtual void SetConfiguration(PreamarConfiguration* configuration);
  itkGetModifiableObjectMacro(Configuration, PreamarConfiguration);

  /** Stops the filter. Thread-safe; observers may call it. */
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
  /** Whether Run() supports devices. If not, the filter throws for a configuration with a device. */
  virtual bool HasDeviceForm() const { return true; }
  /** The radius of the neighbourhood that an output pixel needs; empty if it needs the whole input. */
  virtual std::unique_ptr<SizeType> GetRadius() const { return nullptr; }

  /** The requested region of an input, on the device. */
  template <typename TImage>
  [[nodiscard]] preamar::ConstImageView Read(const TImage* image);
  /** The view into which the function writes an output, with this pixel type. */
  [[nodiscard]] preamar::ImageView Write() { return Write(preamar::dtype_of<OutputPixelType>()); }
  [[nodiscard]] preamar::ImageView Write(preamar::DType dtype) { return Write(dtype, this->GetOutput()); }
  template <typename TImage>
  [[nodiscard]] preamar::ImageView Write(preamar::DType dtype, TImage* output);
  /** The same; convert(pixel) is applied to each pixel that the function writes. */
  template <typename TImage, typename TConvert>
  [[nodiscard]] preamar::ImageView WriteThrough(preamar::DType dtype, TImage* output, TConvert convert);

  /** The connectivity in Preamar: shared faces, or also shared corners. */
  [[nodiscard]] static int Connectivity(bool fullyConnected) { return fullyConnected ? int{ImageDimension} : 1; }
  /** The spacing of an input in the order of Preamar's axes. */
  [[nodiscard]] std::vector<double> ReversedSpacing() const;
  /** Throws an error that names the filter. */
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
  std::vector<preamar::DeviceImage> m_Borrowed;  // device copies of inputs that are not a PreamarImage
  std::vector<std::function<void()>> m_Finishing;
};

}  // namespace itk

#ifndef ITK_MANUAL_INSTANTIATION
#include "itkPreamarImageFilter.hxx"
#endif

#endif
