// The calls that reconstruct rejects, and their messages.
#include <preamar/error.h>
#include <preamar/reconstruct.h>

#include "tools/images.h"
#include "tools/raises.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

namespace preamar::test {
namespace {

Image zeros(DType dtype, const Shape& shape) {
  Image image(dtype, shape);
  std::memset(image.data(), 0, static_cast<std::size_t>(shape.count() * size_of(dtype)));
  return image;
}

TEST(ReconstructErrors, name_a_wrong_rank) {
  const std::uint8_t pixels[4] = {};
  const ConstImageView line(pixels, DType::uint8, Shape{4});
  EXPECT_RAISES((void)reconstruct(line, line), ErrorKind::call,
                "reconstruct: mask has rank 1; images of rank 2 to 3 are taken");
  const ConstImageView point(pixels, DType::uint8, Shape{});
  EXPECT_RAISES((void)reconstruct(point, point), ErrorKind::call,
                "reconstruct: mask has rank 0; images of rank 2 to 3 are taken");
}

TEST(ReconstructErrors, name_shapes_that_differ) {
  EXPECT_RAISES((void)reconstruct(zeros(DType::uint8, {3, 4}), zeros(DType::uint8, {4, 3})), ErrorKind::call,
                "reconstruct: marker is 3x4 uint8 and mask is 4x3 uint8; their shape and dtype must be the same");
  EXPECT_RAISES((void)reconstruct(zeros(DType::uint8, {3, 4}), zeros(DType::uint8, {1, 3, 4})), ErrorKind::call,
                "reconstruct: marker is 3x4 uint8 and mask is 1x3x4 uint8; their shape and dtype must be the same");
}

TEST(ReconstructErrors, name_dtypes_that_differ) {
  EXPECT_RAISES((void)reconstruct(zeros(DType::uint8, {3, 4}), zeros(DType::int8, {3, 4})), ErrorKind::call,
                "reconstruct: marker is 3x4 uint8 and mask is 3x4 int8; their shape and dtype must be the same");
}

TEST(ReconstructErrors, name_an_out_that_does_not_fit) {
  const Image image = zeros(DType::uint16, {3, 4});
  Image out = zeros(DType::uint16, {3, 5});
  EXPECT_RAISES(reconstruct(image, image, out), ErrorKind::call,
                "reconstruct: mask is 3x4 uint16 and out is 3x5 uint16; their shape and dtype must be the same");
}

TEST(ReconstructErrors, name_memory_that_is_shared) {
  const Image other = zeros(DType::uint8, {4, 4});
  Image memory = zeros(DType::uint8, {5, 4});
  const ImageView upper(memory.data(), DType::uint8, {4, 4});
  const ImageView lower(static_cast<std::uint8_t*>(memory.data()) + 4, DType::uint8, {4, 4});
  EXPECT_RAISES(reconstruct(other, upper, upper), ErrorKind::call,
                "reconstruct: out shares memory with mask; give it memory of its own");
  EXPECT_RAISES(reconstruct(other, upper, lower), ErrorKind::call,
                "reconstruct: out shares memory with mask; give it memory of its own");
  EXPECT_RAISES(reconstruct(upper, other, lower), ErrorKind::call,
                "reconstruct: out shares memory with marker; give it memory of its own");
  const ImageView turned(static_cast<std::uint8_t*>(memory.data()) + 12, DType::uint8, {4, 4}, {-4, 1});
  EXPECT_RAISES(reconstruct(upper, other, turned), ErrorKind::call,
                "reconstruct: out shares memory with marker; give it memory of its own");
}

TEST(ReconstructErrors, name_a_connectivity_out_of_range) {
  const Image flat = zeros(DType::uint8, {3, 4}), solid = zeros(DType::uint8, {2, 3, 4});
  EXPECT_RAISES((void)reconstruct(flat, flat, {.connectivity = 3}), ErrorKind::call,
                "reconstruct: connectivity is 3; it must be from 1 to 2");
  EXPECT_RAISES((void)reconstruct(flat, flat, {.connectivity = -1}), ErrorKind::call,
                "reconstruct: connectivity is -1; it must be from 1 to 2");
  EXPECT_RAISES((void)reconstruct(solid, solid, {.connectivity = 4}), ErrorKind::call,
                "reconstruct: connectivity is 4; it must be from 1 to 3");
}

template <class T>
void refuse_nan(DType dtype) {
  Image marker = zeros(dtype, {70, 80}), mask = zeros(dtype, {70, 80});
  for (const char* device : {"cpu", "reference"}) {
    T* const last = static_cast<T*>(mask.data()) + 70 * 80 - 1;
    *last = std::numeric_limits<T>::quiet_NaN();
    EXPECT_RAISES((void)reconstruct(marker, mask, {}, {.device = device}), ErrorKind::input,
                  "reconstruct: mask holds 1 NaN; replace them, or give `nan=ignore` to make each a wall");
    *last = 0;
    T* const cells = static_cast<T*>(marker.data());
    cells[0] = cells[100] = cells[5000] = -std::numeric_limits<T>::quiet_NaN();
    EXPECT_RAISES((void)reconstruct(marker, mask, {}, {.device = device}), ErrorKind::input,
                  "reconstruct: marker holds 3 NaN; replace them, or give `nan=ignore` to make each a wall");
    cells[0] = cells[100] = cells[5000] = 0;
    cells[7] = std::numeric_limits<T>::infinity();
    EXPECT_NO_THROW((void)reconstruct(marker, mask, {}, {.device = device})) << "an infinity is a number";
    cells[7] = 0;
  }
}

TEST(ReconstructErrors, name_a_nan) {
  refuse_nan<float>(DType::float32);
  refuse_nan<double>(DType::float64);
}

TEST(ReconstructErrors, name_an_unknown_device) {
  const Image image = zeros(DType::uint8, {3, 4});
  try {
    (void)reconstruct(image, image, {}, {.device = "abacus"});
    FAIL() << "not refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::device);
    // The devices of this machine follow.
    EXPECT_TRUE(std::string_view(error.what()).starts_with("device 'abacus' is not here; there are 'cpu', 'reference'"))
        << error.what();
  }
}

TEST(ReconstructErrors, name_an_impossible_thread_count) {
  const Image image = zeros(DType::uint8, {3, 4});
  EXPECT_RAISES((void)reconstruct(image, image, {}, {.threads = 2147483647}), ErrorKind::call,
                "reconstruct: threads is 2147483647; it must be from 0 to 4096");
  EXPECT_RAISES((void)reconstruct(image, image, {}, {.threads = -2}), ErrorKind::call,
                "reconstruct: threads is -2; it must be from 0 to 4096");
}

}  // namespace
}  // namespace preamar::test
