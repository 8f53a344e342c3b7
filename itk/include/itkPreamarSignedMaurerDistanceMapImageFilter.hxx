#ifndef itkPreamarSignedMaurerDistanceMapImageFilter_hxx
#define itkPreamarSignedMaurerDistanceMapImageFilter_hxx

#include "itkPreamarSignedMaurerDistanceMapImageFilter.h"

namespace itk {

// False at object pixels that touch the background.
template <typename TInputImage, typename TOutputImage>
template <int... extents>
void PreamarSignedMaurerDistanceMapImageFilter<TInputImage, TOutputImage>::MarkContours(
    preamar::ConstImageView image, preamar::ImageView out, const preamar::Execution& on) const {
  using Window = preamar::Window<InputImagePixelType, extents...>;
  const auto is_apart = [background = m_BackgroundValue](const Window& around) {
    bool touches = false;
    for (int y = -1; y <= 1; ++y)
      for (int x = -1; x <= 1; ++x)
        if constexpr (sizeof...(extents) == 2) {
          touches |= around(y, x) == background;
        } else {
          for (int z = -1; z <= 1; ++z) touches |= around(z, y, x) == background;
        }
    if constexpr (sizeof...(extents) == 2)
      return !touches || around(0, 0) == background;
    else
      return !touches || around(0, 0, 0) == background;
  };
  preamar::stencil<extents...>(image, out, is_apart, preamar::Border::nearest,
                               {.threads = on.threads, .stop = on.stop});
}

template <typename TInputImage, typename TOutputImage>
void PreamarSignedMaurerDistanceMapImageFilter<TInputImage, TOutputImage>::Run(const preamar::Execution& on) {
  const preamar::ConstImageView image = this->Read(this->GetInput());
  preamar::Image apart(preamar::DType::boolean, image.shape());
  if constexpr (Superclass::ImageDimension == 2)
    MarkContours<3, 3>(image, apart, on);
  else
    MarkContours<3, 3, 3>(image, apart, on);

  preamar::DistanceOptions options{.squared = m_SquaredDistance};
  if (m_UseImageSpacing) options.spacing = this->ReversedSpacing();
  preamar::Image distances(preamar::distance_type(apart.type(), options));
  preamar::distance(apart, distances, options, on);

  const auto with_sign = [background = m_BackgroundValue, inside_is_positive = m_InsideIsPositive](
                             double distance, InputImagePixelType value) {
    const double size = std::min(distance, static_cast<double>(NumericTraits<OutputImagePixelType>::max()));
    return static_cast<OutputImagePixelType>((value != background) == inside_is_positive ? size : -size);
  };
  preamar::map({distances, image}, this->Write(), with_sign, {.threads = on.threads, .stop = on.stop});
}

}  // namespace itk

#endif
