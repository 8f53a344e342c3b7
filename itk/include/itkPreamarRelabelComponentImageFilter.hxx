#ifndef itkPreamarRelabelComponentImageFilter_hxx
#define itkPreamarRelabelComponentImageFilter_hxx

#include "itkPreamarRelabelComponentImageFilter.h"

#include <preamar/map.h>
#include <preamar/measure.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>

namespace itk {

template <typename TInputImage, typename TOutputImage>
void PreamarRelabelComponentImageFilter<TInputImage, TOutputImage>::Run(const preamar::Execution& on) {
  using OutputPixel = typename TOutputImage::PixelType;
  const preamar::ConstImageView image = this->Read(this->GetInput());
  const preamar::Table table = preamar::measure(image, {}, {.properties = {preamar::Property::size}}, on);
  const std::span<const LabelType> labels = table.column<LabelType>("label");
  const std::span<const std::int64_t> sizes = table.column<std::int64_t>("size");
  const std::size_t count = labels.size();

  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < count; ++i)
    if (static_cast<ObjectSizeType>(sizes[i]) >= m_MinimumObjectSize) order.push_back(i);
  if (m_SortByObjectSize)
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return sizes[a] > sizes[b]; });
  if (order.size() > static_cast<std::uint64_t>(NumericTraits<OutputPixel>::max()))
    this->Refuse("there are " + std::to_string(order.size()) +
                 " objects, more than the output's type of pixel can number");

  m_OriginalNumberOfObjects = count;
  m_NumberOfObjects = order.size();
  m_SizeOfObjectsInPixels.clear();
  m_SizeOfObjectsInPhysicalUnits.clear();
  float pixel = 1;
  for (const double step : this->ReversedSpacing()) pixel *= static_cast<float>(step);
  std::vector<OutputPixel> numbers(count, 0);  // new label of each old label
  for (const std::size_t i : order) {
    m_SizeOfObjectsInPixels.push_back(static_cast<ObjectSizeType>(sizes[i]));
    m_SizeOfObjectsInPhysicalUnits.push_back(static_cast<float>(sizes[i]) * pixel);
    numbers[i] = static_cast<OutputPixel>(m_SizeOfObjectsInPixels.size());
  }

  // A lookup table if labels are dense, else binary search. Values that are not labels become 0.
  const std::uint64_t least = count > 0 ? static_cast<std::uint64_t>(labels[0]) : 0;
  const std::uint64_t span = count > 0 ? static_cast<std::uint64_t>(labels[count - 1]) - least + 1 : 0;
  const preamar::Execution here{.threads = on.threads, .stop = on.stop};
  const preamar::ImageView out = this->Write();
  if (span <= 16 * count + 4096) {
    std::vector<OutputPixel> at(span, 0);
    for (std::size_t i = 0; i < count; ++i) at[static_cast<std::uint64_t>(labels[i]) - least] = numbers[i];
    const auto look_up = [&at, least](LabelType label) {
      const std::uint64_t place = static_cast<std::uint64_t>(label) - least;
      return place < at.size() ? at[place] : OutputPixel{0};
    };
    preamar::map(image, out, look_up, here);
  } else {
    const auto look_up = [&](LabelType label) {
      const auto found = std::lower_bound(labels.begin(), labels.end(), label);
      return label == 0 ? OutputPixel{0} : numbers[static_cast<std::size_t>(found - labels.begin())];
    };
    preamar::map(image, out, look_up, here);
  }
}

}  // namespace itk

#endif
