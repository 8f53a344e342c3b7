#ifndef itkPreamarMorphologicalWatershedFromMarkersImageFilter_hxx
#define itkPreamarMorphologicalWatershedFromMarkersImageFilter_hxx

#include "itkPreamarMorphologicalWatershedFromMarkersImageFilter.h"

#include <preamar/map.h>
#include <preamar/reconstruct.h>

#include <limits>

namespace itk {

template <typename TInputImage, typename TLabelImage>
void PreamarMorphologicalWatershedFromMarkersImageFilter<TInputImage, TLabelImage>::Run(const preamar::Execution& on) {
  using Pixel = typename TInputImage::PixelType;
  using Label = typename TLabelImage::PixelType;
  const preamar::ConstImageView image = this->Read(this->GetInput()), markers = this->Read(GetMarkerImage());
  const int connectivity = this->Connectivity(m_FullyConnected);

  preamar::Image flood(image.type());
  const auto source = [](Pixel level, Label marker) {
    using Limits = std::numeric_limits<Pixel>;
    return marker != 0 ? level : Limits::has_infinity ? Limits::infinity() : Limits::max();
  };
  preamar::map({image, markers}, flood, source, {.threads = on.threads, .stop = on.stop});
  preamar::reconstruct(flood, image, flood,
                       {.method = preamar::ReconstructOptions::Method::erosion, .connectivity = connectivity},
                       {.threads = on.threads, .scratch_memory = on.scratch_memory, .stop = on.stop});

  preamar::watershed(flood, markers, this->Write(), {.connectivity = connectivity, .line = m_MarkWatershedLine}, on);
}

}  // namespace itk

#endif
