// The host side of CUDA with a stand-in driver: if any call fails, there is a clear error, nothing leaks, and the next
// call works; and a missing synchronisation gives a wrong image.
#include "backends/cuda/driver.h"
#include "backends/device/tuning.h"
#include "primitives/map.h"
#include "tools/cases.h"
#include "tools/device.h"
#include "tools/images.h"
#include "tools/stand_in_device.h"

#include <preamar/label.h>
#include <preamar/reconstruct.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>

namespace preamar::test {
using namespace primitives;
namespace {

struct Call {
  const char* name;
  std::function<Image(const Execution&)> run;
};

Image noise(const Shape& shape) {
  Random random(7);
  return make_noise(DType::uint16, shape, Palette::spread, random);
}

// To the device, transposed there, and back.
Image transposed(const Execution& on) {
  const Image image = noise(Shape{9, 11});
  const auto turned = [](ImageView to) {
    return ImageView(to.data(), to.dtype(), Shape{9, 11}, Strides{to.stride(1), to.stride(0)});
  };
  Image out(DType::uint16, Shape{11, 9});
  if (on.device == "reference") {
    map(on, {.pixel = Pixel::copy}, image, turned(out));
    return out;
  }
  const Resident first(on, image.type()), second(on, out.type());
  map(on, {.pixel = Pixel::copy}, image, first.view());
  map(on, {.pixel = Pixel::copy}, first.view(), turned(second.view()));
  map(on, {.pixel = Pixel::copy}, second.view(), out);
  return out;
}

// More than the pinned memory.
Image there_and_back(const Execution& on) {
  static const Image image = noise(Shape{1100, 1000});
  Image out(image.type());
  if (on.device == "reference") {
    map(on, {.pixel = Pixel::copy}, image, out);
    return out;
  }
  const Resident there(on, image.type());
  map(on, {.pixel = Pixel::copy}, image, there.view());
  map(on, {.pixel = Pixel::copy}, there.view(), out);
  return out;
}

// Memory for the call, many kernels in a row, and checks of their progress.
Image flooded(const Execution& on) {
  const Image mask = noise(Shape{5, 34});
  Image marker(mask.type());
  std::fill_n(static_cast<std::uint16_t*>(marker.data()), marker.shape().count(), std::uint16_t{0});
  static_cast<std::uint16_t*>(marker.data())[0] = 900;
  return reconstruct(marker, mask, {}, on);
}

Image labelled(const Execution& on) {
  Image out(DType::uint32, Shape{5, 34});
  label(noise(Shape{5, 34}), out, {}, on);
  return out;
}

const Call calls[] = {
    {"transposed", transposed}, {"there and back", there_and_back}, {"flooded", flooded}, {"labelled", labelled}};

class CudaHost : public testing::Test {
 protected:
  void SetUp() override {
    stand_in::renew_device();
    device::force_propagate_tuning(device::PropagateTuning{.batch = 2});
  }
  void TearDown() override { stand_in::fail_after(-1); }
};

TEST_F(CudaHost, gives_what_reference_gives) {
  for (const Call& call : calls)
    EXPECT_EQ(difference(call.run({.device = "reference"}), call.run({.device = "cuda:0"})), "") << call.name;
}

TEST_F(CudaHost, recovers_from_an_error_at_every_call) {
  for (const Call& call : calls) {
    const Image expected = call.run({.device = "reference"});
    std::int64_t errors = 0;
    for (std::int64_t n = 0;; ++n) {
      ASSERT_EQ(stand_in::renew_device(), stand_in::Held{}) << call.name << ", call " << n - 1;
      stand_in::fail_after(n);
      try {
        // An error of a call that releases something is not reported.
        ASSERT_EQ(difference(expected, call.run({.device = "cuda:0"})), "") << call.name << ", call " << n;
      } catch (const Error& error) {
        ++errors;
        EXPECT_TRUE(error.kind() == ErrorKind::device || error.kind() == ErrorKind::resource) << error.what();
        EXPECT_TRUE(std::string_view(error.what()).starts_with("cuda:0: cu")) << error.what();
        EXPECT_NE(std::string_view(error.what()).find("failed with CUDA_ERROR_"), std::string::npos) << error.what();
      }
      if (!stand_in::has_failed()) break;
      stand_in::fail_after(-1);
      const stand_in::Held held = stand_in::held();
      ASSERT_EQ(held.memory, 0) << call.name << ", call " << n;
      ASSERT_EQ(held.events, 0) << call.name << ", call " << n;
      ASSERT_EQ(difference(expected, call.run({.device = "cuda:0"})), "") << call.name << ", after call " << n;
    }
    EXPECT_GT(errors, 10) << call.name;
  }
}

TEST_F(CudaHost, opens_or_says_why_not) {
  const cuda::Library table = stand_in::library();
  std::string why;
  for (std::int64_t n = 0;; ++n) {
    stand_in::fail_after(n);
    why.clear();
    const bool is_open = !cuda::open(table, stand_in::fatbins(), stand_in::targets(), why).empty();
    EXPECT_EQ(is_open, why.empty()) << why;
    if (!stand_in::has_failed()) break;
  }
  EXPECT_EQ(why, "");
  stand_in::fail_after(-1);
  static constexpr int newer[] = {80, 120};
  EXPECT_TRUE(cuda::open(table, stand_in::fatbins(), {newer, 120}, why).empty());
  EXPECT_NE(why.find("built for compute capability 8.0, 12.0"), std::string::npos) << why;
}

TEST_F(CudaHost, says_what_a_driver_lacks) {
  const cuda::Library table = stand_in::library();
  for (const auto& [code, words] : {std::pair{34, "stub"}, {35, "no CUDA driver"}, {100, "no GPU"}, {999, "999"}}) {
    std::string why;
    stand_in::answer_init(code);
    EXPECT_TRUE(cuda::open(table, stand_in::fatbins(), stand_in::targets(), why).empty());
    EXPECT_NE(why.find(words), std::string::npos) << why;
  }
  stand_in::answer_init(0);
}

// These must give wrong images, otherwise the stand-in would prove nothing.
TEST_F(CudaHost, is_wrong_without_its_synchronisations) {
  const Image expected = transposed({.device = "reference"});
  stand_in::renew_device(
      [](cuda::Library& table) { table.cuStreamWaitEvent = [](void*, void*, unsigned) { return 0; }; });
  EXPECT_NE(difference(expected, transposed({.device = "cuda:0"})), "");
  stand_in::renew_device([](cuda::Library& table) { table.cuEventSynchronize = [](void*) { return 0; }; });
  EXPECT_NE(difference(expected, transposed({.device = "cuda:0"})), "");
}

}  // namespace
}  // namespace preamar::test
