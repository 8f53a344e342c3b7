// Components over blocks: labels and filtered components equal those of the whole image.
#include "tools/in_blocks.h"

#include "core/dispatch.h"
#include "primitives/border_components.h"
#include "tools/device.h"

#include <preamar/operator.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace preamar::test {
using namespace primitives;
namespace {

// Cells are non-zero with probability `density`, and have few values.
Image strewn(const ImageType& type, double density, Random& random) {
  Image image(type);
  with_type(type.dtype, [&]<class T>(std::type_identity<T>) {
    auto* const cells = static_cast<T*>(image.data());
    const std::int64_t values = type.dtype == DType::boolean ? 1 : 1 + random.below(3);
    for (std::int64_t i = 0; i < type.shape.count(); ++i)
      cells[i] =
          static_cast<double>(random.below(1000)) < 1000 * density ? static_cast<T>(1 + random.below(values)) : T{0};
  });
  return image;
}

// A binary image of some content, or noise.
Image scenery(const ImageType& type, Random& random) {
  if (random.one_in(2)) return strewn(type, 0.05 + 0.1 * static_cast<double>(random.below(10)), random);
  const Scene scene{
      .dtype = type.dtype, .shape = type.shape, .content = static_cast<Content>(random.below(content_count))};
  Image image = make_pair(scene, random).mask;
  with_type(type.dtype, [&]<class T>(std::type_identity<T>) {
    auto* const cells = static_cast<T*>(image.data());
    const T middle = cells[random.below(type.shape.count())];
    for (std::int64_t i = 0; i < type.shape.count(); ++i) cells[i] = static_cast<T>(cells[i] > middle);
  });
  return image;
}

Shape shape_of(Random& random) {
  if (random.one_in(3)) return {1 + random.below(14), 1 + random.below(14), 1 + random.below(80)};
  return {1 + random.below(60), 1 + random.below(150)};
}

DType any_type(Random& random) { return static_cast<DType>(random.below(dtype_count)); }
DType any_label_type(Random& random) { return static_cast<DType>(random.below(dtype_count - 2)); }

struct Call {
  std::string_view op;
  DType dtype;
  Values options;
};

Call random_call(int i, Random& random) {
  static const char* const kinds[] = {"automatic", "binary", "labels"};
  switch (i % 6) {
    case 0:
      if (random.one_in(2)) {
        const auto low = static_cast<double>(random.below(3));
        return {"label", any_type(random), {{"intervals", std::vector{low + 1, low + 7, low - 0.5, low}}}};
      }
      [[fallthrough]];
    case 1:
      return {"label",
              any_type(random),
              {{"by_value", random.one_in(3)},
               {"background", random.below(2)},
               {"dtype", std::string(random.one_in(2) ? "uint32" : "uint64")}}};
    case 2: {
      const auto low = static_cast<double>(random.below(3));
      return {"hysteresis", any_type(random), {{"low", low}, {"high", low + static_cast<double>(random.below(3))}}};
    }
    case 3:
      return {"fill_holes", DType::boolean, {}};
    case 4:
      return {"clear_border", any_label_type(random), {{"kind", std::string(kinds[random.below(3)])}}};
    default:
      break;
  }
  const std::int64_t size = random.below(40);
  if (random.one_in(2)) return {"remove_small_holes", DType::boolean, {{"size", size}}};
  return {"remove_small_objects", any_label_type(random), {{"size", size}}};
}

TEST(Components, BlocksGiveWhatTheWholeImageGives) {
  Random random(run_seed());
  for (int i = 0; i < cases_of(360); ++i) {
    Call call = random_call(i, random);
    const ImageType type{call.dtype, shape_of(random)};
    call.options["connectivity"] = 1 + random.below(type.shape.rank());
    const Image image = scenery(type, random);
    const Shape block = random_block(type.shape, random);
    SCOPED_TRACE(text(i, ": ", call.op, " ", type.shape.text(), " ", preamar::name_of(type.dtype), " in ", block.text(),
                      ", connectivity ", std::get<std::int64_t>(call.options["connectivity"])));
    expect_same_in_blocks(operator_named(call.op), {image}, call.options, block, random,
                          1 + static_cast<int>(random.below(3)), 2, 1);
    if (HasFatalFailure()) return;
  }
}

// The first cell of a component moves from row to row and from block to block along a winding line.
TEST(Components, LongCorridorsKeepTheirNumbers) {
  Random random(run_seed());
  for (const Content content : {Content::spiral, Content::serpentine, Content::comb, Content::chess})
    for (const std::int64_t side : {1, 2, 7, 32}) {
      Image image = make_pair({.dtype = DType::uint8, .shape = {65, 67}, .content = content}, random).mask;
      auto* const cells = static_cast<std::uint8_t*>(image.data());
      const std::uint8_t most = *std::max_element(cells, cells + image.shape().count());
      for (std::int64_t i = 0; i < image.shape().count(); ++i) cells[i] = cells[i] == most;
      for (const std::int64_t connectivity : {1, 2}) {
        SCOPED_TRACE(text(name_of(content), " in blocks of ", side, ", connectivity ", connectivity));
        expect_same_in_blocks(operator_named("label"), {image}, {{"connectivity", connectivity}}, {side, side + 2},
                              random, 1, 2, 1);
        if (HasFatalFailure()) return;
      }
    }
}

TEST(Components, BothZerosAreOneObject) {
  Random random(1);
  const float cells[] = {1, 1, 0.0F, -0.0F, 0.0F, -0.0F, 1, 2};
  expect_same_in_blocks(operator_named("label"), {ConstImageView(cells, DType::float32, {2, 4})},
                        {{"by_value", true}, {"background", std::int64_t{7}}}, {1, 1}, random, 1, 2, 1);
}

Faces random_faces(int rank, Random& random) {
  Faces faces;
  for (int axis = 0; axis < rank; ++axis) {
    if (random.one_in(2)) faces.set_low(axis);
    if (random.one_in(2)) faces.set_high(axis);
  }
  return faces;
}

void expect_same(const BorderComponents& expected, const BorderComponents& found) {
  ASSERT_EQ(expected.border, found.border);
  ASSERT_EQ(expected.count, found.count);
  ASSERT_EQ(expected.closed, found.closed);
  ASSERT_EQ(expected.counts, found.counts);
  ASSERT_EQ(expected.beginnings.size(), found.beginnings.size());
  for (std::size_t i = 0; i < expected.beginnings.size(); ++i) {
    ASSERT_EQ(expected.beginnings[i].cell, found.beginnings[i].cell);
    ASSERT_EQ(expected.beginnings[i].before, found.beginnings[i].before);
  }
}

// Random consistent labels: closed components get those that open ones leave free, row by row.
struct Known {
  std::vector<std::uint64_t> open, begun, bases;

  Known(const BorderComponents& found, Random& random) {
    std::uint64_t last = 0;
    for (const std::uint32_t closed : found.closed) {
      bases.push_back(last);
      for (std::uint64_t i = random.next() % 3; i > 0; --i) begun.push_back(last + 1 + random.next() % (closed + i));
      last += closed + 4;
    }
    std::ranges::sort(begun);
    begun.erase(std::ranges::unique(begun).begin(), begun.end());
    for (std::uint32_t i = 0; i < found.count; ++i) open.push_back(1 + random.next() % 1000);
  }
};

TEST(Components, BackendsAgreeOnABlock) {
  Random random(run_seed() + 2);
  for (int i = 0; i < cases_of(300); ++i) {
    const DType drawn = any_label_type(random);
    const ImageType type{is_taken("label", drawn) ? drawn : DType::uint8, shape_of(random)};
    const int rank = type.shape.rank();
    const Image block = scenery(type, random);
    const Image marks = strewn({DType::uint8, type.shape}, 0.1, random);
    const Faces edges = random_faces(rank, random);
    const ComponentFilterSpec spec{.components = {.joined = static_cast<Joined>(random.below(3)),
                                                  .connectivity = 1 + static_cast<int>(random.below(rank))},
                                   .trait = static_cast<Trait>(random.below(4)),
                                   .least = random.below(20)};
    SCOPED_TRACE(text(i, ": ", type.shape.text(), " ", preamar::name_of(type.dtype)));
    const Execution plain{.device = "reference"};
    const Execution fast{.device = tested_device(), .threads = 1 + static_cast<int>(random.below(3))};

    const BorderComponents open = border_components(plain, spec.components, edges, block);
    expect_same(open, border_components(fast, spec.components, edges, block));
    BorderComponents counted = border_counts(plain, spec, edges, block, marks);
    BorderComponents fast_counted = border_counts(fast, spec, edges, block, marks);
    if (spec.trait != Trait::size)
      for (auto* const list : {&counted.counts, &fast_counted.counts})
        for (std::int64_t& count : *list) count = count != 0;
    expect_same(counted, fast_counted);
    const Known known(open, random);
    const BlockLabels labels{known.open, known.begun, known.bases};
    const DType wide = random.one_in(2) ? DType::uint32 : DType::uint64;
    Image expected(wide, type.shape), found(wide, type.shape);
    label_block(plain, spec.components, edges, block, labels, expected);
    label_block(fast, spec.components, edges, block, labels, found);
    ASSERT_EQ(difference(expected, found), "");
    std::vector<std::uint8_t> keep_flags;
    for (std::uint32_t k = 0; k < open.count; ++k) keep_flags.push_back(random.one_in(2));
    Image filtered(type), fast_filtered(type);
    filter_block(plain, spec, edges, block, marks, keep_flags, filtered);
    filter_block(fast, spec, edges, block, marks, keep_flags, fast_filtered);
    ASSERT_EQ(difference(filtered, fast_filtered), "");
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace preamar::test
