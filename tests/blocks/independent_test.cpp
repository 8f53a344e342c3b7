#include "tools/in_blocks.h"

#include <preamar/operator.h>

namespace preamar::test {
namespace {

struct Case {
  std::string_view op;
  Values options;
};

Values random_options(std::string_view op, int rank, Random& random) {
  static const char* const borders[] = {"nearest", "reflect", "constant"};
  const std::string border = borders[random.below(3)];
  if (op == "threshold") return {{"value", 3.0}};
  if (op == "cast") return {{"dtype", std::string(preamar::name_of(static_cast<DType>(random.below(dtype_count))))}};
  if (op == "and" || op == "invert" || op == "subtract") return {};
  if (op == "gaussian" || op == "gradient")
    return {{"sigma", 0.4 * static_cast<double>(random.below(7))}, {"border", border}};
  if (op == "sobel") return {{"border", border}, {"direction", rank == 2}};
  const std::string shape = random.one_in(2) ? "box" : "ball";
  return {{"radius", random.below(5)}, {"shape", shape}};
}

// The operators on two images that do not take every dtype.
bool takes(const Operator& op, DType dtype) {
  if (op.name == "subtract") return dtype != DType::boolean;
  return op.name != "and" || !is_floating(dtype);
}

TEST(Independent, BlocksGiveWhatTheWholeImageGives) {
  Random random(run_seed());
  static constexpr std::string_view names[] = {"threshold", "gaussian", "gradient", "sobel",   "dilate",
                                               "erode",     "opening",  "closing",  "top_hat", "and",
                                               "cast",      "invert",   "subtract"};
  for (int i = 0; i < 400; ++i) {
    const Operator& op = operator_named(names[i % std::size(names)]);
    const Scene scene = random_scene(random);
    const Pair images = make_pair(scene, random);
    const Values options = random_options(op.name, scene.shape.rank(), random);
    const Shape block = random_block(scene.shape, random);
    SCOPED_TRACE(text(op.name, " ", name_of(scene.content), " ", scene.shape.text(), " ", preamar::name_of(scene.dtype),
                      " in ", block.text()));
    std::vector<ConstImageView> inputs = {images.mask};
    if (op.inputs.size() == 2 && op.inputs[1].presence == Presence::mandatory) inputs.emplace_back(images.marker);
    if (!takes(op, scene.dtype)) continue;
    expect_same_in_blocks(op, inputs, options, block, random, 1 + static_cast<int>(random.below(3)), 1, 1);
    if (HasFatalFailure()) return;
  }
}

TEST(Independent, WrappedEdgesNeedTheWholeImage) {
  const ImageType type{DType::uint8, {8, 8}};
  EXPECT_FALSE(
      blocks::has_form(operator_named("gaussian"), {&type, 1}, {{"sigma", 1.0}, {"border", std::string("wrap")}}));
}

}  // namespace
}  // namespace preamar::test
