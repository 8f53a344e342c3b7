// Boundary forests: the reference backend's has the widths of all paths, and the cpu backend's has the same widths for
// any number of threads, tile size and instruction set.
#include "primitives/boundary_forest.h"

#include "backends/cpu/boundary_forest/boundary_forest.h"
#include "backends/reference/backend.h"
#include "core/box_border.h"
#include "core/dispatch.h"
#include "core/error_text.h"
#include "primitives/rules/keys.h"
#include "tools/cases.h"
#include "tools/images.h"
#include "tools/targets.h"

#include <gtest/gtest.h>

#include <numeric>
#include <optional>

namespace preamar::test {
using namespace primitives;
namespace {

using Forest = std::vector<BoundaryEdge>;

constexpr int thread_counts[] = {1, 2, 4};
constexpr cpu::Extent3 tiles[] = {{0, 0, 0}, {2, 2, 2}, {3, 5, 4}, {9, 8, 40}, {4, 100, 7}};

enum class Water {
  rest,   // a flood at its fixed point
  noise,  // any levels
  none,   // nothing is full
};
constexpr int water_count = 3;

struct Case {
  Scene scene;
  Water water;
  BoundaryForestSpec spec;
  Layout level, limit;
  cpu::Extent3 tile;
  int threads;
  std::int64_t target;

  [[nodiscard]] std::string describe() const {
    std::string faces;
    for (int axis = 0; axis < scene.shape.rank(); ++axis)
      faces += text(spec.edges.low(axis) ? "e" : "-", spec.edges.high(axis) ? "e" : "-");
    return text(scene.shape.text(), " ", preamar::name_of(scene.dtype), " ", name_of(scene.content), " ",
                name_of(scene.palette), spec.order == Order::rising ? " rising" : " falling", " connectivity ",
                spec.connectivity, " edges ", faces, spec.keeps_full ? " keeps full" : "", " water ",
                static_cast<int>(water), ", level ", name_of(level), ", limit ", name_of(limit), ", tiles of ",
                tile.planes, "x", tile.rows, "x", tile.columns, ", ", threads, " threads, ", target_name(target));
  }
};

Faces some_faces(int rank, Random& random) {
  Faces faces;
  for (int axis = 0; axis < rank; ++axis) {
    if (random.one_in(3)) faces.set_low(axis);
    if (random.one_in(3)) faces.set_high(axis);
  }
  return faces;
}

// All levels are the worst of the order, so only cells that cannot improve are full.
Image dry(DType dtype, const Shape& shape, Order order) {
  Image image(dtype, shape);
  with_bits(dtype, [&]<class T>(std::type_identity<T>) {
    const Keys<T> keys(dtype, order);
    std::fill_n(static_cast<T*>(image.data()), shape.count(), keys.bits(0));
  });
  return image;
}

struct Images {
  Image level, limit;
};

Images images_of(const Case& c, Random& random) {
  Pair pair = make_pair(c.scene, random);
  Images images{Image(c.scene.dtype, c.scene.shape), std::move(pair.mask)};
  const PropagateSpec flood{.order = c.spec.order, .connectivity = c.spec.connectivity};
  if (c.water == Water::rest) reference::propagate({}, flood, pair.marker, images.limit, images.level);
  if (c.water == Water::noise) images.level = make_noise(c.scene.dtype, c.scene.shape, Palette::spread, random);
  if (c.water == Water::none) images.level = dry(c.scene.dtype, c.scene.shape, c.spec.order);
  return images;
}

class Joined {
 public:
  explicit Joined(std::int64_t count) : up_(static_cast<std::size_t>(count)) {
    std::iota(up_.begin(), up_.end(), std::uint32_t{0});
  }
  bool join(const BoundaryEdge& edge) {
    const std::uint32_t a = root(edge.a), b = root(edge.b);
    up_[a] = b;
    return a != b;
  }
  bool are_joined(const BoundaryEdge& edge) { return root(edge.a) == root(edge.b); }

 private:
  std::uint32_t root(std::uint32_t cell) {
    while (up_[cell] != cell) cell = up_[cell] = up_[up_[cell]];
    return cell;
  }
  std::vector<std::uint32_t> up_;
};

std::string words(const BoundaryEdge& edge) { return text(edge.a, "-", edge.b, " at ", edge.width); }

// Reports why a list of edges is no forest in descending order.
std::string fault(const Forest& forest, std::int64_t border) {
  Joined joined(border);
  for (std::size_t i = 0; i < forest.size(); ++i) {
    if (forest[i].a >= border || forest[i].b >= border) return text("no border cell: ", words(forest[i]));
    if (i > 0 && forest[i].width > forest[i - 1].width) return text("out of order: ", words(forest[i]));
    if (!joined.join(forest[i])) return text("a ring: ", words(forest[i]));
  }
  return "";
}

// Whether every edge of `forest` joins only what `other` joins at the same width.
std::string excess(const Forest& forest, const Forest& other, std::int64_t border) {
  Joined joined(border);
  std::size_t next = 0;
  for (const BoundaryEdge& edge : forest) {
    for (; next < other.size() && other[next].width >= edge.width; ++next) joined.join(other[next]);
    if (!joined.are_joined(edge)) return words(edge);
  }
  return "";
}

// Empty if the width between any two border cells is the same in both forests.
std::string difference(const Forest& expected, const Forest& found, std::int64_t border) {
  if (const std::string wrong = fault(found, border); !wrong.empty()) return wrong;
  if (const std::string lost = excess(expected, found, border); !lost.empty()) return "not there: " + lost;
  if (const std::string extra = excess(found, expected, border); !extra.empty()) return "too much: " + extra;
  return "";
}

std::int64_t border_count(const Case& c) { return BoxBorder(whole(c.scene.shape), c.spec.edges).count(); }

const std::vector<Shape>& small_shapes() {
  static const std::vector<Shape> all = {{1, 1}, {1, 7}, {6, 1}, {5, 6}, {6, 6}, {1, 3, 4}, {3, 3, 4}, {4, 3, 3}};
  return all;
}

const std::vector<Shape>& large_shapes() {
  static const std::vector<Shape> all = {{0, 3},    {16, 17},  {63, 64},    {1, 600},   {600, 1},   {300, 33},
                                         {31, 520}, {5, 4, 3}, {6, 34, 66}, {33, 9, 5}, {9, 3, 130}};
  return all;
}

Case case_of(const std::vector<Shape>& shapes, const Choice& row, Random& random) {
  Case c{};
  const Shape& shape = shapes[static_cast<std::size_t>(row[0])];
  c.spec.order = row[1] == 0 ? Order::rising : Order::falling;
  c.scene = {static_cast<DType>(row[2]), shape, static_cast<Content>(row[3]), static_cast<Palette>(row[4]),
             row[1] == 0 ? Method::dilation : Method::erosion};
  c.spec.connectivity = 1 + row[5] % shape.rank();
  c.spec.keeps_full = row[6] == 1;
  c.spec.edges = random.one_in(3) ? Faces() : some_faces(shape.rank(), random);
  // The reference backend takes long to flood an image.
  c.water = static_cast<Water>(shape.count() > 1000 ? 1 + row[7] % 2 : row[7]);
  c.level = static_cast<Layout>(random.below(3));
  c.limit = static_cast<Layout>(random.below(3));
  c.threads = thread_counts[row[8]];
  c.target = targets()[static_cast<std::size_t>(row[9])];
  c.tile = tiles[row[10]];
  return c;
}

template <class Check>
void for_cases(const std::vector<Shape>& shapes, int extra, std::uint64_t seed, const Check& check) {
  Random random(run_seed() + seed);
  const std::vector<Choice> rows =
      choices({static_cast<int>(shapes.size()), 2, dtype_count, content_count, palette_count, 3, 2, water_count,
               static_cast<int>(std::size(thread_counts)), static_cast<int>(targets().size()),
               static_cast<int>(std::size(tiles))},
              extra, random);
  for (const Choice& row : rows) {
    const Case c = case_of(shapes, row, random);
    SCOPED_TRACE(c.describe());
    check(c, images_of(c, random), random);
    if (testing::Test::HasFailure()) return;
  }
}

// The widths between all border cells by the Floyd-Warshall algorithm on all cells; empty if there is no path.
using Widths = std::vector<std::vector<std::optional<std::uint64_t>>>;

template <class T>
Widths all_widths(const Case& c, const Images& images) {
  const Shape& shape = c.scene.shape;
  const Keys<T> keys(c.scene.dtype, c.spec.order);
  const auto count = static_cast<std::size_t>(shape.count());
  const auto* const level = static_cast<const T*>(images.level.data());
  const auto* const limit = static_cast<const T*>(images.limit.data());
  const auto cells = static_cast<std::int64_t>(count);
  const auto place = [&](std::int64_t i) {
    const std::int64_t columns = shape[shape.rank() - 1], rows = shape[shape.rank() - 2];
    return Coordinates{i / columns / rows, i / columns % rows, i % columns};
  };
  Widths widths(count, Widths::value_type(count));
  for (std::int64_t i = 0; i < cells; ++i)
    for (std::int64_t j = 0; j < cells; ++j) {
      int moves = 0;
      bool near = true;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::int64_t step = place(i)[axis] - place(j)[axis];
        moves += step != 0;
        near = near && step >= -1 && step <= 1;
      }
      const auto alive = [&](std::int64_t at) {
        const bool wall = is_floating(c.scene.dtype) && keys.key(limit[at]) == 0;
        return !wall && (c.spec.keeps_full || keys.key(level[at]) < keys.key(limit[at]));
      };
      if (near && moves <= c.spec.connectivity && alive(i) && alive(j))
        widths[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] =
            std::min(keys.key(limit[i]), keys.key(limit[j]));
    }
  for (std::size_t via = 0; via < count; ++via)
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = 0; j < count; ++j)
        if (widths[i][via] && widths[via][j])
          widths[i][j] = std::max(widths[i][j], std::min(widths[i][via], widths[via][j]));
  return widths;
}

// The same from a forest, in which the last edge on a path is its smallest.
void expect_widths(const Forest& forest, const BoxBorder& border, const Shape& shape, const Widths& widths) {
  const Strides strides = dense_strides(DType::uint8, shape);
  std::vector<std::size_t> cells;
  border.for_each([&](const Coordinates& at) {
    EXPECT_EQ(border.index(at), std::ssize(cells));
    cells.push_back(static_cast<std::size_t>(at[0] * strides[0] + at[1] * strides[1] + at[2] * strides[2]));
  });
  for (std::uint32_t a = 0; a < cells.size(); ++a)
    for (std::uint32_t b = 0; b < a; ++b) {
      std::optional<std::uint64_t> width;
      Joined joined(std::ssize(cells));
      for (const BoundaryEdge& edge : forest) {
        joined.join(edge);
        if (!joined.are_joined({a, b, 0})) continue;
        width = edge.width;
        break;
      }
      ASSERT_EQ(width, widths[cells[a]][cells[b]]) << a << " and " << b;
    }
}

TEST(Boundary, of_the_plain_loops_has_the_widths_of_all_paths) {
  for_cases(small_shapes(), 100, 60, [](const Case& c, const Images& images, Random&) {
    const Forest forest = reference::boundary_forest({}, c.spec, images.level, images.limit);
    const BoxBorder border(whole(c.scene.shape), c.spec.edges);
    ASSERT_EQ(fault(forest, border.count()), "");
    const Widths widths =
        with_bits(c.scene.dtype, [&]<class T>(std::type_identity<T>) { return all_widths<T>(c, images); });
    expect_widths(forest, border, c.scene.shape, widths);
  });
}

TEST(Boundary, is_that_of_the_plain_loops) {
  const auto check = [](const Case& c, const Images& images, Random& random) {
    const Forest expected = reference::boundary_forest({}, c.spec, images.level, images.limit);
    const Placed level(images.level, c.level, random), limit(images.limit, c.limit, random);
    const ForcedTarget force(c.target);
    const Forest found =
        cpu::boundary_forest({.threads = c.threads}, c.spec, level.view(), limit.view(), {.tile = c.tile});
    EXPECT_EQ(difference(expected, found, border_count(c)), "");
    EXPECT_TRUE(level.unchanged() && limit.unchanged());
    hwy::SetSupportedTargetsForTest(0);
    EXPECT_EQ(found, cpu::boundary_forest({.threads = 1}, c.spec, images.level, images.limit, {.tile = c.tile}));
  };
  for_cases(small_shapes(), 300, 61, check);
  for_cases(large_shapes(), 100, 62, check);
}

}  // namespace
}  // namespace preamar::test
