// Images of ITK as views of Preamar and back: the same pixels, with reversed axes; errors.
#include "itkPreamarTestTools.h"
#include "itkPreamarView.h"

#include <cstdlib>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using itk::PreamarTest::Holds;
using Volume = itk::Image<short, 3>;

template <typename TCall>
bool IsRefused(TCall call, const std::string& part) {
  try {
    call();
  } catch (const itk::ExceptionObject& error) {
    return Holds(std::string(error.what()).find(part) != std::string::npos, error.what());
  }
  return Holds(false, "nothing was thrown about: " + part);
}

bool SharesVolumes() {
  auto volume = Volume::New();
  Volume::RegionType region;
  region.SetSize({{4, 3, 2}});
  region.SetIndex({{-1, 5, 0}});
  volume->SetRegions(region);
  volume->Allocate(true);
  const preamar::ImageView view = itk::PreamarView(volume);
  view.at<short>(1, 2, 3) = 7;
  const Volume* const seen = volume;
  static_assert(std::is_same_v<decltype(itk::PreamarView(seen)), preamar::ConstImageView>);
  return Holds(view.shape() == preamar::Shape{2, 3, 4}, "the last axis comes first") &
         Holds(volume->GetPixel({{2, 7, 1}}) == 7, "a pixel written by a view is in the volume") &
         Holds(itk::PreamarView(seen).data() == volume->GetBufferPointer(), "nothing is copied");
}

bool SharesViews() {
  std::vector<float> pixels(12);
  const auto image = itk::PreamarToImage<itk::Image<float, 2>>(preamar::view(pixels.data(), {3, 4}));
  image->SetPixel({{3, 1}}, 5);
  preamar::Image mask(preamar::DType::boolean, {3, 4});
  const auto bytes = itk::PreamarToImage<itk::Image<unsigned char, 2>>(mask);
  return Holds(image->GetBufferedRegion().GetSize() == itk::Size<2>{{4, 3}}, "the size is reversed") &
         Holds(pixels[7] == 5, "a pixel set by ITK is in the vector") &
         Holds(bytes->GetBufferPointer() == mask.data(), "bool is taken as bytes");
}

bool TakesOver() {
  preamar::Image labels(preamar::DType::uint32, {3, 4});
  const void* const data = labels.data();
  const auto image = itk::PreamarToImage<itk::Image<unsigned int, 2>>(std::move(labels));
  return Holds(image->GetBufferPointer() == data, "the image has the memory") &
         Holds(labels.data() == nullptr, "nobody else has it");
}

bool Refuses() {
  using ImageType = itk::Image<float, 2>;
  std::vector<float> pixels(24);
  const preamar::ImageView there(pixels.data(), preamar::DType::float32, {3, 4}, {16, 4}, preamar::Location::device);
  preamar::Image labels(preamar::DType::uint32, {3, 4});
  return IsRefused([&] { (void)itk::PreamarToImage<ImageType>(labels); }, "are uint32 and those of the image float32") &
         IsRefused(
             [&] {
               (void)itk::PreamarToImage<ImageType>(preamar::view(pixels.data(), {2, 3, 4}));
             },
             "3 axes") &
         IsRefused(
             [&] {
               (void)itk::PreamarToImage<ImageType>(preamar::view(pixels.data(), {3, 4}, {32, 4}));
             },
             "side by side") &
         IsRefused([&] { (void)itk::PreamarToImage<ImageType>(there); }, "memory of a device");
}

}  // namespace

int itkPreamarViewTest(int, char*[]) {
  const bool isRight = SharesVolumes() & SharesViews() & TakesOver() & Refuses();
  return isRight ? EXIT_SUCCESS : EXIT_FAILURE;
}
