// propagate on a device: each form and tile gives the same bytes, and does the same work for any number of groups.
#include "primitives/propagate.h"

#include "backends/device/devices.h"
#include "backends/device/tuning.h"
#include "core/error_text.h"
#include "tools/cases.h"
#include "tools/device.h"
#include "tools/images.h"
#include "tools/oracle.h"

#include <preamar/generate.h>

#include <gtest/gtest.h>

#include <limits>

namespace preamar::test {
using namespace primitives;
namespace {

using device::PropagateTuning;

device::Driver& driver() {
  const Execution on = device_under_test();
  static_cast<void>(backend_for(on));  // looks for devices
  return *device::named(on.device)->driver;
}

// Settings of a test, and memory without accidental zeros.
class Forced {
 public:
  explicit Forced(const PropagateTuning& tuning) {
    device::force_propagate_tuning(tuning);
    device::poison_new_memory(!std::getenv("OCLGRIND_UNINITIALIZED"));  // which detects memory that was never written
  }
  ~Forced() {
    device::force_propagate_tuning({});
    device::poison_new_memory(false);
  }
  Forced(const Forced&) = delete;
  Forced& operator=(const Forced&) = delete;
};

std::string words(const PropagateTuning& tuning) {
  return text("tile ", tuning.tile, tuning.diagonal ? " diagonal" : " sweeps", " batch ", tuning.batch, " groups ",
              tuning.groups, " narrow ", tuning.narrow, " slots ", tuning.slots);
}

device::Work& work() { return driver().work; }

void compare(const Scene& scene, int connectivity, Random& random) {
  const Pair pair = make_pair(scene, random);
  Image found(scene.dtype, scene.shape);
  const Order order = scene.method == Method::dilation ? Order::rising : Order::falling;
  propagate(device_under_test(), {.order = order, .connectivity = connectivity}, pair.marker, pair.mask, found);
  ASSERT_EQ(difference(oracle(pair.marker, pair.mask, scene.method, connectivity), found), "")
      << name_of(scene.content) << " " << scene.shape.text() << " " << preamar::name_of(scene.dtype) << " connectivity "
      << connectivity;
}

// No round lists more tiles: the queue takes over after the first batch.
constexpr std::uint32_t always = std::numeric_limits<std::uint32_t>::max();

constexpr PropagateTuning tunings[] = {{.tile = 32, .diagonal = false, .batch = 3, .groups = 2},
                                       {.tile = 32, .diagonal = true, .batch = 5, .groups = 3},
                                       {.tile = 64, .diagonal = false, .batch = 1, .groups = 1},
                                       {.tile = 64, .diagonal = true, .batch = 16, .groups = 5},
                                       {.tile = 32, .batch = 1, .groups = 1, .narrow = always},
                                       {.tile = 32, .batch = 1, .groups = 2, .narrow = always, .slots = 3},
                                       {.tile = 32, .batch = 1, .groups = 64, .narrow = always, .looks = 1},
                                       {.tile = 32, .diagonal = true, .batch = 2, .groups = 3, .narrow = 9, .slots = 1},
                                       {.tile = 64, .diagonal = true, .batch = 1, .narrow = always}};

// Runs compare() with these settings. After the queue, one round stores the visited tiles and wakes their neighbours,
// which the next round finds unchanged: more rounds would mean that the queue lost a tile.
void compare_rounds(const PropagateTuning& tuning, const Scene& scene, int connectivity, Random& random) {
  SCOPED_TRACE(words(tuning));
  const Forced forced(tuning);
  const std::int64_t before = work().rounds;
  compare(scene, connectivity, random);
  const std::int64_t most = tuning.narrow == always ? tuning.batch + 2 : std::numeric_limits<std::int64_t>::max();
  EXPECT_LE(work().rounds - before, most);
}

// Few slots: both groups visit tiles, even if they run one after the other.
constexpr PropagateTuning small_queue{.batch = 1, .groups = 2, .narrow = always, .slots = 2};

// Small enough to simulate, race by race.
TEST(DevicePropagate, gives_the_same_bytes_of_small_images) {
  Random random(run_seed());
  const Scene scene{DType::float32, {35, 40}, Content::random, Palette::with_nan, Method::dilation};
  for (const bool diagonal : {false, true})
    for (int connectivity = 1; connectivity <= 2; ++connectivity)
      compare_rounds({.tile = 32, .diagonal = diagonal, .batch = 3, .groups = 2}, scene, connectivity, random);
  compare_rounds(small_queue, scene, 2, random);
}

TEST(DevicePropagate, gives_the_same_bytes_of_small_volumes) {
  Random random(run_seed() + 1);
  const Scene scene{DType::int16, {9, 6, 12}, Content::random, Palette::extremes, Method::erosion};
  for (int connectivity = 1; connectivity <= 3; connectivity += 2)
    compare_rounds({.batch = 4, .groups = 3}, scene, connectivity, random);
  compare_rounds(small_queue, scene, 3, random);
}

TEST(DevicePropagate, gives_the_same_bytes_for_each_type_and_shape) {
  Random random(run_seed() + 2);
  for (const PropagateTuning& tuning : tunings) {
    SCOPED_TRACE(words(tuning));
    const Forced forced(tuning);
    for (const Shape& shape : shapes()) {
      if (shape.count() == 0) continue;
      const auto content = static_cast<Content>(random.below(content_count));
      const auto dtype = static_cast<DType>(random.below(dtype_count));
      const int connectivity = 1 + static_cast<int>(random.below(shape.rank()));
      if (size_of(dtype) > 4) continue;
      compare({dtype, shape, content, static_cast<Palette>(random.below(palette_count)),
               static_cast<Method>(random.below(2))},
              connectivity, random);
      if (HasFatalFailure()) return;
    }
  }
}

struct Counted {
  std::int64_t rounds, visits, iterations, steps;
  bool operator==(const Counted&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Counted& counted) {
  return out << "{" << counted.rounds << ", " << counted.visits << ", " << counted.iterations << ", " << counted.steps
             << "}";
}

Counted count(const char* instance, std::int64_t size, PropagateTuning tuning, int groups, int batch) {
  const std::vector<Image> images = generate(instance, size);
  Image found(images[0].type());
  tuning.groups = groups;
  tuning.batch = batch;
  const Forced forced(tuning);
  const device::Work before = work();
  propagate(device_under_test(), {.connectivity = images[0].shape().rank()}, images[0], images[1], found);
  const device::Work after = work();
  return {after.rounds - before.rounds, after.visits - before.visits, after.iterations - before.iterations,
          after.steps - before.steps};
}

struct Figures {
  const char* instance;
  std::int64_t size;
  PropagateTuning tuning;
  Counted counted;
};

TEST(DevicePropagate, does_the_work_that_is_recorded_whatever_the_groups) {
  const Figures figures[] = {
      {"tissue-100-h", 256, {.tile = 32, .diagonal = false}, {9, 358, 761, 97408}},
      {"tissue-100-h", 256, {.tile = 32, .diagonal = true}, {9, 358, 1091, 69824}},
      {"tissue-100-h", 256, {.tile = 64, .diagonal = false}, {6, 69, 164, 41984}},
      {"tissue-100-h", 256, {.tile = 64, .diagonal = true}, {6, 69, 225, 28800}},
      {"spiral-pair", 256, {.tile = 32, .diagonal = true}, {1025, 2249, 4773, 305472}},
  };
  for (const Figures& row : figures) {
    const std::string name = text(row.instance, " ", words(row.tuning));
    EXPECT_EQ(count(row.instance, row.size, row.tuning, 2, 1), row.counted) << name;
    EXPECT_EQ(count(row.instance, row.size, row.tuning, 5, 7), row.counted) << name;
    EXPECT_EQ(count(row.instance, row.size, row.tuning, 64, 16), row.counted) << name;
  }
}

TEST(DevicePropagate, a_queue_leaves_two_rounds) {
  const PropagateTuning forms[] = {{.batch = 1, .groups = 1, .narrow = always},
                                   {.diagonal = true, .batch = 1, .groups = 2, .narrow = always, .slots = 50},
                                   {.batch = 1, .groups = 64, .narrow = always, .looks = 20}};
  for (const char* const instance : {"spiral-pair", "tissue-100-h", "random-pair"}) {
    const std::vector<Image> images = generate(instance, 256);
    Image expected(images[0].type()), found(images[0].type());
    propagate({.device = "cpu"}, {.connectivity = 2}, images[0], images[1], expected);
    for (const PropagateTuning& tuning : forms) {
      SCOPED_TRACE(text(instance, " ", words(tuning)));
      const Forced forced(tuning);
      const std::int64_t before = work().rounds;
      propagate(device_under_test(), {.connectivity = 2}, images[0], images[1], found);
      EXPECT_EQ(difference(expected, found), "");
      EXPECT_EQ(work().rounds - before, 3);
    }
  }
}

// By the device's own tuning: 4,097 rounds without the queue if tiles have 32 pixels per side.
TEST(DevicePropagate, a_spiral_takes_few_launches) {
  const std::vector<Image> images = generate("spiral-pair", 512);
  Image found(images[0].type());
  const std::int64_t before = work().launches;
  propagate(device_under_test(), {.connectivity = 2}, images[0], images[1], found);
  EXPECT_LT(work().launches - before, 50);
}

}  // namespace
}  // namespace preamar::test
