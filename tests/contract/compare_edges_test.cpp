// compare_edges: the three fractions for any dtypes, layout and number of threads.
#include <preamar/compare_edges.h>
#include <preamar/error.h>

#include "core/dispatch.h"
#include "tools/raises.h"
#include "tools/unary.h"

#include <algorithm>

namespace preamar::test {
namespace {

EdgeAgreement counted(ConstImageView found, ConstImageView expected) {
  const auto is_edge = [](ConstImageView image, std::int64_t i) {
    return with_type(image.dtype(),
                     [&]<class T>(std::type_identity<T>) { return static_cast<const T*>(image.data())[i] != T{0}; });
  };
  double both = 0, missed = 0, extra = 0;
  for (std::int64_t i = 0; i < found.shape().count(); ++i) {
    const bool a = is_edge(found, i), b = is_edge(expected, i);
    both += a && b;
    missed += b && !a;
    extra += a && !b;
  }
  const double most = both + std::max(missed, extra);
  return most == 0 ? EdgeAgreement{} : EdgeAgreement{both / most, missed / most, extra / most};
}

TEST(CompareEdges, counts_as_one_does_by_hand) {
  Random random(run_seed());
  const std::vector<int> counts = {dtype_count - 2, dtype_count - 2, static_cast<int>(shapes().size()),
                                   layout_count,    layout_count,    3};
  for (const Choice& row : choices(counts, 40, random)) {
    const auto image = [&](std::size_t dtype, std::size_t layout) {
      const Shape& shape = shapes()[static_cast<std::size_t>(row[2])];
      return Placed(make_noise(static_cast<DType>(row[dtype]), shape, Palette::extremes, random),
                    static_cast<Layout>(row[layout]), random);
    };
    const Placed found = image(0, 3), expected = image(1, 4);
    const EdgeAgreement by_hand = counted(dense_copy(found.view()), dense_copy(expected.view()));
    EXPECT_EQ(compare_edges(found.view(), expected.view(), {.threads = 1 + row[5]}), by_hand);
    EXPECT_EQ(compare_edges(found.view(), expected.view(), {.device = "reference"}), by_hand);
  }
}

TEST(CompareEdges, divides_by_the_larger_count) {
  const Image found = image_of<std::uint8_t>({1, 6}, {1, 1, 0, 0, 0, 255});
  const Image expected = image_of<bool>({1, 6}, {true, false, false, false, false, true});
  EXPECT_EQ(compare_edges(found, expected), (EdgeAgreement{2.0 / 3, 0, 1.0 / 3}));
  EXPECT_EQ(compare_edges(expected, found), (EdgeAgreement{2.0 / 3, 1.0 / 3, 0}));
  EXPECT_EQ(compare_edges(found, found), (EdgeAgreement{1, 0, 0}));
}

TEST(CompareEdges, agrees_that_there_is_no_edge) {
  const Image none = filled<bool>({3, 3}, false), one = filled<bool>({3, 3}, true);
  EXPECT_EQ(compare_edges(none, none), (EdgeAgreement{1, 0, 0}));
  EXPECT_EQ(compare_edges(none, one), (EdgeAgreement{0, 1, 0}));
  EXPECT_EQ(compare_edges(one, none), (EdgeAgreement{0, 0, 1}));
}

TEST(CompareEdges, refuses_by_name) {
  const Image found = filled<bool>({3, 3}, true), wide = filled<bool>({3, 4}, true), real = filled<float>({3, 3}, 1);
  EXPECT_RAISES((void)compare_edges(found, wide), ErrorKind::call,
                "compare_edges: found has shape 3x3 and expected 3x4; their shape must be the same");
  EXPECT_RAISES((void)compare_edges(real, found), ErrorKind::call,
                "compare_edges: found has dtype float32; give bool or integers, such as image != 0");
}

}  // namespace
}  // namespace preamar::test
