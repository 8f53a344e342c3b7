#include "oracle.h"

#include "core/dispatch.h"
#include "core/values.h"
#include "primitives/block_form.h"

#include <preamar/error.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>
#include <utility>

namespace preamar::test {
namespace {

// Holds every pixel of every dtype exactly.
using Level = long double;
using Levels = std::vector<Level>;
using Mask = std::vector<bool>;

constexpr Level inf = std::numeric_limits<Level>::infinity();
constexpr Level nan = std::numeric_limits<Level>::quiet_NaN();

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }
bool is_nan(Level level) { return level != level; }

Levels levels_of(const Image& image) {
  Levels levels(at(image.shape().count()));
  with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
    for (std::size_t i = 0; i < levels.size(); ++i)
      levels[i] = static_cast<Level>(static_cast<const T*>(image.data())[i]);
  });
  return levels;
}

// Levels beyond the dtype become the lowest or the highest of it; those between two become the nearest.
Image image_of(const Levels& levels, const ImageType& type) {
  Image image(type);
  with_type(type.dtype, [&]<class T>(std::type_identity<T>) {
    T* const to = static_cast<T*>(image.data());
    for (std::size_t i = 0; i < levels.size(); ++i) {
      if constexpr (std::is_floating_point_v<T>) {
        to[i] = static_cast<T>(levels[i]);
      } else {
        const auto least = static_cast<Level>(std::numeric_limits<T>::min());
        const auto most = type.dtype == DType::boolean ? 1 : static_cast<Level>(std::numeric_limits<T>::max());
        to[i] = static_cast<T>(std::clamp(std::nearbyint(levels[i]), least, most));
      }
    }
  });
  return image;
}

Levels rounded(const Levels& levels, const ImageType& type) { return levels_of(image_of(levels, type)); }

ValidResult reference(const Operator& op, const std::vector<ConstImageView>& inputs, const Values& options) {
  std::vector<ImageType> types;
  for (const ConstImageView& input : inputs) types.push_back(input.type());
  ValidResult result;
  for (const ImageType& type : op.results(types, check_call(op, inputs.size(), options)))
    result.images.emplace_back(type);
  const std::vector<ImageView> outs(result.images.begin(), result.images.end());
  result.found = run_operator(op, inputs, outs, options, {.device = "reference"});
  return result;
}

class ValidOracle {
 public:
  explicit ValidOracle(const ValidCase& given) : given_(given), type_(given.inputs[0].view().type()) {
    for (const Level level : levels_of(given.valid)) valid_.push_back(level != 0);
    for (int axis = 0; axis < type_.shape.rank(); ++axis)
      extent_[at(axis + 3 - type_.shape.rank())] = type_.shape[axis];
  }

  ValidResult take() {
    for (Image& image : made_.images)
      if (image.shape() == type_.shape) hide_invalid(image);
    if (!made_.images.empty() && made_.images[0].shape() == type_.shape) give_mask(valid_);
    return std::move(made_);
  }

  void background() { as_if(0); }
  void foreground() { as_if(1); }

  void label() {
    const auto found = given_.options.find("intervals");
    if (found == given_.options.end())
      return as_if(static_cast<double>(value_or(given_.options, "background", std::int64_t{0})));
    const auto& bounds = std::get<std::vector<double>>(found->second);
    const Levels levels = numbers(0);
    Levels classes(levels.size());
    for (std::size_t i = 0; i < levels.size(); ++i)
      for (std::size_t k = 0; valid_[i] && k < bounds.size(); k += 2)
        if (levels[i] >= bounds[k] && levels[i] <= bounds[k + 1]) classes[i] = static_cast<Level>(k / 2 + 1);
    Values options = given_.options;
    options.erase("intervals");
    options["by_value"] = true;
    made_ = reference(*given_.op, {image_of(classes, {DType::uint8, type_.shape})}, options);
  }

  void clear_border() {
    const std::string kind = word("kind", "automatic");
    as_if(kind == "grey" || (kind == "automatic" && is_floating(type_.dtype)) ? -inf : 0);
  }

  // Statistics of an image that has the valid pixels only.
  void alone() {
    narrow_to_own_mask();
    const auto width = at(size_of(type_.dtype));
    const auto count = std::count(valid_.begin(), valid_.end(), true);
    const bool has_bins = given_.options.contains("range") || width == 1;
    if (count == 0 && !(given_.op->name == "histogram" && has_bins)) throw Error(ErrorKind::input, "no pixel is valid");
    Image image(type_.dtype, {1, count});
    std::byte* to = static_cast<std::byte*>(image.data());
    for (std::size_t i = 0; i < valid_.size(); ++i)
      if (valid_[i]) {
        std::memcpy(to, static_cast<const std::byte*>(given_.inputs[0].data()) + i * width, width);
        to += width;
      }
    made_ = reference(*given_.op, {image}, given_.options);
  }

  void dilate() { give(spread(numbers(0), 1)); }
  void erode() { give(spread(numbers(0), -1)); }
  void opening() { give(spread(spread(numbers(0), -1), 1)); }
  void closing() { give(spread(spread(numbers(0), 1), -1)); }
  void top_hat() { give(difference(numbers(0), spread(spread(numbers(0), -1), 1))); }

  void reconstruct() {
    const bool ignores_nan = word("nan", "refuse") == "ignore";
    const Levels marker = ignores_nan ? levels_of(given_.inputs[0]) : numbers(0);
    const Levels mask = ignores_nan ? levels_of(given_.inputs[1]) : numbers(1);
    give(grown(marker, mask, word("method", "dilation") == "dilation" ? 1 : -1));
  }

  void opening_by_reconstruction() { give(grown(spread(numbers(0), -1), numbers(0), 1)); }
  void closing_by_reconstruction() { give(grown(spread(numbers(0), 1), numbers(0), -1)); }

  void h_maxima() { cut(1); }
  void h_minima() { cut(-1); }
  void regional_maxima() { give_mask(extrema(numbers(0), 1)); }
  void regional_minima() { give_mask(extrema(numbers(0), -1)); }

  void fill_holes() { give(filled(numbers(0), valid_, 1)); }

  // Pixels without data are outlets, and keep their value.
  void fill_depressions() {
    narrow_to_own_mask();
    const Levels levels = levels_of(given_.inputs[0]);
    const auto nodata = given_.options.find("nodata");
    Mask has_data = valid_;
    for (std::size_t i = 0; i < levels.size(); ++i)
      if (is_nan(levels[i]) || (nodata != given_.options.end() && levels[i] == std::get<double>(nodata->second)))
        has_data[i] = false;
    Levels level = filled(levels, has_data, type_.shape.rank());
    for (std::size_t i = 0; i < levels.size(); ++i)
      if (!has_data[i]) level[i] = levels[i];
    give(level);
  }

  void hysteresis() {
    const Levels levels = numbers(0);
    const auto above = [&](std::string_view level) {
      Mask mask(levels.size());
      for (std::size_t i = 0; i < levels.size(); ++i)
        mask[i] = valid_[i] && levels[i] > std::get<double>(given_.options.find(level)->second);
      return mask;
    };
    give_mask(connected(above("high"), above("low")));
  }

  void watershed() {
    Levels mask(valid_.size(), 1);
    if (given_.inputs.size() > 2) mask = levels_of(given_.inputs[2]);
    for (std::size_t i = 0; i < mask.size(); ++i) mask[i] = valid_[i] && mask[i] != 0;
    const Image image = replaced(0, 0), inside = image_of(mask, {DType::boolean, type_.shape});
    made_ = reference(*given_.op, {image, given_.inputs[1], inside}, given_.options);
  }

  // Sums with the weights that the operator gives each axis. A constant factor of all weights does not matter.
  void gaussian() {
    narrow_to_own_mask();
    const Levels levels = numbers(0);
    std::array<std::vector<Levels>, 3> weights;
    for (int axis = 0; axis < 3; ++axis) weights[at(axis)] = weights_along(axis);
    Levels result(levels.size());
    Level most = 0;
    for (std::int64_t p = 0; p < count(); ++p) {
      const Cell a = cell(p);
      Level sum = 0, all = 0;
      for (std::int64_t q = 0; q < count(); ++q) {
        if (!valid_[at(q)]) continue;
        const Cell b = cell(q);
        Level weight = 1;
        for (std::size_t axis = 0; axis < 3; ++axis) weight *= weights[axis][at(b[axis])][at(a[axis])];
        sum += weight * levels[at(q)];
        all += weight;
        most = std::max(most, std::abs(levels[at(q)]));
      }
      result[at(p)] = all > 0 ? sum / all : 0;
    }
    const DType dtype = dtype_named(word("dtype", name_of(type_.dtype)));
    const double unit = dtype == DType::float64 ? 0 : dtype == DType::float32 ? 1e-6 * static_cast<double>(most) : 1;
    made_.tolerance = unit + 1e-9 * static_cast<double>(most) + std::numeric_limits<double>::min();
    made_.images.push_back(image_of(result, {dtype, type_.shape}));
  }

  // Where the window has no invalid pixel, their value does not matter.
  void slope() {
    (void)numbers(0);
    const Image low = replaced(0, 0), high = replaced(0, 200);
    made_ = reference(*given_.op, {low}, given_.options);
    ValidResult other = reference(*given_.op, {high}, given_.options);
    valid_ = narrowed();
    for (std::size_t i = 0; i < made_.images.size(); ++i) {
      hide_invalid(made_.images[i]);
      hide_invalid(other.images[i]);
      require_same(made_.images[i], other.images[i]);
    }
  }

  void canny() {
    (void)numbers(0);
    const Image low = replaced(0, 0), high = replaced(0, 200);
    valid_ = narrowed();
    const auto above = [&](std::string_view level) {
      Values options = given_.options;
      options["low"] = options["high"] = Value(options.find(level)->second);
      Image edges = std::move(reference(*given_.op, {low}, options).images[0]);
      Image others = std::move(reference(*given_.op, {high}, options).images[0]);
      hide_invalid(edges);
      hide_invalid(others);
      require_same(edges, others);
      Mask mask;
      for (const Level edge : levels_of(edges)) mask.push_back(edge != 0);
      return mask;
    };
    give_mask(connected(above("high"), above("low")));
  }

 private:
  using Cell = std::array<std::int64_t, 3>;

  [[nodiscard]] std::int64_t count() const { return type_.shape.count(); }
  [[nodiscard]] Cell cell(std::int64_t i) const {
    return {i / (extent_[1] * extent_[2]), i / extent_[2] % extent_[1], i % extent_[2]};
  }
  [[nodiscard]] std::int64_t index(const Cell& c) const { return (c[0] * extent_[1] + c[1]) * extent_[2] + c[2]; }

  // visit(q, offset) for all pixels of the image in a box around p.
  template <class Visit>
  void around(std::int64_t p, std::int64_t radius, const Visit& visit) const {
    const Cell c = cell(p);
    const auto first = [&](std::size_t axis) { return std::max<std::int64_t>(0, c[axis] - radius); };
    const auto last = [&](std::size_t axis) { return std::min(c[axis] + radius, extent_[axis] - 1); };
    for (std::int64_t z = first(0); z <= last(0); ++z)
      for (std::int64_t y = first(1); y <= last(1); ++y)
        for (std::int64_t x = first(2); x <= last(2); ++x) visit(index({z, y, x}), Cell{z - c[0], y - c[1], x - c[2]});
  }
  template <class Visit>
  void neighbours(std::int64_t p, int connectivity, const Visit& visit) const {
    around(p, 1, [&](std::int64_t q, const Cell& to) {
      const std::int64_t axes = std::abs(to[0]) + std::abs(to[1]) + std::abs(to[2]);
      if (axes > 0 && axes <= connectivity) visit(at(q));
    });
  }

  [[nodiscard]] std::string word(std::string_view option, std::string_view fallback) const {
    return value_or(given_.options, option, std::string(fallback));
  }
  [[nodiscard]] int connectivity(int fallback) const {
    return static_cast<int>(value_or(given_.options, "connectivity", std::int64_t{fallback}));
  }
  [[nodiscard]] int connectivity() const { return connectivity(type_.shape.rank()); }

  // Throws if a valid pixel is NaN.
  [[nodiscard]] Levels numbers(std::size_t input) const {
    Levels levels = levels_of(given_.inputs[input]);
    for (std::size_t i = 0; i < levels.size(); ++i)
      if (valid_[i] && is_nan(levels[i])) throw Error(ErrorKind::input, "a valid pixel is NaN");
    return levels;
  }
  [[nodiscard]] Image replaced(std::size_t input, Level level) const {
    Levels levels = levels_of(given_.inputs[input]);
    for (std::size_t i = 0; i < levels.size(); ++i)
      if (!valid_[i]) levels[i] = level;
    return image_of(levels, given_.inputs[input].view().type());
  }
  // Pixels outside the operator's own input `valid` are invalid too.
  void narrow_to_own_mask() {
    if (given_.inputs.size() == 1) return;
    const Levels own = levels_of(given_.inputs[1]);
    for (std::size_t i = 0; i < own.size(); ++i) valid_[i] = valid_[i] && own[i] != 0;
  }

  void as_if(Level level) {
    std::vector<Image> images;
    for (std::size_t i = 0; i < given_.inputs.size(); ++i) images.push_back(replaced(i, level));
    made_ = reference(*given_.op, {images.begin(), images.end()}, given_.options);
  }
  void hide_invalid(Image& image) const {
    Levels levels = levels_of(image);
    for (std::size_t i = 0; i < levels.size(); ++i)
      if (!valid_[i]) levels[i] = is_floating(image.dtype()) ? nan : 0;
    image = image_of(levels, image.view().type());
  }
  static void require_same(const Image& one, const Image& other) {
    const auto bytes = at(one.shape().count() * size_of(one.dtype()));
    if (std::memcmp(one.data(), other.data(), bytes) != 0)
      throw std::logic_error("the window of a pixel that is left has an invalid pixel");
  }
  void give(const Levels& levels) { made_.images.push_back(image_of(levels, type_)); }
  void give_mask(const Mask& mask) {
    made_.images.push_back(image_of(Levels(mask.begin(), mask.end()), {DType::boolean, type_.shape}));
  }

  // The maximum (`sign` 1) or minimum (-1) of valid pixels.
  [[nodiscard]] Levels spread(const Levels& levels, int sign) const {
    const std::int64_t radius = std::get<std::int64_t>(given_.options.find("radius")->second);
    const bool is_box = word("shape", "ball") == "box";
    Levels result = levels;
    for (std::int64_t p = 0; p < count(); ++p)
      around(p, radius, [&](std::int64_t q, const Cell& to) {
        const bool is_near = is_box || to[0] * to[0] + to[1] * to[1] + to[2] * to[2] <= radius * radius;
        if (is_near && valid_[at(q)] && sign * levels[at(q)] > sign * result[at(p)]) result[at(p)] = levels[at(q)];
      });
    return result;
  }

  [[nodiscard]] Levels difference(const Levels& one, const Levels& other) const {
    Levels result;
    for (std::size_t i = 0; i < one.size(); ++i) result.push_back(one[i] - other[i]);
    return rounded(result, type_);
  }

  // Reconstruction by dilation (`sign` 1) or erosion (-1). NaN in the mask is a wall, in the marker no level.
  [[nodiscard]] Levels grown(const Levels& marker, const Levels& mask, int sign) const {
    Levels result(mask.size(), nan);
    const auto offer = [&](std::size_t i, Level level) {
      if (sign * level > sign * mask[i]) level = mask[i];
      if (!is_nan(result[i]) && !(sign * level > sign * result[i])) return false;
      result[i] = level;
      return true;
    };
    for (std::size_t i = 0; i < mask.size(); ++i)
      if (valid_[i] && !is_nan(mask[i]) && !is_nan(marker[i])) offer(i, marker[i]);
    for (bool is_changed = true; is_changed;) {
      is_changed = false;
      for (std::int64_t p = 0; p < count(); ++p) {
        if (!valid_[at(p)] || is_nan(mask[at(p)])) continue;
        neighbours(p, connectivity(), [&](std::size_t q) {
          if (valid_[q] && !is_nan(result[q]) && offer(at(p), result[q])) is_changed = true;
        });
      }
    }
    return result;
  }

  void cut(int sign) {
    const Levels levels = numbers(0);
    Levels marker = levels;
    for (Level& level : marker) level -= sign * static_cast<Level>(std::get<double>(given_.options.find("h")->second));
    const Levels result = grown(rounded(marker, type_), levels, sign);
    if (!value_or(given_.options, "extended", false)) return give(result);
    give_mask(extrema(result, sign));
  }

  // Plateaus of valid pixels without a valid neighbour above (`sign` 1) or below (-1).
  [[nodiscard]] Mask extrema(const Levels& levels, int sign) const {
    Mask is_extremum(levels.size()), is_seen(levels.size());
    for (std::int64_t first = 0; first < count(); ++first) {
      if (!valid_[at(first)] || is_seen[at(first)]) continue;
      std::vector<std::size_t> plateau{at(first)};
      is_seen[at(first)] = true;
      bool is_top = true;
      for (std::size_t i = 0; i < plateau.size(); ++i)
        neighbours(static_cast<std::int64_t>(plateau[i]), connectivity(), [&](std::size_t q) {
          if (!valid_[q]) return;
          if (sign * levels[q] > sign * levels[at(first)]) is_top = false;
          if (levels[q] != levels[at(first)] || is_seen[q]) return;
          is_seen[q] = true;
          plateau.push_back(q);
        });
      for (const std::size_t i : plateau) is_extremum[i] = is_top;
    }
    return is_extremum;
  }

  // Water flows out at the border of the image and beside pixels without data.
  [[nodiscard]] Levels filled(const Levels& levels, const Mask& has_data, int fallback) const {
    Levels water = levels;
    for (std::int64_t p = 0; p < count(); ++p) {
      const Cell c = cell(p);
      bool is_outlet = !has_data[at(p)];
      for (int axis = 3 - type_.shape.rank(); axis < 3; ++axis)
        is_outlet = is_outlet || c[at(axis)] == 0 || c[at(axis)] == extent_[at(axis)] - 1;
      neighbours(p, connectivity(fallback), [&](std::size_t q) { is_outlet = is_outlet || !has_data[q]; });
      if (!is_outlet) water[at(p)] = inf;
    }
    for (bool is_changed = true; is_changed;) {
      is_changed = false;
      for (std::int64_t p = 0; p < count(); ++p) {
        Level least = inf;
        neighbours(p, connectivity(fallback), [&](std::size_t q) {
          if (has_data[q]) least = std::min(least, water[q]);
        });
        const Level level = std::max(levels[at(p)], least);
        if (!has_data[at(p)] || !(level < water[at(p)])) continue;
        water[at(p)] = level;
        is_changed = true;
      }
    }
    return water;
  }

  // The pixels of `weak` with a path in it to one of `strong`.
  [[nodiscard]] Mask connected(const Mask& strong, const Mask& weak) const {
    Mask reached(weak.size());
    std::vector<std::size_t> stack;
    for (std::size_t i = 0; i < weak.size(); ++i)
      if (strong[i] && weak[i]) reached[i] = true, stack.push_back(i);
    while (!stack.empty()) {
      const auto p = static_cast<std::int64_t>(stack.back());
      stack.pop_back();
      neighbours(p, connectivity(), [&](std::size_t q) {
        if (weak[q] && !reached[q]) reached[q] = true, stack.push_back(q);
      });
    }
    return reached;
  }

  // [q][p]: the weight of pixel q in the result of pixel p, along an axis.
  [[nodiscard]] std::vector<Levels> weights_along(int axis) const {
    const int own = axis - (3 - type_.shape.rank());
    if (own < 0) return {{1}};
    Values options = given_.options;
    options["dtype"] = std::string("float64");
    if (const auto spacing = options.find("spacing"); spacing != options.end()) {
      const auto& units = std::get<std::vector<double>>(spacing->second);
      const double unit = units.size() == 1 ? units[0] : units[at(own)];
      spacing->second = std::vector<double>{unit, unit};
    }
    const std::int64_t length = type_.shape[own];
    std::vector<Levels> weights;
    for (std::int64_t q = 0; q < length; ++q) {
      Image impulse(DType::float64, {length, 1});
      for (std::int64_t p = 0; p < length; ++p) impulse.at<double>(p, 0) = p == q ? 1 : 0;
      weights.push_back(levels_of(reference(*given_.op, {impulse}, options).images[0]));
    }
    return weights;
  }

  // The pixels whose window, a box of the width of the operator's halo, has no invalid pixel.
  [[nodiscard]] Mask narrowed() const {
    const Values options = check_call(*given_.op, 1, given_.options);
    const Coordinates halo = given_.op->blocks({&type_, 1}, options)->halo({&type_, 1}, options);
    const std::int64_t radius = *std::max_element(halo.begin(), halo.begin() + type_.shape.rank());
    Mask result = valid_;
    for (std::int64_t p = 0; p < count(); ++p)
      around(p, radius, [&](std::int64_t q, const Cell&) {
        if (!valid_[at(q)]) result[at(p)] = false;
      });
    return result;
  }

  const ValidCase& given_;
  const ImageType type_;
  Mask valid_;
  Cell extent_{1, 1, 1};
  ValidResult made_;
};

using Meaning = void (ValidOracle::*)();

const std::map<std::string_view, Meaning>& meanings() {
  static const std::map<std::string_view, Meaning> all = {
      {"and", &ValidOracle::background},
      {"canny", &ValidOracle::canny},
      {"cast", &ValidOracle::background},
      {"clear_border", &ValidOracle::clear_border},
      {"closing", &ValidOracle::closing},
      {"closing_by_reconstruction", &ValidOracle::closing_by_reconstruction},
      {"compare_edges", &ValidOracle::background},
      {"dilate", &ValidOracle::dilate},
      {"distance", &ValidOracle::foreground},
      {"erode", &ValidOracle::erode},
      {"expand_labels", &ValidOracle::background},
      {"fill_depressions", &ValidOracle::fill_depressions},
      {"fill_holes", &ValidOracle::fill_holes},
      {"gaussian", &ValidOracle::gaussian},
      {"geodesic_distance", &ValidOracle::background},
      {"gradient", &ValidOracle::slope},
      {"h_maxima", &ValidOracle::h_maxima},
      {"h_minima", &ValidOracle::h_minima},
      {"histogram", &ValidOracle::alone},
      {"hysteresis", &ValidOracle::hysteresis},
      {"invert", &ValidOracle::background},
      {"label", &ValidOracle::label},
      {"measure", &ValidOracle::background},
      {"minmax", &ValidOracle::alone},
      {"opening", &ValidOracle::opening},
      {"opening_by_reconstruction", &ValidOracle::opening_by_reconstruction},
      {"otsu", &ValidOracle::alone},
      {"polygons", &ValidOracle::background},
      {"reconstruct", &ValidOracle::reconstruct},
      {"regional_maxima", &ValidOracle::regional_maxima},
      {"regional_minima", &ValidOracle::regional_minima},
      {"relabel", &ValidOracle::background},
      {"remove_small_holes", &ValidOracle::foreground},
      {"remove_small_objects", &ValidOracle::background},
      {"sobel", &ValidOracle::slope},
      {"subtract", &ValidOracle::background},
      {"threshold", &ValidOracle::background},
      {"top_hat", &ValidOracle::top_hat},
      {"valid", &ValidOracle::background},
      {"watershed", &ValidOracle::watershed},
  };
  return all;
}

}  // namespace

bool has_valid_oracle(std::string_view op) { return meanings().contains(op); }

ValidResult valid_oracle(const ValidCase& given) {
  ValidOracle oracle(given);
  (oracle.*meanings().at(given.op->name))();
  return oracle.take();
}

}  // namespace preamar::test
