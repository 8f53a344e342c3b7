#ifndef itkPreamarMorphologicalWatershedFromMarkersImageFilter_hxx
#define itkPreamarMorphologicalWatershedFromMarkersImageFilter_hxx

#include "itkPreamarCombine.h"
#include "itkPreamarMorphologicalWatershedFromMarkersImageFilter.h"

#include <preamar/reconstruct.h>

#include <limits>

namespace itk {

template <typename TInputImage, typename TLabelImage>
void PreamarMorphologicalWatershedFromMarkersImageFilter<TInputImage, TLabelImage>::Run(const preamar::Execution& on) {
  using Pixel = typename TInputImage::PixelType;
  using Label = typename TLabelImage::PixelType;
  const preamar::ConstImage image = this->Read(this->GetInput()), markers = this->Read(GetMarkerImage());
  const int connectivity = this->Connectivity(m_FullyConnected);

  preamar::OwnedImage flood(image.type());
  const auto source = [](Pixel level, Label marker) {
    using Limits = std::numeric_limits<Pixel>;
    return marker != 0 ? level : Limits::has_infinity ? Limits::infinity() : Limits::max();
  };
  PreamarCombine(image, markers, flood, source, on);
  preamar::reconstruct(flood, image, flood, {.method = preamar::Method::erosion, .connectivity = connectivity},
                       {.threads = on.threads, .memory = on.memory, .stop = on.stop});

  const auto line = m_MarkWatershedLine ? preamar::Line::one_pixel : preamar::Line::none;
  preamar::watershed(flood, markers, {}, this->Write(), {.connectivity = connectivity, .line = line}, on);
}

}  // namespace itk

#endif
