// remove_small_objects and remove_small_holes, compared with pixel counts per label of label(), which has its own test.
#include <preamar/error.h>
#include <preamar/label.h>
#include <preamar/remove_small_objects.h>

#include "core/dispatch.h"
#include "tools/raises.h"
#include "tools/unary.h"

namespace preamar::test {
namespace {

constexpr std::int64_t sizes[] = {0, 1, 2, 5, 40, 100000};

Image without_small(ConstImageView image, const LabelOptions& objects, std::int64_t size, int instead) {
  const Labels found = label(image, objects, {.device = "reference"});
  const auto* const labels = static_cast<const std::uint32_t*>(found.image.data());
  const std::int64_t count = image.shape().count();
  std::vector<std::int64_t> sizes_found(static_cast<std::size_t>(found.count + 1));
  for (std::int64_t i = 0; i < count; ++i) ++sizes_found[labels[i]];
  Image result = dense_copy(image);
  with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
    for (std::int64_t i = 0; i < count; ++i)
      if (labels[i] != 0 && sizes_found[labels[i]] < size) static_cast<T*>(result.data())[i] = static_cast<T>(instead);
  });
  return result;
}

TEST(RemoveSmallObjects, give_the_same_bytes_in_every_pair_of_factors) {
  expect_contract({.op = "remove_small_objects",
                   .variants = static_cast<int>(std::size(sizes)),
                   .takes = [](DType dtype) { return !is_floating(dtype); },
                   .oracle =
                       [](ConstImageView image, const UnaryCase& c) {
                         return without_small(
                             image, {.connectivity = c.connectivity, .by_value = image.dtype() != DType::boolean},
                             sizes[c.variant], 0);
                       },
                   .call =
                       [](ConstImageView image, ImageView out, const UnaryCase& c, const Execution& on) {
                         remove_small_objects(image, out, {sizes[c.variant], c.connectivity}, on);
                       }});
}

TEST(RemoveSmallHoles, give_the_same_bytes_in_every_pair_of_factors) {
  expect_contract({.op = "remove_small_holes",
                   .variants = static_cast<int>(std::size(sizes)),
                   .takes = [](DType dtype) { return dtype == DType::boolean; },
                   .oracle =
                       [](ConstImageView image, const UnaryCase& c) {
                         return without_small(image, {.connectivity = c.connectivity, .background = 1},
                                              sizes[c.variant], 1);
                       },
                   .call =
                       [](ConstImageView image, ImageView out, const UnaryCase& c, const Execution& on) {
                         remove_small_holes(image, out, {sizes[c.variant], c.connectivity}, on);
                       }});
}

TEST(RemoveSmallObjects, work_in_place) {
  Image image = image_of<std::uint8_t>({1, 6}, {1, 1, 2, 0, 3, 3});
  remove_small_objects(image, image, {.size = 2}, {.device = tested_device()});
  EXPECT_EQ(difference(image_of<std::uint8_t>({1, 6}, {1, 1, 0, 0, 3, 3}), image), "");
}

TEST(RemoveSmallObjects, refuse_by_name) {
  const Image floats = filled<float>({2, 2}, 1), labels = filled<std::uint8_t>({2, 2}, 1);
  EXPECT_RAISES((void)remove_small_objects(floats, {}), ErrorKind::call,
                "remove_small_objects: image is float32; it must be bool or integer labels");
  EXPECT_RAISES((void)remove_small_holes(labels, {}), ErrorKind::call,
                "remove_small_holes: image is uint8; it must be bool");
  EXPECT_RAISES((void)remove_small_objects(labels, {}), ErrorKind::call,
                "remove_small_objects: size is required; it must be an integer");
  EXPECT_RAISES_ABOUT((void)remove_small_objects(labels, {.size = -1}), ErrorKind::call, "size is -1");
}

}  // namespace
}  // namespace preamar::test
