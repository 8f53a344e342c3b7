// Checks of arguments, and their complete messages.
#include "core/require.h"

#include <preamar/error.h>

#include "tools/raises.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace preamar {
namespace {

std::uint8_t pixels[100];

ConstImageView at(int offset, const Shape& shape) { return ConstImageView(pixels + offset, DType::uint8, shape); }

TEST(Require, a_rank) {
  const ConstImageView line = at(0, {5}), flat = at(0, {5, 5});
  EXPECT_NO_THROW(require_rank("op", {"image", flat}, 2, 3));
  EXPECT_NO_THROW(require_rank("op", {"image", flat}, 1, 2));
  EXPECT_RAISES(require_rank("op", {"image", line}, 2, 3), ErrorKind::call,
                "op: image has rank 1; images of rank 2 to 3 are taken");
  EXPECT_RAISES(require_rank("op", {"image", flat}, 1, 1), ErrorKind::call,
                "op: image has rank 2; images of rank 1 to 1 are taken");
}

TEST(Require, images_alike) {
  const ConstImageView a = at(0, {5, 4}), b = at(50, {5, 4}), other_shape = at(0, {4, 5});
  const ConstImageView other_type(pixels, DType::boolean, {5, 4});
  EXPECT_NO_THROW(require_alike("op", {"a", a}, {"b", b}));
  EXPECT_RAISES(require_alike("op", {"a", a}, {"b", other_shape}), ErrorKind::call,
                "op: a is 5x4 uint8 and b is 4x5 uint8; their shape and dtype must be the same");
  EXPECT_RAISES(require_alike("op", {"a", a}, {"b", other_type}), ErrorKind::call,
                "op: a is 5x4 uint8 and b is 5x4 bool; their shape and dtype must be the same");
}

TEST(Require, images_apart) {
  const ConstImageView a = at(0, {5, 4}), next = at(20, {5, 4}), overlapping = at(19, {5, 4});
  EXPECT_NO_THROW(require_apart("op", {"a", a}, {"b", next}));
  EXPECT_NO_THROW(require_apart("op", {"a", next}, {"b", a}));
  EXPECT_RAISES(require_apart("op", {"a", a}, {"b", overlapping}), ErrorKind::call,
                "op: b shares memory with a; give it memory of its own");
  EXPECT_RAISES(require_apart("op", {"a", overlapping}, {"b", a}), ErrorKind::call,
                "op: b shares memory with a; give it memory of its own");
  EXPECT_RAISES(require_apart("op", {"a", a}, {"b", a}), ErrorKind::call,
                "op: b shares memory with a; give it memory of its own");
}

TEST(Require, images_apart_whatever_their_strides) {
  const ConstImageView a = at(0, {5, 4});
  // Five rows of four that end where `a` begins, or one pixel later, read backwards.
  const ConstImageView backwards(pixels + 39, DType::uint8, {5, 4}, {-4, -1});
  const ConstImageView touching(pixels + 38, DType::uint8, {5, 4}, {-4, -1});
  EXPECT_NO_THROW(require_apart("op", {"a", a}, {"b", backwards}));
  EXPECT_THROW(require_apart("op", {"a", a}, {"b", touching}), Error);
  // Adjacent columns share no pixel but interleave.
  const ConstImageView even(pixels, DType::uint8, {5, 4}, {8, 2}), odd(pixels + 1, DType::uint8, {5, 4}, {8, 2});
  EXPECT_THROW(require_apart("op", {"a", even}, {"b", odd}), Error);
  EXPECT_NO_THROW(require_apart("op", {"a", a}, {"b", at(10, {0, 4})})) << "no pixels, no memory";
}

TEST(Require, images_apart_or_the_same) {
  const ConstImageView a = at(0, {5, 4}), overlapping = at(4, {5, 4});
  const ConstImageView turned(pixels, DType::uint8, {4, 4}, {1, 4}), straight = at(0, {4, 4});
  EXPECT_NO_THROW(require_apart_or_same("op", {"a", a}, {"b", a}));
  EXPECT_RAISES(require_apart_or_same("op", {"a", a}, {"b", overlapping}), ErrorKind::call,
                "op: b shares memory with a; give it memory of its own");
  EXPECT_RAISES(require_apart_or_same("op", {"a", straight}, {"b", turned}), ErrorKind::call,
                "op: b shares memory with a; give it memory of its own");
}

TEST(Require, a_value_within) {
  EXPECT_NO_THROW(require_within("op", "size", 1, 1, 3));
  EXPECT_NO_THROW(require_within("op", "size", 3, 1, 3));
  EXPECT_RAISES(require_within("op", "size", 0, 1, 3), ErrorKind::call, "op: size is 0; it must be from 1 to 3");
  EXPECT_RAISES(require_within("op", "size", 4, 1, 3), ErrorKind::call, "op: size is 4; it must be from 1 to 3");
}

}  // namespace
}  // namespace preamar
