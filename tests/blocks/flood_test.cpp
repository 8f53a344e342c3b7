// Floods over blocks: equal to the result of the whole image, with two reads and one write per block for any content.
#include "blocks/families/flood/merge.h"
#include "registry/example.h"
#include "tools/in_blocks.h"
#include "tools/raises.h"

#include <preamar/operator.h>

#include <cstring>

namespace preamar::test {
namespace {

constexpr std::string_view unary_names[] = {
    "fill_holes",      "fill_depressions", "h_maxima",     "h_minima", "opening_by_reconstruction",
    "regional_maxima", "regional_minima",  "clear_border", "h_maxima", "closing_by_reconstruction"};

Values random_options(std::string_view op, const Scene& scene, Random& random) {
  Values options{{"connectivity", 1 + random.below(scene.shape.rank())}};
  if (op == "h_maxima" || op == "h_minima") {
    const std::int64_t heights[] = {0, 1, 3, 40, 200};
    options["h"] = static_cast<double>(heights[random.below(5)]);
    options["extended"] = random.one_in(2);
  }
  if (op.ends_with("by_reconstruction")) options["radius"] = random.below(4);
  if (op == "clear_border") options["kind"] = std::string("grey");
  if (op == "fill_depressions" && random.one_in(2)) options["nodata"] = static_cast<double>(random.below(3));
  return options;
}

// The scene's own marker; or one level everywhere except a few cells, which have the mask's; or the mask itself.
Image random_marker(const Pair& pair, Random& random) {
  Image marker = dense_copy(pair.marker);
  const std::int64_t rare = random.below(3);
  if (rare == 0) return marker;
  const auto size = static_cast<std::size_t>(size_of(marker.dtype()));
  const std::int64_t spring = random.below(marker.shape().count());
  for (std::int64_t i = 0; i < marker.shape().count(); ++i)
    std::memcpy(pixel(marker, i), rare == 1 || random.one_in(30) ? pixel(pair.mask, i) : pixel(pair.marker, spring),
                size);
  return marker;
}

int random_threads(Random& random) { return 1 + static_cast<int>(random.below(3)); }

void expect_same(const Operator& op, const Scene& scene, const std::vector<ConstImageView>& inputs,
                 const Values& options, Random& random) {
  const Shape block = random_block(scene.shape, random);
  SCOPED_TRACE(text(op.name, " ", name_of(scene.content), " ", scene.shape.text(), " ", preamar::name_of(scene.dtype),
                    " in ", block.text()));
  expect_same_in_blocks(op, inputs, options, block, random, random_threads(random), 2, 1);
}

TEST(Flood, blocks_give_what_the_whole_image_gives) {
  Random random(run_seed());
  for (int i = 0; i < cases_of(400); ++i) {
    const Operator& op = operator_named(unary_names[i % std::size(unary_names)]);
    Scene scene = random_scene(random);
    if (scene.dtype == DType::boolean && op.name == "fill_holes") continue;
    if (op.name == "fill_depressions") scene.palette = static_cast<Palette>(random.below(palette_count));
    const Pair images = make_pair(scene, random);
    expect_same(op, scene, {images.mask}, random_options(op.name, scene, random), random);
    if (HasFatalFailure()) return;
  }
}

TEST(Flood, blocks_reconstruct_what_the_whole_image_does) {
  Random random(run_seed() + 1);
  const Operator& op = operator_named("reconstruct");
  for (int i = 0; i < cases_of(300); ++i) {
    Scene scene = random_scene(random);
    const bool falls = random.one_in(2), ignores = random.one_in(3);
    scene.method = falls ? Method::erosion : Method::dilation;
    if (ignores) scene.palette = Palette::with_nan;
    const Pair images = make_pair(scene, random);
    const Image marker = random_marker(images, random);
    expect_same(op, scene, {marker, images.mask},
                {{"connectivity", 1 + random.below(scene.shape.rank())},
                 {"method", std::string(falls ? "erosion" : "dilation")},
                 {"nan", std::string(ignores ? "ignore" : "refuse")}},
                random);
    if (HasFatalFailure()) return;
  }
}

// Extrema that saturate, plateaus over many blocks, and constant images.
TEST(Flood, blocks_find_extrema_of_few_levels) {
  Random random(run_seed() + 2);
  for (int i = 0; i < cases_of(400); ++i) {
    const Operator& op = operator_named(i % 2 ? "h_maxima" : i % 4 ? "h_minima" : "regional_maxima");
    const Scene scene{.dtype = static_cast<DType>(1 + random.below(dtype_count - 1)), .shape = random_shape(random)};
    Image image(scene.dtype, scene.shape);
    std::memset(image.data(), 0, static_cast<std::size_t>(scene.shape.count() * size_of(scene.dtype)));
    const std::int64_t levels = 1 + random.below(4);
    for (std::int64_t n = 0; n < scene.shape.count() * random.below(3) / 2; ++n)
      *pixel(image, random.below(scene.shape.count())) = static_cast<std::byte>(random.below(levels));
    Values options{{"connectivity", 1 + random.below(scene.shape.rank())}};
    if (op.name != "regional_maxima") options["h"] = static_cast<double>(random.below(4)), options["extended"] = true;
    expect_same(op, scene, {image}, options, random);
    if (HasFatalFailure()) return;
  }
}

TEST(Flood, the_longest_path_needs_two_reads_too) {
  Random random(run_seed() + 3);
  for (const Content content : {Content::spiral, Content::serpentine, Content::comb}) {
    const Scene scene{.dtype = DType::uint8, .shape = {101, 93}, .content = content};
    const Pair images = make_pair(scene, random);
    expect_same(operator_named("reconstruct"), scene, {images.marker, images.mask}, {}, random);
    expect_same(operator_named("fill_holes"), scene, {images.mask}, {}, random);
  }
}

TEST(Flood, nan_is_refused_by_name) {
  Random random(run_seed() + 4);
  Image image(DType::float32, {4, 4});
  std::memset(image.data(), 0xFF, 64);
  for (const std::string_view name : unary_names)
    if (name != "fill_depressions")
      EXPECT_RAISES_ABOUT(
          (void)run_in_blocks(operator_named(name), {image}, options_for(operator_named(name)), {2, 3}, random),
          ErrorKind::input, text(name, ": image holds "));
  EXPECT_RAISES_ABOUT((void)run_in_blocks(operator_named("reconstruct"), {image, image}, {}, {2, 3}, random),
                      ErrorKind::input, "reconstruct: marker holds ");
}

TEST(Flood, bytes_that_are_no_summary_are_refused) {
  const ImageType type{DType::uint8, {4, 4}};
  const blocks::Operation operation = blocks::operation_for(operator_named("fill_holes"), {&type, 1}, {});
  const blocks::Seam seam{{{0, 0}, {4, 2}}, {{0, 2}, {4, 2}}, {{0, 0}, {4, 4}}, 1};
  EXPECT_RAISES_ABOUT((void)blocks::merge_floods(operation, seam, {}, {}), ErrorKind::io, "ends too early");
  EXPECT_RAISES_ABOUT((void)blocks::finish_flood_root(operation, Bytes(9)), ErrorKind::io, "has version 0");
}

}  // namespace
}  // namespace preamar::test
