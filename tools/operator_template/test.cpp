// sample_operator: compared with plain loops, in every pair of factors.
#include <preamar/sample_operator.h>

#include "core/dispatch.h"
#include "tools/above.h"
#include "tools/raises.h"
#include "tools/unary.h"

namespace preamar::test {
namespace {

constexpr double levels[] = {-1, 0, 100, 254.5};

TEST(SampleOperator, gives_the_same_bytes_in_every_pair_of_factors) {
  expect_contract({.op = "sample_operator",
                   .variants = static_cast<int>(std::size(levels)),
                   .oracle = [](ConstImageView image, const UnaryCase& c) { return above(image, levels[c.variant]); },
                   .call = [](ConstImageView image, ImageView out, const UnaryCase& c,
                              const Execution& on) { sample_operator(image, out, {.above = levels[c.variant]}, on); }});
}

TEST(SampleOperator, refuses_by_name) {
  const Image line(DType::uint8, Shape{4});
  EXPECT_RAISES_ABOUT((void)sample_operator(line), ErrorKind::call, "sample_operator: image has rank 1");
}

}  // namespace
}  // namespace preamar::test
