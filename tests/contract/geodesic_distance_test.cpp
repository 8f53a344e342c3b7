// geodesic_distance gives the costs that Dijkstra's algorithm gives, and the same bytes for any layout of its images,
// number of threads, tile size and order of visits.
#include <preamar/geodesic_distance.h>

#include "backends/cpu/propagate.h"
#include "core/error_text.h"
#include "primitives/neighbours.h"
#include "primitives/propagate.h"
#include "tools/cases.h"
#include "tools/device.h"
#include "tools/images.h"
#include "tools/raises.h"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <limits>
#include <queue>

namespace preamar::test {
using namespace primitives;
namespace {

using Weights = GeodesicDistanceOptions::Weights;

constexpr int thread_counts[] = {1, 2, 4};
constexpr int tile_sides[] = {0, 4, 16};
constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();

struct Case {
  DType marker_dtype, mask_dtype;
  Shape shape;
  Content content;
  int connectivity;
  Weights weights;
  Layout marker, mask, out;
  int threads, tile;

  [[nodiscard]] std::string describe() const {
    return text(test::name_of(content), " ", shape.text(), ", marker ", preamar::name_of(marker_dtype), " ",
                test::name_of(marker), ", mask ", preamar::name_of(mask_dtype), " ", test::name_of(mask), ", out ",
                test::name_of(out), ", connectivity ", connectivity, ", weights ", static_cast<int>(weights), ", ",
                threads, " threads, tile ", tile);
  }
};

// The dtype itself, or the next one that the device supports.
DType taken(DType dtype) {
  while (!is_taken("geodesic_distance", dtype)) dtype = static_cast<DType>((static_cast<int>(dtype) + 1) % dtype_count);
  return dtype;
}

Case case_of(const Choice& row) {
  Case c{};
  c.marker_dtype = taken(static_cast<DType>(row[0]));
  c.mask_dtype = taken(static_cast<DType>(row[1]));
  c.shape = shapes()[static_cast<std::size_t>(row[2])];
  c.content = static_cast<Content>(row[3]);
  c.connectivity = 1 + row[4] % c.shape.rank();
  c.weights = static_cast<Weights>(row[5]);
  c.marker = static_cast<Layout>(row[6]);
  c.mask = static_cast<Layout>(row[7]);
  c.out = static_cast<Layout>(row[8]) == Layout::broadcast ? Layout::dense : static_cast<Layout>(row[8]);
  c.threads = thread_counts[row[9]];
  c.tile = tile_sides[row[10]];
  return c;
}

bool is_set(ConstImageView image, std::int64_t index) {
  const std::byte* const at = pixel(image, index);
  return std::any_of(at, at + size_of(image.dtype()), [](std::byte b) { return b != std::byte{0}; });
}

// Pixels are 0, or have all bytes 1: at random, or where the content is non-zero.
Image make_mask(const Case& c, Random& random) {
  const Pair pair = make_pair({.dtype = DType::uint8, .shape = c.shape, .content = c.content}, random);
  Image mask(c.mask_dtype, c.shape);
  for (std::int64_t i = 0; i < c.shape.count(); ++i) {
    const bool open = c.content == Content::random ? !random.one_in(3) : is_set(pair.mask, i);
    std::memset(pixel(mask, i), open ? 1 : 0, static_cast<std::size_t>(size_of(c.mask_dtype)));
  }
  return mask;
}

Image make_marker(const Case& c, Random& random) {
  Image marker(c.marker_dtype, c.shape);
  const std::int64_t one_in = 1 + random.below(2000);
  for (std::int64_t i = 0; i < c.shape.count(); ++i)
    std::memset(pixel(marker, i), random.one_in(one_in) ? 1 : 0, static_cast<std::size_t>(size_of(c.marker_dtype)));
  return marker;
}

Image dijkstra(ConstImageView marker, ConstImageView mask, int connectivity, Weights weights) {
  const Shape& shape = mask.shape();
  const int rank = shape.rank();
  const std::int64_t planes = rank == 3 ? shape[0] : 1, rows = shape[rank - 2], columns = shape[rank - 1];
  const std::vector<Step> steps = neighbour_steps(rank, connectivity);
  const std::uint32_t costs[] = {5, 7, 9};
  Image result(DType::uint32, shape);
  auto* const state = static_cast<std::uint32_t*>(result.data());
  using Entry = std::pair<std::uint32_t, std::int64_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  for (std::int64_t i = 0; i < shape.count(); ++i) {
    state[i] = is_set(marker, i) && is_set(mask, i) ? 0 : nowhere;
    if (state[i] == 0) queue.push({0, i});
  }
  while (!queue.empty()) {
    const auto [cost, i] = queue.top();
    queue.pop();
    if (cost > state[i]) continue;
    for (const auto& [dz, dy, dx] : steps) {
      const std::int64_t z = i / (rows * columns) + dz, y = i / columns % rows + dy, x = i % columns + dx;
      if (z < 0 || y < 0 || x < 0 || z >= planes || y >= rows || x >= columns) continue;
      const std::int64_t j = (z * rows + y) * columns + x;
      const std::uint32_t step = weights == Weights::steps ? 1 : costs[dz * dz + dy * dy + dx * dx - 1];
      if (!is_set(mask, j) || cost + step >= state[j]) continue;
      state[j] = cost + step;
      queue.push({state[j], j});
    }
  }
  return result;
}

void run(const Case& c, Random& random) {
  const Placed marker(make_marker(c, random), c.marker, random), mask(make_mask(c, random), c.mask, random);
  const GeodesicDistanceOptions options{c.connectivity, c.weights};
  const Image expected = dijkstra(marker.view(), mask.view(), c.connectivity, c.weights);
  if (c.shape.count() <= 3000) {
    const Image plain = geodesic_distance(marker.view(), mask.view(), options, {.device = "reference"});
    ASSERT_EQ(difference(expected, plain), "") << "reference";
  }
  const Placed out(make_noise(DType::uint32, c.shape, Palette::spread, random), c.out, random);
  geodesic_distance(marker.view(), mask.view(), out.view(), options, {.device = tested_device(), .threads = c.threads});
  ASSERT_EQ(difference(expected, out.view()), "");
  ASSERT_TRUE(marker.unchanged() && mask.unchanged() && out.guards_hold());

  if (c.tile == 0 || c.shape.count() == 0 || tested_device() != "cpu") return;
  // Larger sums in 64 bits, small tiles, and a random order of visits.
  const Image seed = dense_copy(marker.view()), limit = dense_copy(mask.view());
  Image wide(DType::uint64, c.shape);
  PropagateSpec spec{.rule = Rule::geodesic, .order = Order::falling, .connectivity = c.connectivity};
  if (c.weights == Weights::quasi_euclidean) spec.costs = {5, 7, 9};
  cpu::propagate({.threads = c.threads}, spec, seed, limit, wide, {.tile = c.tile, .shuffle = 1 + random.next() % 99});
  for (std::int64_t i = 0; i < c.shape.count(); ++i) {
    const std::uint32_t length = static_cast<const std::uint32_t*>(expected.data())[i];
    ASSERT_EQ(static_cast<const std::uint64_t*>(wide.data())[i],
              length == nowhere ? std::numeric_limits<std::uint64_t>::max() : length)
        << i;
  }
}

TEST(GeodesicDistance, gives_the_same_bytes_in_every_pair_of_factors) {
  Random random(run_seed());
  const std::vector<Choice> rows = choices(
      {dtype_count, dtype_count, static_cast<int>(shapes().size()), content_count, 3, 2, layout_count, layout_count,
       layout_count, static_cast<int>(std::size(thread_counts)), static_cast<int>(std::size(tile_sides))},
      tested_device() == "cpu" ? 100 : 0, random);
  for (const Choice& row : rows) {
    const Case c = case_of(row);
    SCOPED_TRACE(c.describe());
    run(c, random);
    if (HasFatalFailure()) return;
  }
}

TEST(GeodesicDistance, stops_at_the_maximum_of_its_type) {
  const Shape shape{3, 5};
  Image seed(DType::uint8, shape), limit(DType::uint8, shape), state(DType::uint32, shape);
  std::memset(seed.data(), 0, 15);
  std::memset(limit.data(), 1, 15);
  *pixel(seed, 0) = std::byte{1};
  const PropagateSpec spec{
      .rule = Rule::geodesic, .order = Order::falling, .connectivity = 1, .costs = {3000000000, 1, 1}};
  for (const std::string& device : {tested_device(), std::string("reference")}) {
    propagate({.device = device}, spec, seed, limit, state);
    const auto* const cells = static_cast<const std::uint32_t*>(state.data());
    EXPECT_EQ(cells[0], 0u);
    EXPECT_EQ(cells[1], 3000000000u);
    EXPECT_EQ(cells[5], 3000000000u);
    EXPECT_EQ(cells[2], nowhere);
    EXPECT_EQ(cells[6], nowhere);
  }
}

// Values in walls are ignored; a seed is 0 whatever the state.
template <class T>
void expect_starts_at_state(Random& random) {
  constexpr T none = std::numeric_limits<T>::max();
  const Shape shape = random.one_in(2) ? Shape{1 + random.below(40), 1 + random.below(90)}
                                       : Shape{1 + random.below(9), 1 + random.below(12), 1 + random.below(40)};
  Image seed(DType::uint8, shape), limit(DType::uint8, shape), expected(dtype_of<T>(), shape),
      state(dtype_of<T>(), shape);
  for (std::int64_t i = 0; i < shape.count(); ++i) {
    *pixel(seed, i) = std::byte{random.one_in(200)};
    *pixel(limit, i) = std::byte{!random.one_in(4)};
    const T start = random.one_in(20) ? static_cast<T>(random.below(60)) : none;
    static_cast<T*>(expected.data())[i] = static_cast<T*>(state.data())[i] = start;
  }
  const PropagateSpec spec{.rule = Rule::geodesic,
                           .order = Order::falling,
                           .connectivity = 1 + static_cast<int>(random.below(shape.rank())),
                           .costs = {5, 7, 9},
                           .starts_at_state = true};
  const int threads = 1 + static_cast<int>(random.below(3)), tile = tile_sides[random.below(3)];
  SCOPED_TRACE(text(shape.text(), ", connectivity ", spec.connectivity, ", ", threads, " threads, tile ", tile));
  propagate({.device = "reference"}, spec, seed, limit, expected);
  cpu::propagate({.threads = threads}, spec, seed, limit, state, {.tile = tile, .shuffle = random.next() % 99});
  ASSERT_EQ(difference(expected, state), "");
  propagate({.threads = threads}, spec, seed, limit, state);
  ASSERT_EQ(difference(expected, state), "") << "lengths are final";
}

TEST(GeodesicDistance, starts_at_the_state_where_asked) {
  Random random(run_seed() + 1);
  for (int i = 0; i < 60; ++i) {
    expect_starts_at_state<std::uint32_t>(random);
    expect_starts_at_state<std::uint64_t>(random);
    if (HasFatalFailure()) return;
  }
}

TEST(GeodesicDistance, needs_64_bits_where_a_way_could_be_so_long) {
  const ImageType large{DType::uint8, {60000, 60000}}, small{DType::uint8, {20000, 20000}};
  EXPECT_EQ(geodesic_distance_type(large).dtype, DType::uint32);
  EXPECT_EQ(geodesic_distance_type(large, {.weights = Weights::quasi_euclidean}).dtype, DType::uint64);
  EXPECT_EQ(geodesic_distance_type(small, {.weights = Weights::quasi_euclidean}).dtype, DType::uint32);
}

TEST(GeodesicDistance, refuses_what_it_cannot_do) {
  Image mask(DType::uint8, {4, 5}), other(DType::uint8, {5, 4}), out(DType::uint32, {4, 5});
  EXPECT_RAISES(geodesic_distance(other, mask, out), ErrorKind::call,
                "geodesic_distance: marker is 5x4 and mask is 4x5; their shape must be the same");
  EXPECT_RAISES_ABOUT(geodesic_distance(mask, mask, mask), ErrorKind::call, "must be the same");
  EXPECT_RAISES(geodesic_distance(mask, mask, out, {.connectivity = 3}), ErrorKind::call,
                "geodesic_distance: connectivity is 3; it must be from 1 to 2");
  EXPECT_RAISES_ABOUT(geodesic_distance(mask, out, out), ErrorKind::call, "shares memory");
  EXPECT_RAISES_ABOUT(geodesic_distance(mask, mask, out, {}, {.scratch_memory = 10}), ErrorKind::resource, "10 bytes");
}

}  // namespace
}  // namespace preamar::test
