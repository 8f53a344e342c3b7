// hysteresis equals the reconstruction of the weak pixels from the strong ones.
#include <preamar/error.h>
#include <preamar/hysteresis.h>

#include "tools/above.h"
#include "tools/oracle.h"
#include "tools/raises.h"
#include "tools/unary.h"

#include <limits>

namespace preamar::test {
namespace {

constexpr HysteresisOptions levels[] = {{.low = 0, .high = 0},
                                        {.low = 0, .high = 100},
                                        {.low = 60, .high = 180},
                                        {.low = -1e30, .high = 0.5},
                                        {.low = 90, .high = 1e30}};

TEST(Hysteresis, gives_the_same_bytes_in_every_pair_of_factors) {
  expect_contract({.op = "hysteresis",
                   .variants = static_cast<int>(std::size(levels)),
                   .oracle =
                       [](ConstImageView image, const UnaryCase& c) {
                         const HysteresisOptions& options = levels[c.variant];
                         return oracle(above(image, options.high), above(image, options.low), Method::dilation,
                                       c.connectivity);
                       },
                   .call =
                       [](ConstImageView image, ImageView out, const UnaryCase& c, const Execution& on) {
                         HysteresisOptions options = levels[c.variant];
                         options.connectivity = c.connectivity;
                         hysteresis(image, out, options, on);
                       }});
}

// A threshold between two integers that a double represents, and one beyond that range.
TEST(Hysteresis, compares_large_integers_exactly) {
  const std::int64_t large = (std::int64_t{1} << 53) + 1;
  const Image image = image_of<std::int64_t>({1, 3}, {large - 1, large, large - 2});
  const double level = static_cast<double>(large - 1);
  EXPECT_EQ(difference(image_of<bool>({1, 3}, {false, true, false}), hysteresis(image, {.low = level, .high = level})),
            "");
}

TEST(Hysteresis, refuses_by_name) {
  const Image image = filled<float>({2, 2}, 1);
  EXPECT_RAISES((void)hysteresis(image, {.high = 1}), ErrorKind::call,
                "hysteresis: low is required; it must be a number");
  EXPECT_RAISES((void)hysteresis(image, {.low = 2, .high = 1}), ErrorKind::call,
                "hysteresis: low is 2 and high is 1; low must not be above high");
  const Image nan = filled<float>({2, 2}, std::numeric_limits<float>::quiet_NaN());
  EXPECT_RAISES((void)hysteresis(nan, {.low = 0, .high = 1}), ErrorKind::input,
                "hysteresis: image holds 4 NaN; replace them");
}

}  // namespace
}  // namespace preamar::test
