// Components on a device equal those of the reference, with poisoned memory.
#include "backends/reference/backend.h"
#include "core/dispatch.h"
#include "core/error_text.h"
#include "primitives/border_components.h"
#include "tools/cases.h"
#include "tools/device.h"
#include "tools/images.h"
#include "tools/unclean_device.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <string>

namespace preamar::test {
using namespace primitives;
namespace {

// Few values, with both zeros and NaN if the type has them.
Image few_values(const ImageType& type, Random& random) {
  Image image(type);
  with_type(type.dtype, [&]<class T>(std::type_identity<T>) {
    const std::int64_t values = type.dtype == DType::boolean ? 2 : 2 + random.below(3);
    for (std::int64_t i = 0; i < type.shape.count(); ++i) {
      T value = static_cast<T>(random.below(values));
      if constexpr (std::is_floating_point_v<T>) {
        if (random.one_in(2) && value == 0) value = -value;
        if (random.one_in(9)) value = std::numeric_limits<T>::quiet_NaN();
      }
      static_cast<T*>(image.data())[i] = value;
    }
  });
  return image;
}

ComponentsSpec random_spec(int rank, Random& random) {
  return {.joined = static_cast<Joined>(random.below(3)),
          .connectivity = 1 + static_cast<int>(random.below(rank)),
          .background = random.below(2)};
}

std::string name_of_spec(const ComponentsSpec& spec) {
  return text("joined ", static_cast<int>(spec.joined), ", connectivity ", spec.connectivity, ", background ",
              spec.background);
}

bool are_same(ConstImageView a, ConstImageView b) {
  return std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.shape().count() * size_of(a.dtype()))) == 0;
}

void expect_same(const ImageType& type, Random& random) {
  Image image = few_values(type, random);
  const ComponentsSpec spec = random_spec(type.shape.rank(), random);
  SCOPED_TRACE(text(type.shape.text(), " ", preamar::name_of(type.dtype), ", ", name_of_spec(spec)));
  const DType numbers = random.one_in(2) ? DType::uint32 : DType::uint64;
  Image expected(numbers, type.shape), labels(numbers, type.shape);
  const std::int64_t count = reference::label({}, spec, image, expected);
  ASSERT_EQ(label(device_of_few_groups(), spec, image, labels), count);
  ASSERT_EQ(difference(expected, labels), "");

  const ComponentFilterSpec traits{
      .components = spec, .trait = static_cast<Trait>(random.below(4)), .least = random.below(20)};
  SCOPED_TRACE(text("trait ", static_cast<int>(traits.trait), ", least ", traits.least));
  Image marks(DType::uint8, type.shape), kept(type), sifted(type);
  for (std::int64_t i = 0; i < type.shape.count(); ++i) *pixel(marks, i) = std::byte{random.one_in(9)};
  reference::filter_components({}, traits, image, marks, kept);
  filter_components(device_of_few_groups(), traits, image, marks, sifted);
  ASSERT_TRUE(are_same(kept, sifted));
  filter_components(device_of_few_groups(), traits, image, marks, image);  // in place
  ASSERT_TRUE(are_same(kept, image));
}

// Plausible labels: those that open components begin with are between those of closed ones.
void expect_same_block(const ImageType& type, Random& random) {
  const Execution on = device_of_few_groups(), plain{.device = "reference"};
  const Image block = few_values(type, random);
  const Image marks = make_noise(DType::boolean, type.shape, Palette::spread, random);
  const ComponentFilterSpec spec{.components = random_spec(type.shape.rank(), random),
                                 .trait = static_cast<Trait>(random.below(4)),
                                 .least = random.below(9)};
  SCOPED_TRACE(text(type.shape.text(), " ", preamar::name_of(type.dtype), ", ", name_of_spec(spec.components)));
  Faces edges;
  if (random.one_in(2)) edges.set_low(0);
  if (random.one_in(2)) edges.set_high(1);
  const BorderComponents expected = border_components(plain, spec.components, edges, block),
                         found = border_components(on, spec.components, edges, block);
  ASSERT_EQ(expected.border, found.border);
  ASSERT_EQ(expected.closed, found.closed);
  ASSERT_EQ(border_counts(plain, spec, edges, block, marks).counts,
            border_counts(on, spec, edges, block, marks).counts);

  std::vector<std::uint64_t> open(expected.count), begun, bases;
  for (std::uint64_t& label : open) label = 1 + random.next() % 1000;
  for (std::uint64_t label = 1; label < 200; ++label)
    if (random.one_in(3)) begun.push_back(label);
  for (std::size_t row = 0; row < expected.closed.size(); ++row) bases.push_back(row * 7);
  Image expected_labels(DType::uint64, type.shape), labels(DType::uint64, type.shape), kept(type), sifted(type);
  label_block(plain, spec.components, edges, block, {open, begun, bases}, expected_labels);
  label_block(on, spec.components, edges, block, {open, begun, bases}, labels);
  ASSERT_EQ(difference(expected_labels, labels), "");
  std::vector<std::uint8_t> stays;
  for (std::uint32_t i = 0; i < expected.count; ++i) stays.push_back(random.one_in(2));
  filter_block(plain, spec, edges, block, marks, stays, kept);
  filter_block(on, spec, edges, block, marks, stays, sifted);
  ASSERT_TRUE(are_same(kept, sifted));
}

class Forest : public UncleanDevice {};

TEST_F(Forest, small_images_have_the_components_of_the_plain_loops) {
  Random random(run_seed());
  for (const DType dtype : {DType::boolean, DType::int16, DType::float32})
    for (const Shape& shape : {Shape{1, 1}, Shape{9, 37}, Shape{3, 5, 7}}) {
      expect_same({dtype, shape}, random);
      if (HasFatalFailure()) return;
    }
}

TEST_F(Forest, small_blocks_have_the_components_of_the_plain_loops) {
  Random random(run_seed() + 2);
  for (const DType dtype : {DType::uint8, DType::float32})
    for (const Shape& shape : {Shape{1, 1}, Shape{9, 37}, Shape{3, 5, 7}}) {
      expect_same_block({dtype, shape}, random);
      if (HasFatalFailure()) return;
    }
}

TEST_F(Forest, has_the_components_of_the_plain_loops) {
  Random random(run_seed() + 1);
  for (int n = 0; n < 300; ++n) {
    const bool is_flat = random.one_in(2);
    const Shape shape = is_flat ? Shape{1 + random.below(70), 1 + random.below(140)}
                                : Shape{1 + random.below(12), 1 + random.below(20), 1 + random.below(70)};
    DType dtype = static_cast<DType>(random.below(dtype_count));
    if (size_of(dtype) == 8) dtype = DType::float32;
    expect_same({dtype, shape}, random);
    if (HasFatalFailure()) return;
  }
}

// In a winding line the path from its last cell to its first is longest.
TEST_F(Forest, follows_long_lines) {
  const std::int64_t side = 401;
  Image image(DType::uint8, {side, side}), labels(DType::uint32, {side, side});
  auto* const cells = static_cast<std::uint8_t*>(image.data());
  for (std::int64_t y = 0; y < side; ++y)
    for (std::int64_t x = 0; x < side; ++x) cells[y * side + x] = y % 2 == 0 || x == (y % 4 == 1 ? side - 1 : 0);
  for (const Joined joined : {Joined::foreground, Joined::background, Joined::equal}) {
    const std::int64_t expected = joined == Joined::background ? side / 2 : 1;
    EXPECT_EQ(label(device_of_few_groups(), {.joined = joined}, image, labels), expected);
  }
}

TEST_F(Forest, refuses_wide_pixels_by_name) {
  const Execution on = device_of_few_groups();
  Image image(DType::uint64, {4, 4}), labels(DType::uint32, {4, 4});
  try {
    (void)label(on, {}, image, labels);
    FAIL() << "not refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::device);
    EXPECT_NE(std::string(error.what()).find(on.device + " has no label of uint64"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace preamar::test
