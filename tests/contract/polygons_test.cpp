// polygons: rings are simple and valid, rasterise to the labels, and do not depend on backend, threads or blocks.
#include <preamar/polygons.h>

#include "core/error_text.h"
#include "tools/in_blocks.h"
#include "tools/labels.h"
#include "tools/raises.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

namespace preamar::test {
namespace {

using Point = std::pair<std::int64_t, std::int64_t>;
using Ring = std::vector<Point>;
// By label, polygon and ring.
using Rings = std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, Ring>;

std::vector<std::int64_t> numbers(const Column& column) {
  std::vector<std::int64_t> all;
  with_type(column.cells.dtype(), [&]<class T>(std::type_identity<T>) {
    for (const T cell : column.cells.as<T>()) all.push_back(static_cast<std::int64_t>(cell));
  });
  return all;
}

Rings rings_of(const Table& table) {
  const auto label = numbers(table["label"]), polygon = numbers(table["polygon"]), ring = numbers(table["ring"]);
  const auto x = numbers(table["x"]), y = numbers(table["y"]);
  Rings rings;
  for (std::size_t i = 0; i < label.size(); ++i) rings[{label[i], polygon[i], ring[i]}].emplace_back(x[i], y[i]);
  return rings;
}

std::int64_t doubled_area(const Ring& ring) {
  std::int64_t area = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const auto [x, y] = ring[i];
    const auto [next_x, next_y] = ring[(i + 1) % ring.size()];
    area += x * next_y - next_x * y;
  }
  return area;
}

// Whether the centre of the pixel (x, y) is inside: the number of vertical edges to its left.
bool contains(const Ring& ring, std::int64_t x, std::int64_t y) {
  bool inside = false;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const auto [ax, ay] = ring[i];
    const auto [bx, by] = ring[(i + 1) % ring.size()];
    if (ax == bx && ax <= x && std::min(ay, by) <= y && y < std::max(ay, by)) inside = !inside;
  }
  return inside;
}

// Paints each polygon, without its holes; each pixel at most once.
Image painted(const Rings& rings, DType dtype, const Shape& shape) {
  Image image(dtype, shape);
  std::memset(image.data(), 0, static_cast<std::size_t>(shape.count() * size_of(dtype)));
  std::map<std::pair<std::int64_t, std::int64_t>, std::vector<Ring>> polygons;
  for (const auto& [key, ring] : rings) polygons[{std::get<0>(key), std::get<1>(key)}].push_back(ring);
  with_type(dtype, [&]<class T>(std::type_identity<T>) {
    auto* const pixels = static_cast<T*>(image.data());
    for (const auto& [key, polygon] : polygons)
      for (std::int64_t y = 0; y < shape[0]; ++y)
        for (std::int64_t x = 0; x < shape[1]; ++x) {
          bool inside = contains(polygon[0], x, y);
          for (std::size_t hole = 1; hole < polygon.size(); ++hole)
            if (contains(polygon[hole], x, y)) {
              EXPECT_TRUE(inside) << "a hole is inside its polygon, and holes do not overlap";
              inside = false;
            }
          if (!inside) continue;
          EXPECT_EQ(pixels[y * shape[1] + x], T{0});
          pixels[y * shape[1] + x] = static_cast<T>(key.first);
        }
  });
  return image;
}

void expect_simple(const Rings& rings) {
  for (const auto& [key, ring] : rings) {
    SCOPED_TRACE(text("label ", std::get<0>(key), " polygon ", std::get<1>(key), " ring ", std::get<2>(key)));
    EXPECT_EQ(std::set<Point>(ring.begin(), ring.end()).size(), ring.size()) << "each vertex is there once";
    EXPECT_EQ(doubled_area(ring) > 0, std::get<2>(key) == 0);
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const auto [ax, ay] = ring[i];
      const auto [bx, by] = ring[(i + 1) % ring.size()];
      const auto [cx, cy] = ring[(i + 2) % ring.size()];
      EXPECT_TRUE((ax == bx) != (ay == by)) << "edges are horizontal or vertical";
      EXPECT_TRUE((ax == bx) != (bx == cx)) << "each vertex is a corner";
      EXPECT_LE(std::tie(ring[0].second, ring[0].first), std::tie(ay, ax)) << "a ring begins with its smallest vertex";
    }
  }
}

// 4-connected parts.
std::int64_t part_count(const Image& labels) {
  const Shape& shape = labels.shape();
  std::int64_t parts = 0;
  with_type(labels.dtype(), [&]<class T>(std::type_identity<T>) {
    const auto* const pixels = static_cast<const T*>(labels.data());
    std::vector<T> rest(pixels, pixels + shape.count());
    for (std::int64_t start = 0; start < shape.count(); ++start) {
      const T label = rest[static_cast<std::size_t>(start)];
      if (label == T{0}) continue;
      ++parts;
      std::vector<std::int64_t> open{start};
      while (!open.empty()) {
        const std::int64_t at = open.back(), y = at / shape[1], x = at % shape[1];
        open.pop_back();
        if (rest[static_cast<std::size_t>(at)] != label) continue;
        rest[static_cast<std::size_t>(at)] = T{0};
        if (y > 0) open.push_back(at - shape[1]);
        if (y + 1 < shape[0]) open.push_back(at + shape[1]);
        if (x > 0) open.push_back(at - 1);
        if (x + 1 < shape[1]) open.push_back(at + 1);
      }
    }
  });
  return parts;
}

// Few labels, so that corner contacts and holes are frequent.
Image noisy_labels(DType dtype, const Shape& shape, Random& random) {
  Image labels(dtype, shape);
  const std::int64_t different = 2 + random.below(3);
  const int smooth = static_cast<int>(random.below(3));
  with_type(dtype, [&]<class T>(std::type_identity<T>) {
    auto* const pixels = static_cast<T*>(labels.data());
    for (std::int64_t k = 0; k < shape.count(); ++k) {
      const std::int64_t above = k - shape[1];
      if (smooth > 0 && above >= 0 && !random.one_in(smooth + 1))
        pixels[k] = pixels[above];
      else
        pixels[k] = static_cast<T>(random.below(dtype == DType::boolean ? 2 : different));
    }
  });
  return labels;
}

std::string difference_of(const Table& expected, const Table& found) {
  for (std::size_t i = 0; i < expected.columns.size(); ++i)
    if (const std::string words = difference(expected.columns[i].cells, found.columns[i].cells); !words.empty())
      return text(expected.columns[i].name, ": ", words);
  return "";
}

TEST(Polygons, RingsAreSimpleAndRasteriseToTheLabels) {
  Random random(run_seed());
  for (int i = 0; i < cases_of(400); ++i) {
    const DType dtype = label_types[random.below(std::size(label_types))];
    const Shape shape{1 + random.below(14), 1 + random.below(20)};
    const Image labels = noisy_labels(dtype, shape, random);
    SCOPED_TRACE(text(preamar::name_of(dtype), " ", shape.text(), " case ", i));
    const Table table = polygons(labels, {}, {.threads = 1});
    EXPECT_EQ(difference_of(polygons(labels, {}, {.device = "reference"}), table), "");
    const Rings rings = rings_of(table);
    expect_simple(rings);
    EXPECT_EQ(std::ranges::count_if(rings, [](const auto& ring) { return std::get<2>(ring.first) == 0; }),
              part_count(labels));
    ASSERT_EQ(difference(labels, painted(rings, dtype, shape)), "");
    if (HasFailure()) return;
  }
}

// Several tiles.
TEST(Polygons, BackendsThreadsAndLayoutsGiveTheSame) {
  Random random(run_seed());
  for (const Shape& shape : {Shape{300, 520}, Shape{1, 700}, Shape{600, 3}}) {
    const Image labels = noisy_labels(DType::uint16, shape, random);
    for (const int threads : {1, 2, 4}) {
      const Placed placed(labels, static_cast<Layout>(random.below(layout_count)), random);
      const Table expected = polygons(placed.view(), {}, {.device = "reference"});
      ASSERT_EQ(difference_of(expected, polygons(placed.view(), {}, {.threads = threads})), "");
    }
  }
}

TEST(Polygons, BlocksGiveTheOutlinesOfTheImage) {
  Random random(run_seed());
  for (int i = 0; i < cases_of(300); ++i) {
    const Shape shape{1 + random.below(60), 1 + random.below(80)};
    const DType dtype = label_types[random.below(std::size(label_types))];
    const Image labels = random.one_in(2) ? noisy_labels(dtype, shape, random)
                                          : make_labels(dtype, shape, static_cast<Numbers>(random.below(2)), random);
    Values options;
    if (random.one_in(3)) options["simplify"] = 1.5;
    const Shape block = random_block(shape, random);
    SCOPED_TRACE(text(shape.text(), " in ", block.text(), " case ", i));
    expect_same_in_blocks(operator_named("polygons"), {labels}, options, block, random,
                          1 + static_cast<int>(random.below(3)), 1, 0);
    if (HasFatalFailure()) return;
  }
}

double distance_to(const Ring& ring, const Point& p) {
  double least = 1e300;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const auto [ax, ay] = ring[i];
    const auto [bx, by] = ring[(i + 1) % ring.size()];
    const double dx = static_cast<double>(bx - ax), dy = static_cast<double>(by - ay);
    const double px = static_cast<double>(p.first - ax), py = static_cast<double>(p.second - ay);
    const double along = std::clamp((px * dx + py * dy) / (dx * dx + dy * dy), 0.0, 1.0);
    least = std::min(least, std::hypot(px - along * dx, py - along * dy));
  }
  return least;
}

TEST(Polygons, RemovedVerticesAreWithinTheTolerance) {
  Random random(run_seed());
  std::int64_t removed = 0;
  for (int i = 0; i < cases_of(100); ++i) {
    const Image labels =
        make_labels(DType::uint8, {1 + random.below(60), 1 + random.below(60)}, Numbers::dense, random);
    const double tolerance = 0.5 + static_cast<double>(random.below(5));
    const Rings exact = rings_of(polygons(labels)), simple = rings_of(polygons(labels, {.simplify = tolerance}));
    ASSERT_EQ(exact.size(), simple.size());
    for (const auto& [key, ring] : exact) {
      ASSERT_GE(simple.at(key).size(), 3U);
      for (const Point& vertex : ring) ASSERT_LE(distance_to(simple.at(key), vertex), tolerance * (1 + 1e-12));
      removed += std::ssize(ring) - std::ssize(simple.at(key));
    }
  }
  EXPECT_GT(removed, 0);
}

// Two diagonal pixels are two polygons; a C that closes at a corner has a hole; diagonal holes are two rings.
TEST(Polygons, CornerContacts) {
  const auto rings = [](std::vector<std::uint8_t> labels, const Shape& shape) {
    std::vector<std::string> lines;
    for (const auto& [key, ring] : rings_of(polygons(ConstImageView(labels.data(), DType::uint8, shape)))) {
      std::string line = text(std::get<1>(key), ".", std::get<2>(key), ":");
      for (const auto& [x, y] : ring) line += text(" ", x, ",", y);
      lines.push_back(line);
    }
    return lines;
  };
  using Lines = std::vector<std::string>;
  EXPECT_EQ(rings({7, 0, 0, 7}, {2, 2}), (Lines{"0.0: 0,0 1,0 1,1 0,1", "1.0: 1,1 2,1 2,2 1,2"}));
  EXPECT_EQ(rings({1, 1, 1, 1, 0, 1, 1, 1, 0}, {3, 3}),
            (Lines{"0.0: 0,0 3,0 3,2 2,2 2,3 0,3", "0.1: 1,1 1,2 2,2 2,1"}));
  EXPECT_EQ(rings({1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1}, {4, 4}),
            (Lines{"0.0: 0,0 4,0 4,4 0,4", "0.1: 1,1 1,2 2,2 2,1", "0.2: 2,2 2,3 3,3 3,2"}));
}

TEST(Polygons, InvalidCallsAreRefused) {
  EXPECT_RAISES((void)polygons(Image(DType::uint8, {2, 3, 4})), ErrorKind::call,
                "polygons: labels has rank 3; images of rank 2 to 2 are taken");
  EXPECT_RAISES((void)polygons(Image(DType::float32, {2, 3})), ErrorKind::call,
                "polygons: labels has dtype float32; it must be of an integer dtype or bool");
  EXPECT_RAISES((void)polygons(Image(DType::uint8, {2, 3}), {.simplify = -1}), ErrorKind::call,
                "polygons: simplify is -1; it must be 0 or a positive number");
}

}  // namespace
}  // namespace preamar::test
