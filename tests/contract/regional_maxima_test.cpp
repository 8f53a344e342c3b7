// regional_maxima and regional_minima against a walk over each plateau.
#include <preamar/regional_maxima.h>

#include "tools/plateaus.h"
#include "tools/raises.h"
#include "tools/unary.h"

#include <limits>

namespace preamar::test {
namespace {

TEST(RegionalMaxima, give_the_same_bytes_in_every_pair_of_factors) {
  expect_contract(
      {.op = "regional_maxima",
       .variants = 2,
       .oracle = [](ConstImageView image,
                    const UnaryCase& c) { return plateau_oracle(image, c.connectivity, c.variant ? -1 : 1); },
       .call =
           [](ConstImageView image, ImageView out, const UnaryCase& c, const Execution& on) {
             const RegionalMaximaOptions options{.connectivity = c.connectivity};
             c.variant ? regional_minima(image, out, options, on) : regional_maxima(image, out, options, on);
           }});
}

// The minimum of a dtype looks like a pixel that no flood reached: the special case of constant images.
TEST(RegionalMaxima, find_one_in_a_constant_image) {
  for (int dtype = 0; dtype < dtype_count; ++dtype)
    with_type(static_cast<DType>(dtype), [&]<class T>(std::type_identity<T>) {
      using Limits = std::numeric_limits<T>;
      for (const T value :
           {Limits::lowest(), T{0}, T{1}, Limits::max(), Limits::has_infinity ? Limits::infinity() : T{0},
            Limits::has_infinity ? static_cast<T>(-Limits::infinity()) : T{0}})
        for (const Shape& shape : {Shape{1, 1}, Shape{70, 90}, Shape{3, 40, 50}}) {
          const Image image = filled(shape, value), all = filled(shape, true);
          for (const char* device : {"reference", "cpu"}) {
            EXPECT_EQ(difference(all, regional_maxima(image, {}, {.device = device})), "");
            EXPECT_EQ(difference(all, regional_minima(image, {}, {.device = device})), "");
          }
        }
    });
}

TEST(RegionalMaxima, leave_a_plateau_that_is_joined_to_a_higher_one) {
  const Image image = image_of<std::uint8_t>({3, 6}, {5, 5, 5, 5, 0, 9, 5, 0, 0, 5, 6, 0, 5, 5, 0, 3, 0, 0});
  const Image faces = image_of<bool>({3, 6}, {0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0});
  EXPECT_EQ(difference(faces, regional_maxima(image, {.connectivity = 1})), "");
  const Image corners = image_of<bool>({3, 6}, {0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  EXPECT_EQ(difference(corners, regional_maxima(image)), "");
}

TEST(RegionalMaxima, read_both_zeros_as_one) {
  const Image image = image_of<float>({1, 4}, {-1, -0.0f, 0.0f, -0.0f});
  EXPECT_EQ(difference(image_of<bool>({1, 4}, {0, 1, 1, 1}), regional_maxima(image)), "");
}

TEST(RegionalMaxima, refuse_what_they_cannot_take) {
  const Image image = filled<float>({2, 2}, std::numeric_limits<float>::quiet_NaN());
  EXPECT_RAISES((void)regional_maxima(image), ErrorKind::input, "regional_maxima: image holds 4 NaN; replace them");
  EXPECT_RAISES((void)regional_minima(filled<int>({2, 2}, 0), {.connectivity = 3}), ErrorKind::call,
                "regional_minima: connectivity is 3; it must be from 1 to 2");
  Image out(DType::uint8, {2, 2});
  EXPECT_RAISES(regional_maxima(filled<int>({2, 2}, 0), out), ErrorKind::call,
                "regional_maxima: out is 2x2 uint8; it must be 2x2 bool");
  EXPECT_RAISES((void)regional_maxima(filled<int>(Shape{4}, 0)), ErrorKind::call,
                "regional_maxima: image has rank 1; images of rank 2 to 3 are taken");
}

}  // namespace
}  // namespace preamar::test
