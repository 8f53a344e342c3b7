// A flood with defective kernels, which the environment names: oclgrind or the thread sanitizer must report the defect,
// or the result must be wrong.
#include "backends/device/devices.h"
#include "backends/device/tuning.h"
#include "tools/device.h"
#include "tools/images.h"
#include "tools/stand_in_device.h"

#include <preamar/reconstruct.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>

namespace preamar::test {
namespace {

// One low cell that floods most of a high plateau: values from nowhere stand out.
Pair low_flood(const Shape& shape, Random& random) {
  Pair pair{Image(DType::uint8, shape), make_noise(DType::uint8, shape, Palette::spread, random)};
  auto* const marker = static_cast<std::uint8_t*>(pair.marker.data());
  std::fill_n(marker, shape.count(), std::uint8_t{0});
  marker[0] = 10;
  return pair;
}

// Items would wait for ever at a barrier that not all of them reach.
void end_after(std::chrono::seconds limit) {
  std::thread([limit] {
    std::this_thread::sleep_for(limit);
    std::_Exit(EXIT_FAILURE);
  }).detach();
}

TEST(Defect, shows) {
  const Execution on = device_under_test();
  if (const char* const defect = std::getenv("PREAMAR_DEFECT")) {
    end_after(std::chrono::seconds(60));
    stand_in::replace_program("flood", "flood_" + std::filesystem::path(defect).stem().string());
  }
  if (on.device == "cuda:0") stand_in::renew_device();
  device::poison_new_memory(!std::getenv("OCLGRIND_UNINITIALIZED"));
  Random random(5);
  const Pair pair = low_flood(Shape{33, 37}, random);  // four tiles, for two groups
  const ReconstructOptions options{.connectivity = 2};
  const Image expected = reconstruct(pair.marker, pair.mask, options, {.device = "reference"});
  const device::PropagateTuning forms[] = {{.tile = 32, .diagonal = false, .groups = 2},
                                           {.tile = 32, .diagonal = true, .groups = 2},
                                           {.tile = 32, .batch = 1, .groups = 2, .narrow = 4, .slots = 2}};
  for (const device::PropagateTuning& tuning : forms) {
    device::force_propagate_tuning(tuning);
    const Image found = reconstruct(pair.marker, pair.mask, options, on);
    EXPECT_EQ(difference(expected, found), "") << "another result";
  }
}

}  // namespace
}  // namespace preamar::test
