// A region generated separately has the pixels of the whole image.
#include <preamar/generate.h>

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace preamar::test {
namespace {

// Each run has its own seed, which a failure prints.
class Dice {
 public:
  Dice() : seed_(std::random_device{}()), engine_(seed_) {}
  std::int64_t within(std::int64_t lowest, std::int64_t highest) {
    return std::uniform_int_distribution<std::int64_t>(lowest, highest)(engine_);
  }
  [[nodiscard]] std::string text() const { return "seed " + std::to_string(seed_); }

 private:
  std::random_device::result_type seed_;
  std::mt19937_64 engine_;
};

struct Box {
  std::vector<std::int64_t> origin;
  Shape shape;
};

Box random_box(Dice& dice, int rank, std::int64_t size) {
  Box box;
  std::vector<std::int64_t> extents;
  for (int axis = 0; axis < rank; ++axis) {
    const std::int64_t first = dice.within(0, size - 1);
    box.origin.push_back(first);
    extents.push_back(dice.within(1, size - first));
  }
  box.shape = Shape(extents.data(), rank);
  return box;
}

std::vector<std::byte> region(std::string_view name, std::int64_t size, int which, const Box& box) {
  const DType dtype = instance_type(name, size, which).dtype;
  std::vector<std::byte> bytes(static_cast<std::size_t>(box.shape.count() * size_of(dtype)));
  generate_region(name, size, which, box.origin, ImageView(bytes.data(), dtype, box.shape));
  return bytes;
}

// The part of `image`, whose first pixel is at `image_origin`, that `box` covers.
std::vector<std::byte> cut(ConstImageView image, std::span<const std::int64_t> image_origin, const Box& box) {
  const auto* from = static_cast<const std::byte*>(image.data());
  for (int axis = 0; axis < image.rank(); ++axis) {
    const auto i = static_cast<std::size_t>(axis);
    from += (box.origin[i] - image_origin[i]) * image.stride(axis);
  }
  const std::int64_t pixel = size_of(image.dtype());
  std::vector<std::byte> bytes(static_cast<std::size_t>(box.shape.count() * pixel));
  for (std::int64_t i = 0; i < box.shape.count(); ++i) {
    std::int64_t offset = 0, rest = i;
    for (int axis = image.rank() - 1; axis >= 0; --axis) {
      offset += rest % box.shape[axis] * image.stride(axis);
      rest /= box.shape[axis];
    }
    std::memcpy(bytes.data() + i * pixel, from + offset, static_cast<std::size_t>(pixel));
  }
  return bytes;
}

template <class F>
void for_each_image(F f) {
  for (const Instance& instance : instances())
    for (int which = 0; which < instance.images; ++which) f(instance, which);
}

TEST(Regions, EqualTheWhole) {
  Dice dice;
  for_each_image([&](const Instance& instance, int which) {
    const std::int64_t size = dice.within(8, instance.rank == 2 ? 400 : 48);
    const auto images = generate(instance.name, size);
    const ConstImageView whole = images[static_cast<std::size_t>(which)];
    const std::array<std::int64_t, 3> zero = {};
    for (int i = 0; i < 6; ++i) {
      const Box box = random_box(dice, instance.rank, size);
      EXPECT_EQ(region(instance.name, size, which, box), cut(whole, zero, box))
          << instance.name << " " << which << " of size " << size << ", " << dice.text();
    }
  });
}

// Lines one pixel thick along each axis, for which generators skip ahead, while whole images go step by step.
TEST(Regions, LinesEqualTheWhole) {
  for_each_image([&](const Instance& instance, int which) {
    const std::int64_t size = instance.rank == 2 ? 200 : 50;
    const auto images = generate(instance.name, size);
    const std::array<std::int64_t, 3> zero = {};
    for (int axis = 0; axis < instance.rank; ++axis) {
      std::int64_t extents[] = {1, 1, 1};
      extents[axis] = size;
      Box line = {std::vector<std::int64_t>(static_cast<std::size_t>(instance.rank), 19),
                  Shape(extents, instance.rank)};
      line.origin[static_cast<std::size_t>(axis)] = 0;
      EXPECT_EQ(region(instance.name, size, which, line), cut(images[static_cast<std::size_t>(which)], zero, line))
          << instance.name << " " << which << " along axis " << axis;
    }
  });
}

TEST(Regions, MayBeWrittenThroughAnyStrides) {
  for_each_image([&](const Instance& instance, int which) {
    const std::int64_t size = 20;
    const ImageType type = instance_type(instance.name, size, which);
    const std::int64_t pixel = size_of(type.dtype);
    const std::int64_t extents[] = {3, 5, 7};
    const Box box = {std::vector<std::int64_t>(static_cast<std::size_t>(instance.rank), 9),
                     Shape(extents + 3 - instance.rank, instance.rank)};
    // Columns have the largest stride, and run backwards.
    std::vector<std::byte> memory(static_cast<std::size_t>(pixel * 3 * 5 * 7));
    const Strides strides =
        instance.rank == 3 ? Strides{pixel, 3 * pixel, -15 * pixel} : Strides{pixel, -15 * pixel, 0};
    const ImageView view(memory.data() + pixel * 6 * 15, type.dtype, box.shape, strides);
    generate_region(instance.name, size, which, box.origin, view);
    EXPECT_EQ(cut(view, box.origin, box), region(instance.name, size, which, box)) << instance.name << " " << which;
  });
}

// Two overlapping regions agree; `size` may be far larger than could be generated whole.
void expect_agreement(const Instance& instance, int which, std::int64_t size, const Box& box, const Box& inner) {
  const std::vector<std::byte> outer_bytes = region(instance.name, size, which, box);
  const ConstImageView outer(outer_bytes.data(), instance_type(instance.name, size, which).dtype, box.shape);
  EXPECT_EQ(region(instance.name, size, which, inner), cut(outer, box.origin, inner))
      << instance.name << " " << which << " of size " << size << " at " << inner.origin.back();
}

TEST(Regions, AgreeFarOut) {
  const std::int64_t size = 1'000'000;
  Dice dice;
  SCOPED_TRACE(dice.text());
  for_each_image([&](const Instance& instance, int which) {
    const std::int64_t extent = instance.rank == 2 ? 200 : 30;
    const std::int64_t extents[] = {extent, extent, extent};
    const auto at = [&](std::int64_t corner) {
      Box box = {{}, Shape(extents, instance.rank)};
      for (int axis = 0; axis < instance.rank; ++axis) box.origin.push_back(corner);
      return box;
    };
    for (const std::int64_t corner : {size - extent, size / 2 - extent / 2, dice.within(0, size - extent)}) {
      Box inner = random_box(dice, instance.rank, extent);
      for (auto& c : inner.origin) c += corner;
      expect_agreement(instance, which, size, at(corner), inner);
    }
  });
}

TEST(Regions, AgreeAcrossStripsOfColumns) {
  for_each_image([&](const Instance& instance, int which) {
    const std::int64_t size = 9001;
    Box all = {{4000, 0}, {3, size}};
    Box part = {{4000, 4090}, {3, 4500}};
    if (instance.rank == 3) {
      all = {{4000, 70, 0}, {1, 2, size}};
      part = {{4000, 70, 4090}, {1, 2, 4500}};
    }
    expect_agreement(instance, which, size, all, part);
  });
}

TEST(Regions, MayBeEmpty) {
  const std::int64_t origin[] = {8, 3};
  generate_region("tissue", 8, 0, origin, ImageView(nullptr, DType::uint8, {0, 5}));
  generate_region("tissue", 8, 0, origin, ImageView(nullptr, DType::uint8, {0, 0}));
}

}  // namespace
}  // namespace preamar::test
