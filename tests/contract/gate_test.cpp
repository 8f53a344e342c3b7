// What every public entry rejects, with the same messages: operators, run_operator() and run_in_blocks().
#include <preamar/blocks.h>
#include <preamar/device_image.h>
#include <preamar/devices.h>
#include <preamar/gaussian.h>
#include <preamar/h_maxima.h>
#include <preamar/operator.h>
#include <preamar/reconstruct.h>

#include "tools/raises.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace preamar {
namespace {

// A marker and a mask of 4 x 6 bytes, and memory for results.
class Gate : public testing::Test {
 protected:
  Gate() {
    for (Image* const image : {&marker_, &mask_, &out_})
      for (std::uint8_t& pixel : image->as<std::uint8_t>()) pixel = 1;
  }

  // By name, as the command line and Python call it.
  void run(std::vector<ConstImageView> inputs, std::vector<ImageView> outs, const Values& options = {},
           const Execution& on = {}) {
    (void)run_operator(operator_named("reconstruct"), inputs, outs, options, on);
  }

  Image marker_{DType::uint8, {4, 6}}, mask_{DType::uint8, {4, 6}}, out_{DType::uint8, {4, 6}};
};

TEST_F(Gate, counts_images) {
  EXPECT_RAISES(run({}, {out_}), ErrorKind::call, "reconstruct: marker is required");
  EXPECT_RAISES(run({marker_}, {out_}), ErrorKind::call, "reconstruct: mask is required");
  EXPECT_RAISES(run({marker_, mask_, mask_}, {out_}), ErrorKind::call,
                "reconstruct: 3 images are given; it takes 2: marker, mask");
  EXPECT_RAISES(run({marker_, mask_}, {}), ErrorKind::call,
                "reconstruct: 0 images are given for results; 1 are written");
  Image wide(DType::uint16, {4, 6});
  EXPECT_RAISES(run({marker_, mask_}, {wide}), ErrorKind::call, "reconstruct: out is 4x6 uint16; it must be 4x6 uint8");
}

TEST_F(Gate, checks_options) {
  EXPECT_RAISES(run({marker_, mask_}, {out_}, {{"metod", std::string("erosion")}}), ErrorKind::call,
                "reconstruct: option 'metod' is unknown; the nearest name is 'method'");
  EXPECT_RAISES(run({marker_, mask_}, {out_}, {{"method", std::string("flood")}}), ErrorKind::call,
                "reconstruct: method is 'flood'; it must be dilation or erosion");
  EXPECT_RAISES(run({marker_, mask_}, {out_}, {{"connectivity", 1.5}}), ErrorKind::call,
                "reconstruct: connectivity is '1.5'; it must be an integer");
  const std::vector<ConstImageView> one{mask_};
  const std::vector<ImageView> outs{out_};
  EXPECT_RAISES((void)run_operator(operator_named("h_maxima"), one, outs, {}), ErrorKind::call,
                "h_maxima: h is required; it must be a number");
}

TEST_F(Gate, checks_the_execution) {
  EXPECT_RAISES_ABOUT(run({marker_, mask_}, {out_}, {}, {.threads = -1}), ErrorKind::call,
                      "reconstruct: threads is -1; it must be from 0 to");
  EXPECT_RAISES_ABOUT(reconstruct(marker_, mask_, out_, {}, {.threads = -1}), ErrorKind::call,
                      "reconstruct: threads is -1; it must be from 0 to");
}

// Calls each by the operator itself and by its name.
void refuses(ConstImageView marker, ConstImageView mask, ImageView out, const std::string& words) {
  EXPECT_RAISES_ABOUT(reconstruct(marker, mask, out), ErrorKind::call, words);
  const std::vector<ConstImageView> inputs{marker, mask};
  const std::vector<ImageView> outs{out};
  EXPECT_RAISES_ABOUT((void)run_operator(operator_named("reconstruct"), inputs, outs, {}), ErrorKind::call, words);
}

TEST_F(Gate, refuses_pixels_that_are_not_there) {
  const ImageView nothing(nullptr, DType::uint8, {4, 6});
  refuses(nothing, mask_, out_, "reconstruct: marker has no pixels: its data is null; give it memory");
  refuses(marker_, nothing, out_, "reconstruct: mask has no pixels: its data is null; give it memory");
  refuses(marker_, mask_, nothing, "reconstruct: out has no pixels: its data is null; give it memory");
}

TEST_F(Gate, refuses_pixels_that_are_not_aligned) {
  std::vector<std::uint64_t> room(64);
  auto* const odd = reinterpret_cast<std::byte*>(room.data()) + 1;
  const ImageView image(odd, DType::uint16, {4, 6}), slanted(room.data(), DType::uint16, {4, 6}, {13, 2, 0});
  Image other(DType::uint16, {4, 6}), out(DType::uint16, {4, 6});
  refuses(image, other, out, "reconstruct: marker has pixels that are not aligned in memory; give a copy of it");
  refuses(other, slanted, out, "reconstruct: mask has pixels that are not aligned in memory; give a copy of it");
}

TEST_F(Gate, refuses_outputs_that_have_a_pixel_twice) {
  void* const room = out_.data();
  refuses(marker_, mask_, {room, DType::uint8, {4, 6}, {0, 1, 0}},
          "reconstruct: out repeats its pixels along axis 0 (stride 0); give an image that has each pixel once");
  refuses(marker_, mask_, {room, DType::uint8, {4, 6}, {3, 1, 0}},
          "reconstruct: out has pixels that overlap along axis 0 (stride 3); give an image that has each pixel once");
}

TEST_F(Gate, takes_inputs_that_repeat_pixels_and_images_without_any) {
  const std::uint8_t one = 1;
  const ConstImageView flat(&one, DType::uint8, {4, 6}, {0, 0, 0});
  reconstruct(flat, mask_, out_);
  EXPECT_EQ(out_.at<std::uint8_t>(3, 5), 1);
  reconstruct(ConstImageView(nullptr, DType::uint8, {0, 6}), ConstImageView(nullptr, DType::uint8, {0, 6}),
              ImageView(nullptr, DType::uint8, {0, 6}));
}

TEST_F(Gate, refuses_addresses_of_a_device_on_the_host) {
  const ImageView there(mask_.data(), DType::uint8, mask_.shape(), mask_.view().strides(), Location::device);
  refuses(marker_, there, out_,
          "reconstruct: mask is in the memory of a device and the call runs on 'cpu'; run it on that device");
  EXPECT_RAISES_ABOUT(run({marker_, there}, {out_}, {}, {.device = "cpu+reference"}), ErrorKind::call,
                      "is in the memory of a device and the call runs on 'cpu+reference'");
  EXPECT_RAISES_ABOUT((void)there.as<std::uint8_t>(), ErrorKind::call, "in the memory of a device");
  for (const Device& device : devices()) {
    if (device.kind != DeviceKind::accelerator) continue;
    DeviceImage image(mask_.view(), {.device = device.name});
    refuses(marker_, image.on_device(), out_, "is in the memory of a device and the call runs on 'cpu'");
    EXPECT_RAISES_ABOUT(run({marker_, there}, {out_}, {}, {.device = device.name}), ErrorKind::call,
                        "in the memory of another device");
  }
}

TEST_F(Gate, is_that_of_blocks) {
  const Operator& op = operator_named("h_maxima");
  const std::vector<std::filesystem::path> none, one{"a.tif"}, two{"a.tif", "b.tif"};
  const auto plan = [&](const auto& inputs, const Values& options, const BlockSettings& settings = {},
                        const Execution& on = {}) {
    (void)plan_in_blocks(op, inputs, std::vector<std::filesystem::path>{"o.tif"}, options, settings, on);
  };
  const Values h{{"h", 1.0}};
  EXPECT_RAISES(plan(none, h), ErrorKind::call, "h_maxima: image is required");
  EXPECT_RAISES(plan(two, h), ErrorKind::call, "h_maxima: 2 images are given; it takes 1: image");
  EXPECT_RAISES(plan(one, {}), ErrorKind::call, "h_maxima: h is required; it must be a number");
  EXPECT_RAISES_ABOUT(plan(one, h, {.memory = -5}), ErrorKind::call, "h_maxima: memory is -5; it must be from 0 to");
  EXPECT_RAISES_ABOUT(plan(one, h, {}, {.threads = -1}), ErrorKind::call, "h_maxima: threads is -1");
}

}  // namespace
}  // namespace preamar
