// convolve: the vector code against plain loops, for any kernels, blocks and stores.
#include "backends/cpu/convolve/convolve.h"
#include "backends/reference/backend.h"
#include "core/error_text.h"
#include "tools/cases.h"
#include "tools/device.h"
#include "tools/images.h"
#include "tools/targets.h"

#include <gtest/gtest.h>

#include <optional>

namespace preamar::test {
using namespace primitives;
namespace {

constexpr Layout layouts[] = {Layout::dense, Layout::padded, Layout::upside_down};
constexpr int radii[] = {0, 1, 2, 5, 7, 40};
constexpr int thread_counts[] = {1, 2, 4};
constexpr std::int64_t block_rows[] = {0, 1, 3, 20}, block_columns[] = {0, 1, 16, 65};

struct Case {
  ImageType image;
  Palette palette;
  Border border;
  bool is_slope;
  DType smooth;
  std::array<int, max_rank> radius;
  Layout from, to;
  cpu::ConvolveTuning tuning;
  int threads;
  std::int64_t target;

  [[nodiscard]] std::string describe() const {
    return text(image.shape.text(), " ", preamar::name_of(image.dtype), " ", test::name_of(palette), ", border ",
                static_cast<int>(border), ", ", is_slope ? "slope" : preamar::name_of(smooth), ", radii ", radius[0],
                " ", radius[1], " ", radius[2], ", from ", test::name_of(from), " to ", test::name_of(to), ", blocks ",
                tuning.rows, "x", tuning.columns, ", large ", tuning.large, ", ", threads, " threads, ",
                target_name(target));
  }
};

std::vector<int> counts() {
  return {dtype_count, static_cast<int>(shapes().size()), 2, 4, 3, dtype_count, 6, 6, 3, 3, 4, 4, 2,
          3,           static_cast<int>(targets().size())};
}

Case case_of(const Choice& row) {
  Case c{};
  c.image = {static_cast<DType>(row[0]), shapes()[static_cast<std::size_t>(row[1])]};
  while (!is_taken("gaussian", c.image.dtype))
    c.image.dtype = static_cast<DType>((static_cast<int>(c.image.dtype) + 1) % dtype_count);
  c.palette = static_cast<Palette>(row[2]);
  c.border = static_cast<Border>(row[3]);
  c.is_slope = row[4] > 0;
  c.smooth = static_cast<DType>(row[5]);
  c.radius = {radii[row[6]], radii[row[7]], radii[(row[6] + row[7]) % 6]};
  if (c.image.shape.count() > 5000)  // the plain loops are slow
    for (int& radius : c.radius) radius = std::min(radius, 5);
  c.from = layouts[row[8]];
  c.to = layouts[row[9]];
  c.tuning = {block_rows[row[10]], block_columns[row[11]]};
  if (c.image.shape.count() > 20000 && c.tuning.columns == 1) c.tuning.columns = 33;
  if (row[12] == 1) c.tuning.large = 0;
  c.threads = thread_counts[row[13]];
  c.target = targets()[static_cast<std::size_t>(row[14])];
  return c;
}

Weights some_weights(int radius, Random& random) {
  Weights weights;
  for (int k = 0; k <= radius; ++k) weights.push_back(static_cast<double>(random.below(1000) - 300) / 1000);
  return weights;
}

void run(const Case& c, Random& random) {
  const Placed image(make_noise(c.image.dtype, c.image.shape, c.palette, random), c.from, random);
  ConvolveSpec spec{.smooth = {}, .derive = {}, .border = c.border};
  for (std::size_t axis = 0; axis < max_rank; ++axis) {
    spec.smooth[axis] = some_weights(c.radius[axis], random);
    spec.derive[axis] = some_weights(std::max(1, c.radius[(axis + 1) % max_rank]), random);
  }
  const DType dtype = c.is_slope ? DType::float32 : c.smooth;
  const bool has_direction = c.is_slope && c.image.shape.rank() == 2;
  Image expected(dtype, c.image.shape), expected_angles(DType::float32, c.image.shape);
  const Placed out(make_noise(dtype, c.image.shape, Palette::spread, random), c.to, random);
  const Placed angles(make_noise(DType::float32, c.image.shape, Palette::spread, random), c.to, random);
  const auto results = [&](ImageView first, ImageView second) -> ConvolveResults {
    if (!c.is_slope) return {.smooth = first};
    return {.magnitude = first, .direction = has_direction ? std::optional(second) : std::nullopt};
  };
  reference::convolve({}, spec, image.view(), results(expected, expected_angles));
  const ForcedTarget force(c.target);
  if (const std::string device = tested_device(); device == "cpu")
    cpu::convolve({.threads = c.threads}, spec, image.view(), results(out.view(), angles.view()), c.tuning);
  else
    convolve({.device = device}, spec, image.view(), results(out.view(), angles.view()));
  ASSERT_EQ(difference(expected, out.view()), "");
  ASSERT_EQ(has_direction ? difference(expected_angles, angles.view()) : "", "") << "direction";
  ASSERT_TRUE(image.unchanged()) << "the image was written";
  ASSERT_TRUE(out.guards_hold() && angles.guards_hold()) << "bytes outside a result were written";
}

TEST(Convolve, gives_the_same_bytes_in_every_pair_of_factors) {
  Random random(run_seed());
  for (const Choice& row : choices(counts(), 100, random)) {
    const Case c = case_of(row);
    SCOPED_TRACE(c.describe());
    run(c, random);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace preamar::test
