// distance_transform of a part of an image: with the goals beyond it, the part has the results of the whole image.
#include "primitives/distance_transform.h"

#include "core/box.h"
#include "core/error_text.h"
#include "tools/cases.h"
#include "tools/images.h"
#include "tools/targets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <vector>

namespace preamar::test {
using namespace primitives;
namespace {

constexpr int thread_counts[] = {1, 2, 4};
constexpr std::int64_t goal_one_in[] = {1, 2, 20, 300, std::numeric_limits<std::int64_t>::max()};
constexpr DType length_types[] = {DType::uint32, DType::uint64, DType::float32, DType::float64};

struct Lines {
  std::vector<std::uint32_t> first, last;
};

// The goals at both ends of the part of each line from plane `begin` to plane `end`.
Lines ends_by_search(ConstImageView goals, std::int64_t begin, std::int64_t end) {
  const auto lines = static_cast<std::int64_t>(line_count(goals.shape()));
  Lines ends{std::vector<std::uint32_t>(line_count(goals.shape()), no_goal), {}};
  ends.last = ends.first;
  for (std::int64_t i = begin * lines; i < end * lines; ++i) {
    if (static_cast<const std::uint8_t*>(goals.data())[i] == 0) continue;
    const auto line = static_cast<std::size_t>(i % lines);
    ends.last[line] = static_cast<std::uint32_t>(i / lines);
    ends.first[line] = std::min(ends.first[line], ends.last[line]);
  }
  return ends;
}

Shape random_shape(Random& random) {
  if (random.one_in(2)) return {1 + random.below(9), 1 + random.below(9), 1 + random.below(80)};
  return {1 + random.below(70), 1 + random.below(150)};
}

void run(Random& random) {
  const Shape shape = random_shape(random);
  const auto dtype = static_cast<DType>(random.below(dtype_count));
  const std::int64_t one_in = goal_one_in[random.below(std::size(goal_one_in))];
  Image goals(DType::uint8, shape), pixels(dtype, shape);
  DistanceTransformSpec spec{.goal = random.one_in(2) ? Goal::zero : Goal::not_zero};
  for (auto& step : spec.step_squared) step = 1 + random.below(9);
  for (std::int64_t i = 0; i < shape.count(); ++i) {
    const bool is_goal = random.one_in(one_in);
    *pixel(goals, i) = std::byte{is_goal};
    std::memset(pixel(pixels, i), is_goal == (spec.goal == Goal::zero) ? 0 : 1,
                static_cast<std::size_t>(size_of(dtype)));
  }
  const DType length_type = length_types[random.below(std::size(length_types))];
  Image lengths(length_type, shape), nearest(DType::int64, shape);
  distance_transform({.device = "reference"}, spec, pixels, {.lengths = lengths, .nearest = nearest});

  Box box = whole(shape);
  const std::int64_t begin = random.below(shape[0]), end = begin + 1 + random.below(shape[0] - begin);
  box.origin[0] = begin;
  box.shape = shape.rank() == 2 ? Shape{end - begin, shape[1]} : Shape{end - begin, shape[1], shape[2]};
  const Lines before = ends_by_search(goals, 0, begin), behind = ends_by_search(goals, end, shape[0]);
  spec.beyond = GoalsBeyond{before.last, behind.first, begin, shape};
  const Lines ends = ends_by_search(goals, begin, end);
  const Placed image(part(ConstImageView(pixels), box), static_cast<Layout>(random.below(layout_count - 1)), random);
  const ForcedTarget force(
      targets()[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(targets().size())))]);
  const int threads = thread_counts[random.below(std::size(thread_counts))];
  SCOPED_TRACE(text(shape.text(), " ", preamar::name_of(dtype), ", goals 1 in ", one_in, ", part from ", begin, " to ",
                    end, ", ", threads, " threads"));
  for (const char* device : {"cpu", "reference"}) {
    SCOPED_TRACE(device);
    const Execution on{.device = device, .threads = threads};
    Image part_lengths(length_type, box.shape), part_nearest(DType::int64, box.shape);
    distance_transform(on, spec, image.view(), {.lengths = part_lengths, .nearest = part_nearest});
    ASSERT_EQ(difference(part(ConstImageView(lengths), box), part_lengths), "");
    ASSERT_EQ(difference(part(ConstImageView(nearest), box), part_nearest), "");
    DistanceTransformSpec alone = spec;
    alone.beyond.reset();
    Lines found{std::vector<std::uint32_t>(ends.first.size()), std::vector<std::uint32_t>(ends.first.size())};
    distance_transform(on, alone, image.view(), {.ends = GoalEnds{found.first, found.last}});
    for (std::size_t line = 0; line < ends.first.size(); ++line) {
      const auto in_image = [&](std::uint32_t at) {
        return at == no_goal ? at : at + static_cast<std::uint32_t>(begin);
      };
      ASSERT_EQ(in_image(found.first[line]), ends.first[line]) << line;
      ASSERT_EQ(in_image(found.last[line]), ends.last[line]) << line;
    }
  }
}

TEST(DistanceTransform, of_a_part_is_that_of_the_whole_image) {
  Random random(run_seed());
  for (int i = 0; i < 600 / static_cast<int>(one_row_in); ++i) {
    run(random);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace preamar::test
