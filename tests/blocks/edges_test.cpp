// Edges over blocks: canny and compare_edges give what they give for the whole image.
#include "tools/in_blocks.h"
#include "tools/raises.h"

#include "core/dispatch.h"

#include <preamar/operator.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace preamar::test {
namespace {

// Levels of a few hundred at most, so that thresholds select some of the edges.
Image make_levels(const Shape& shape, Random& random) {
  const auto dtype = static_cast<DType>(random.below(dtype_count));
  if (random.one_in(4))
    return make_pair({.dtype = dtype,
                      .shape = shape,
                      .content = static_cast<Content>(random.below(content_count)),
                      .palette = static_cast<Palette>(random.below(2))},
                     random)
        .mask;
  Image image(dtype, shape);
  const std::int64_t width = shape[shape.rank() - 1], step = 1 + random.below(8);
  with_type(dtype, [&]<class T>(std::type_identity<T>) {
    for (std::int64_t i = 0; i < shape.count(); ++i)
      static_cast<T*>(image.data())[i] =
          static_cast<T>(((i % width / step + i / width / step) % 2 * 60 + random.below(60)) % 120);
  });
  return image;
}

Values random_options(Random& random) {
  static constexpr double sigmas[] = {0, 0, 0.3, 0.6, 1, 1.4, 2.5, 12};
  static constexpr double levels[] = {0, 0, 1, 4, 10, 20};
  const double low = levels[random.below(std::size(levels))];
  return {{"sigma", sigmas[random.below(std::size(sigmas))]},
          {"low", low},
          {"high", low + levels[random.below(std::size(levels))]},
          {"method", std::string(random.one_in(2) ? "gradient" : "differential")}};
}

TEST(Edges, CannyInBlocksIsThatOfTheImage) {
  Random random(run_seed());
  const Operator& op = operator_named("canny");
  std::int64_t edges = 0, pixels = 0;
  for (int i = 0; i < cases_of(400); ++i) {
    const Shape shape = random_shape(random), block = random_block(shape, random);
    const Image image = make_levels(shape, random);
    const Values options = random_options(random);
    SCOPED_TRACE(text(i, ": ", shape.text(), " ", preamar::name_of(image.dtype()), " in ", block.text(), ", sigma ",
                      std::get<double>(options.at("sigma")), ", low ", std::get<double>(options.at("low")), ", high ",
                      std::get<double>(options.at("high")), ", ", std::get<std::string>(options.at("method"))));
    expect_same_in_blocks(op, {image}, options, block, random, 1 + static_cast<int>(random.below(3)), 2, 1);
    if (HasFatalFailure()) return;
    const InBlocks whole = run_whole(op, {image}, options);
    for (std::int64_t k = 0; k < shape.count(); ++k)
      edges += static_cast<const std::uint8_t*>(whole.images[0].data())[k];
    pixels += shape.count();
  }
  EXPECT_GT(edges, pixels / 50);
  EXPECT_LT(edges, pixels / 2);
}

TEST(Edges, CannyRefusesNanInAnyBlock) {
  Random random(run_seed());
  Image image(DType::float32, {9, 11});
  auto* const levels = static_cast<float*>(image.data());
  std::fill_n(levels, 99, 1.0F);
  levels[random.below(99)] = std::numeric_limits<float>::quiet_NaN();
  const Values options{{"sigma", 1.0}, {"low", 1.0}, {"high", 2.0}};
  const Operator& op = operator_named("canny");
  EXPECT_RAISES_ABOUT((void)run_whole(op, {image}, options), ErrorKind::input, "canny: image holds 1 NaN");
  EXPECT_RAISES_ABOUT((void)run_in_blocks(op, {image}, options, {2, 3}, random), ErrorKind::input,
                      "canny: image holds 1 NaN");
}

TEST(Edges, ComparedInBlocksAgreeAsTheImagesDo) {
  Random random(run_seed());
  for (int i = 0; i < cases_of(300); ++i) {
    const Shape shape = random_shape(random), block = random_block(shape, random);
    std::vector<Image> images;
    for (const std::int64_t one_in : {1 + random.below(9), 1 + random.below(9)}) {
      const bool is_empty = random.one_in(8);
      const Image& image = images.emplace_back(static_cast<DType>(random.below(dtype_count - 2)), shape);
      with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
        for (std::int64_t k = 0; k < shape.count(); ++k)
          static_cast<T*>(images.back().data())[k] =
              !is_empty && random.one_in(one_in) ? static_cast<T>(image.dtype() == DType::boolean ? 1 : -3) : T{0};
      });
    }
    SCOPED_TRACE(text(i, ": ", shape.text(), " ", preamar::name_of(images[0].dtype()), " in ", block.text()));
    expect_same_in_blocks(operator_named("compare_edges"), {images[0], images[1]}, {}, block, random,
                          1 + static_cast<int>(random.below(3)), 1, 0);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace preamar::test
