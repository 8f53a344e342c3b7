// Images of many tiles: long fronts, long corridors, extents that are no multiples of a tile or a vector.
#include <preamar/reconstruct.h>

#include "core/error_text.h"
#include "tools/cases.h"
#include "tools/images.h"
#include "tools/oracle.h"

#include <gtest/gtest.h>

namespace preamar::test {
namespace {

void expect_right(const Scene& scene, int connectivity, int threads) {
  Random random(run_seed() + 20);
  const Pair pair = make_pair(scene, random);
  const Image expected = oracle(pair.marker, pair.mask, scene.method, connectivity);
  const ReconstructOptions options{scene.method, connectivity, Nan::ignore};
  const Image found = reconstruct(pair.marker, pair.mask, options, {.threads = threads});
  EXPECT_EQ(difference(expected, found), "")
      << text(test::name_of(scene.content), " ", scene.shape.text(), " ", preamar::name_of(scene.dtype),
              " connectivity ", connectivity, ", ", threads, " threads");
}

TEST(BigImage, floods_long_corridors) {
  for (const Content content : {Content::spiral, Content::serpentine, Content::comb}) {
    expect_right({.shape = {641, 767}, .content = content}, 1, 2);
    expect_right({.shape = {500, 513}, .content = content, .method = Method::erosion}, 2, 1);
    expect_right({.dtype = DType::uint16, .shape = {300, 321}, .content = content}, 2, 2);
    expect_right({.dtype = DType::float32, .shape = {321, 300}, .content = content}, 1, 2);
    expect_right({.dtype = DType::int64, .shape = {200, 205}, .content = content}, 1, 2);
  }
}

TEST(BigImage, floods_thin_and_long_shapes) {
  for (const Content content : {Content::random, Content::plateaus, Content::slope, Content::serpentine}) {
    expect_right({.shape = {4097, 11}, .content = content}, 2, 2);
    expect_right({.shape = {9, 4097}, .content = content}, 1, 2);
    expect_right({.dtype = DType::int32, .shape = {65, 4097}, .content = content}, 2, 2);
    expect_right({.dtype = DType::uint16, .shape = {2, 3, 4097}, .content = content}, 3, 2);
    expect_right({.dtype = DType::float32, .shape = {4097, 3, 2}, .content = content}, 2, 2);
  }
}

TEST(BigImage, floods_many_tiles) {
  for (int type = 0; type < dtype_count; ++type) {
    const DType dtype = static_cast<DType>(type);
    expect_right({.dtype = dtype, .shape = {389, 401}, .palette = Palette::extremes}, 2, 2);
    expect_right({.dtype = dtype, .shape = {390, 261}, .content = Content::plateaus}, 1, 2);
    expect_right({.dtype = dtype, .shape = {33, 70, 67}, .content = Content::slope}, 3, 2);
    expect_right({.dtype = dtype, .shape = {20, 70, 67}, .content = Content::spiral}, 1, 2);
  }
}

// A shortcut for constant tiles must also handle water that enters late, from one corner.
TEST(BigImage, floods_plain_background) {
  for (const Method method : {Method::dilation, Method::erosion})
    for (const DType dtype : {DType::boolean, DType::uint8, DType::int16, DType::float32, DType::float64})
      for (const Content content : {Content::constant, Content::single}) {
        expect_right({.dtype = dtype, .shape = {515, 330}, .content = content, .method = method}, 1, 2);
        expect_right({.dtype = dtype, .shape = {9, 130, 131}, .content = content, .method = method}, 3, 2);
      }
}

}  // namespace
}  // namespace preamar::test
