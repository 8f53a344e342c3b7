// Nearest goals on a device equal those of the reference, ties included, with poisoned memory.
#include "primitives/distance_transform.h"

#include "backends/reference/backend.h"
#include "core/error_text.h"
#include "tools/cases.h"
#include "tools/device.h"
#include "tools/images.h"
#include "tools/raises.h"
#include "tools/unclean_device.h"

#include <gtest/gtest.h>

#include <cstring>

namespace preamar::test {
using namespace primitives;
namespace {

constexpr DType length_types[] = {DType::uint32, DType::uint64, DType::float32, DType::float64};

// Goals (none, one or several) among other cells.
Image strewn(const ImageType& type, std::int64_t one_in, const DistanceTransformSpec& spec, Random& random) {
  Image image = make_noise(type.dtype, type.shape, Palette::with_nan, random);
  for (std::int64_t i = 0; i < type.shape.count(); ++i)
    if (random.one_in(one_in) == (spec.goal == Goal::zero))
      std::memset(pixel(image, i), 0, static_cast<std::size_t>(size_of(type.dtype)));
  return image;
}

DistanceTransformSpec random_spec(Random& random) {
  DistanceTransformSpec spec{.goal = random.one_in(2) ? Goal::zero : Goal::not_zero,
                             .within = static_cast<std::uint64_t>(random.below(60))};
  if (random.one_in(2)) return spec;
  for (std::int64_t& step : spec.step_squared) step = 1 + random.below(random.one_in(3) ? std::int64_t{1} << 45 : 12);
  spec.unit = 0.3;
  return spec;
}

bool are_same(ImageView a, ImageView b) {
  return std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.shape().count() * size_of(a.dtype()))) == 0;
}

void expect_same(const ImageType& type, Random& random) {
  const DistanceTransformSpec spec = random_spec(random);
  const std::int64_t one_in = 1 + random.below(random.one_in(2) ? 9 : 900);
  const DType lengths = length_types[random.below(4)];
  SCOPED_TRACE(text(type.shape.text(), " ", preamar::name_of(type.dtype), ", goal 1 in ", one_in, ", steps ",
                    spec.step_squared[0], " ", spec.step_squared[1], " ", spec.step_squared[2], ", to ",
                    preamar::name_of(lengths)));
  const Image image = strewn(type, one_in, spec, random);
  Image length(lengths, type.shape), nearest(DType::int64, type.shape), carried(type);
  Image expected_length(lengths, type.shape), expected_nearest(DType::int64, type.shape), expected_carried(type);
  reference::distance_transform({}, spec, image, {expected_length, expected_nearest, expected_carried});
  distance_transform(device_of_few_groups(), spec, image, {length, nearest, carried});
  ASSERT_EQ(difference(expected_nearest, nearest), "");
  ASSERT_TRUE(are_same(expected_length, length));
  ASSERT_TRUE(are_same(expected_carried, carried));
}

class Lines : public UncleanDevice {};

TEST_F(Lines, small_images_have_the_goals_of_the_plain_loops) {
  Random random(run_seed());
  for (const DType dtype : {DType::boolean, DType::uint16, DType::float32})
    for (const Shape& shape : {Shape{1, 1}, Shape{9, 37}, Shape{3, 5, 7}}) {
      expect_same({dtype, shape}, random);
      if (HasFatalFailure()) return;
    }
}

TEST_F(Lines, have_the_goals_of_the_plain_loops) {
  Random random(run_seed() + 1);
  for (int n = 0; n < 300; ++n) {
    const Shape shape = random.one_in(2) ? Shape{1 + random.below(50), 1 + random.below(90)}
                                         : Shape{1 + random.below(12), 1 + random.below(20), 1 + random.below(40)};
    DType dtype = static_cast<DType>(random.below(dtype_count));
    if (size_of(dtype) == 8) dtype = DType::float32;
    expect_same({dtype, shape}, random);
    if (HasFatalFailure()) return;
  }
}

TEST_F(Lines, refuse_by_name_what_a_device_has_not) {
  const Execution on = device_of_few_groups();
  Image wide(DType::int64, {4, 4}), image(DType::uint8, {4, 4}), lengths(DType::uint32, {4, 4});
  EXPECT_RAISES_ABOUT(distance_transform(on, {}, wide, {.lengths = lengths}), ErrorKind::device,
                      on.device + " has no distance_transform of int64");
  EXPECT_RAISES_ABOUT(distance_transform(on, {.search = Search::nearest_seed}, image, {.lengths = lengths}),
                      ErrorKind::device, on.device + " has no distance_transform by nearest seeds");
}

}  // namespace
}  // namespace preamar::test
