// Compares the results of targets with those of the serial code, on images of many sizes; measures
// times.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace check {

struct Options {
  std::vector<std::string> targets;  // empty: all that can run
  std::uint64_t seed = 1;
  bool is_small = false;  // skips images for which a simulator takes minutes
  bool is_large = false;
  bool is_timed = false;
};

// Pseudo-random numbers from the seed and a position.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15u) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }

 private:
  std::uint64_t state_;
};

struct Size {
  std::int64_t depth, height, width;
  [[nodiscard]] std::int64_t count() const { return depth * height * width; }
};
inline std::string text_of(const Size& size, int rank) {
  const std::string flat = std::to_string(size.width) + "x" + std::to_string(size.height);
  return rank == 3 ? flat + "x" + std::to_string(size.depth) : flat;
}

// Pixels between rows in memory; 0 if rows are contiguous.
struct Strides {
  std::int64_t image = 0, result = 0;
};

// Small numbers for parameters: 1 to 9, with eighths for floating-point types.
template <class T>
void fill_small(T& value, Random& random) {
  if constexpr (std::is_array_v<T>)
    for (auto& element : value) fill_small(element, random);
  else if constexpr (std::is_floating_point_v<T>)
    value = static_cast<T>(random.next() % 72 + 8) / 8;
  else
    value = static_cast<T>(random.next() % 9 + 1);
}
// For a parameter that is a number, in half of the cases 10 to 99.
template <class T>
void fill_setting(T& value, Random& random) {
  fill_small(value, random);
  if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>)
    if (random.next() % 2 == 0) value = static_cast<T>(random.next() % 90 + 10);
  if constexpr (std::is_same_v<T, bool>) value = random.next() % 2 == 0;
}

// Not a std::vector, because std::vector<bool> has no pixels to point to.
template <class T>
struct Pixels {
  explicit Pixels(std::int64_t n) : count(n), data(new T[static_cast<std::size_t>(n)]()) {}
  std::int64_t count;
  std::unique_ptr<T[]> data;
};

// The last three are random, and one floating-point number in eight is special.
enum class Filling { random, constant, ramp, nan, nan_first, infinite };
inline const char* name_of(Filling filling) {
  constexpr const char* names[] = {
      "random", "constant", "ramp", "some NaN", "some NaN and the first pixel", "some infinite"};
  return names[static_cast<int>(filling)];
}

struct Levels {
  Filling filling;
  std::int64_t bins = 0;  // of a histogram; otherwise 0
};

// Whether a pixel of these random bits is special.
inline bool is_special(std::uint64_t bits) { return bits >> 61 == 0; }

// Bytes and shorts have their full range; wider integers a smaller one, to avoid overflow; a
// histogram of wide integers the range of its bins. Floating-point pixels are in 0 to 256.
template <class T>
void fill_pixel(T& pixel, std::uint64_t bits, const Levels& levels)
  requires std::is_arithmetic_v<T>
{
  if constexpr (std::is_floating_point_v<T>) {
    constexpr T infinity = std::numeric_limits<T>::infinity();
    pixel = static_cast<T>(static_cast<double>(bits % (1u << 24)) / (1 << 16));
    if (levels.filling >= Filling::nan && is_special(bits))
      pixel = levels.filling != Filling::infinite ? std::numeric_limits<T>::quiet_NaN()
              : bits % 2 == 0                     ? infinity
                                                  : -infinity;
  } else if constexpr (std::is_same_v<T, bool>)
    pixel = bits % 2 == 1;
  else if constexpr (sizeof(T) <= 2)
    pixel = static_cast<T>(bits);
  else if (levels.bins > 0)
    pixel = static_cast<T>(bits % static_cast<std::uint64_t>(levels.bins));
  else
    pixel =
        static_cast<T>(static_cast<std::int64_t>(bits % 65536) - (std::is_signed_v<T> ? 32768 : 0));
}
template <class T, std::size_t n>
void fill_pixel(T (&channels)[n], std::uint64_t bits, const Levels& levels) {
  for (T& channel : channels) fill_pixel(channel, bits = Random(bits).next(), levels);
}

template <class T>
Pixels<T> make_image(std::int64_t count, const Levels& levels, Random random) {
  Pixels<T> image(count);
  const std::uint64_t level = random.next();
  for (std::int64_t i = 0; i < count; ++i) {
    std::uint64_t bits = levels.filling == Filling::constant ? level
                         : levels.filling == Filling::ramp   ? static_cast<std::uint64_t>(i) * 257
                                                             : random.next();
    // Loops often begin with the first pixel: it is a NaN in one of two fillings.
    if (i == 0 && levels.filling == Filling::nan) bits |= std::uint64_t{1} << 63;
    if (i == 0 && levels.filling == Filling::nan_first) bits >>= 3;
    fill_pixel(image.data[static_cast<std::size_t>(i)], bits, levels);
  }
  return image;
}

// The same pixels with `gap` additional ones after each row.
template <class T>
Pixels<T> with_gaps(const Pixels<T>& image, const Size& size, std::int64_t gap) {
  const std::int64_t lines = size.depth * size.height;
  Pixels<T> wide(lines * (size.width + gap));
  for (std::int64_t line = 0; line < lines; ++line)
    std::copy_n(image.data.get() + line * size.width, size.width,
                wide.data.get() + line * (size.width + gap));
  return wide;
}
template <class T>
Pixels<T> without_gaps(const Pixels<T>& wide, const Size& size, std::int64_t gap) {
  Pixels<T> image(size.count());
  for (std::int64_t line = 0; line < size.depth * size.height; ++line)
    std::copy_n(wide.data.get() + line * (size.width + gap), size.width,
                image.data.get() + line * size.width);
  return image;
}

// The tolerance of a number: 0, unless the order of floating-point operations differs, or the last
// bit of a math.h function depends on the device.
struct Tolerance {
  double epsilons = 0;     // of floating-point numbers, relative
  std::int64_t steps = 0;  // of integers
  double change = 0;       // of any number: the effect of perturbing those last bits
  // An infinity may be a NaN: infinities are added in another order.
  bool is_infinite_any = false;
};

template <class T>
bool is_close(const T& a, const T& b, const Tolerance& tolerance)
  requires std::is_arithmetic_v<T>
{
  if (std::memcmp(&a, &b, sizeof(T)) == 0) return true;
  if constexpr (std::is_floating_point_v<T>) {
    if (a != a && b != b) return true;
    if (!std::isfinite(a) || !std::isfinite(b))
      return a == b || (tolerance.is_infinite_any && !std::isfinite(a) && !std::isfinite(b));
    const double size = std::fabs(a) > std::fabs(b) ? std::fabs(a) : std::fabs(b);
    return std::fabs(static_cast<double>(a) - static_cast<double>(b)) <=
           tolerance.epsilons * std::numeric_limits<T>::epsilon() * size + tolerance.change;
  }
  if (std::fabs(static_cast<double>(a) - static_cast<double>(b)) <= tolerance.change) return true;
  const auto distance = a > b ? static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b)
                              : static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a);
  return distance <= static_cast<std::uint64_t>(tolerance.steps);
}
template <class T, std::size_t n>
bool is_close(const T (&a)[n], const T (&b)[n], const Tolerance& tolerance) {
  for (std::size_t i = 0; i < n; ++i)
    if (!is_close(a[i], b[i], tolerance)) return false;
  return true;
}

template <class T>
std::string text_of(const T& value)
  requires std::is_arithmetic_v<T>
{
  std::ostringstream text;
  text.precision(std::numeric_limits<T>::max_digits10);
  text << +value;
  return text.str();
}
template <class T, std::size_t n>
std::string text_of(const T (&values)[n]) {
  std::string text = "{";
  for (const T& value : values) text += (text.size() > 1 ? ", " : "") + text_of(value);
  return text + "}";
}

// The largest difference between two values, number by number.
template <class T>
double distance_of(const T& a, const T& b)
  requires std::is_arithmetic_v<T>
{
  const double distance = std::fabs(static_cast<double>(a) - static_cast<double>(b));
  return distance == distance ? distance : 0;
}
template <class T, std::size_t n>
double distance_of(const T (&a)[n], const T (&b)[n]) {
  double most = 0;
  for (std::size_t i = 0; i < n; ++i) most = std::max(most, distance_of(a[i], b[i]));
  return most;
}

// One function of the source, and how each target computes it.
template <class Result, class... Pixel>
class Comparison {
 public:
  // Reads images and writes `result`.
  using Run = std::function<void(const Pixel*..., Result* result, const Size&, const Strides&)>;
  // Generates parameters and prints them.
  using Draw = std::function<std::string(Random&)>;
  enum class Kind { pixels, value, counters };

  // `bins` is the number of counters.
  Comparison(std::string name, Kind kind, std::int64_t bins, bool has_floats, int rank)
      : name_(std::move(name)), kind_(kind), bins_(bins), has_floats_(has_floats), rank_(rank) {}
  void add(const std::string& target, Run run) { runs_.push_back({target, std::move(run)}); }
  // The function calls some whose last bit depends on the device. `move` perturbs it in the serial
  // code, pseudo-randomly by its argument; 0 disables it.
  void allow_for(std::function<void(int)> move) { move_ = std::move(move); }

  // Pixels may be NaN and infinite.
  void allow_special() { has_special_ = true; }

  // The loops of the source are only for images of this size.
  void keep_to(const Size& size) { only_ = {size}; }

  // The first run is the serial one. Returns whether the others equal it, within the tolerance.
  [[nodiscard]] bool holds(const Options& options, const Draw& draw) {
    std::vector<Size> sizes{{1, 0, 0},    {1, 1, 1}, {1, 1, 1001},
                            {1, 1001, 1}, {1, 3, 2}, {1, 37, 53}};
    if (rank_ == 3) sizes.insert(sizes.end(), {{0, 0, 0}, {5, 1, 3}, {7, 13, 29}});
    if (!options.is_small) sizes.push_back(rank_ == 3 ? Size{40, 120, 200} : Size{1, 1080, 1920});
    if (options.is_large && rank_ == 3) sizes.push_back({128, 512, 512});
    if (options.is_large && rank_ == 2)
      sizes.insert(sizes.end(), {{1, 2160, 3840}, {1, 4320, 7680}});
    if (!only_.empty()) sizes = only_;
    std::vector<std::int64_t> differing(runs_.size());
    std::int64_t images = 0;
    Random random(options.seed);
    std::vector<Filling> fillings{Filling::random, Filling::constant, Filling::ramp};
    if (has_special_)
      fillings.insert(fillings.end(), {Filling::nan, Filling::nan_first, Filling::infinite});
    for (const Size& size : sizes)
      for (const Filling filling : fillings) {
        ++images;
        parameters_ = draw(random);
        const bool has_gaps = size.width == 53;
        if (!holds_for(options, size, filling, 0, differing)) return false;
        if (has_gaps && !holds_for(options, size, filling, 5, differing)) return false;
      }
    for (std::size_t i = 1; i < runs_.size(); ++i) {
      std::printf("%s, %s: equal to the serial code on %lld images", name_.c_str(),
                  runs_[i].target.c_str(), static_cast<long long>(images));
      if (differing[i] > 0)
        std::printf(" but for %lld results within the bound", static_cast<long long>(differing[i]));
      std::printf("\n");
    }
    return true;
  }

  // Medians of interleaved runs.
  void time(const Options& options) const {
    std::vector<Size> sizes{{1, 1080, 1920}, {1, 2160, 3840}, {1, 4320, 7680}};
    if (rank_ == 3) sizes = {{64, 256, 256}, {128, 512, 512}};
    if (!only_.empty()) sizes = only_;
    for (const Size& size : sizes) {
      const auto images = make_images(options, size.count(), Filling::random);
      Pixels<Result> result(result_count(size.count()));
      std::vector<std::vector<double>> milliseconds(runs_.size());
      constexpr int rounds = 11;
      for (int round = -1; round < rounds; ++round)
        for (std::size_t i = 0; i < runs_.size(); ++i) {
          const auto begin = std::chrono::steady_clock::now();
          call(runs_[i].run, images, result, size, {});
          const std::chrono::duration<double, std::milli> taken =
              std::chrono::steady_clock::now() - begin;
          if (round >= 0) milliseconds[i].push_back(taken.count());
        }
      for (auto& all : milliseconds) std::sort(all.begin(), all.end());
      std::printf("%s %s: serial %.3f ms", name_.c_str(), text_of(size, rank_).c_str(),
                  milliseconds[0][rounds / 2]);
      for (std::size_t i = 1; i < runs_.size(); ++i)
        std::printf(", %s %.3f ms (%.2fx)", runs_[i].target.c_str(), milliseconds[i][rounds / 2],
                    milliseconds[0][rounds / 2] / milliseconds[i][rounds / 2]);
      std::printf("\n");
    }
  }

 private:
  struct Named {
    std::string target;
    Run run;
  };
  using Images = std::tuple<Pixels<Pixel>...>;

  [[nodiscard]] std::int64_t result_count(std::int64_t pixels) const {
    return kind_ == Kind::pixels ? pixels : kind_ == Kind::value ? 1 : bins_;
  }

  [[nodiscard]] Images make_images(const Options& options, std::int64_t count,
                                   Filling filling) const {
    std::uint64_t number = options.seed;
    const Levels levels{filling, kind_ == Kind::counters ? bins_ : 0};
    return Images{make_image<Pixel>(count, levels, Random(number++))...};
  }

  static void call(const Run& run, const Images& images, Pixels<Result>& result, const Size& size,
                   const Strides& strides) {
    std::apply(
        [&](const auto&... image) { run(image.data.get()..., result.data.get(), size, strides); },
        images);
  }

  // Results of images with a gap after each row.
  [[nodiscard]] Pixels<Result> result_with_gaps(const Run& run, const Images& images,
                                                const Size& size, std::int64_t gap) const {
    const Images wide = std::apply(
        [&](const auto&... image) { return Images{with_gaps(image, size, gap)...}; }, images);
    const std::int64_t stride = size.width + gap;
    const bool has_pixels = kind_ == Kind::pixels;
    Pixels<Result> result = has_pixels ? with_gaps(start_of_result(size.count()), size, gap)
                                       : start_of_result(result_count(size.count()));
    call(run, wide, result, size, {stride, has_pixels ? stride : 0});
    return has_pixels ? without_gaps(result, size, gap) : std::move(result);
  }

  // The initial results; some pixels may keep these values.
  [[nodiscard]] static Pixels<Result> start_of_result(std::int64_t count) {
    return make_image<Result>(count, {Filling::ramp}, Random(7));
  }

  [[nodiscard]] Tolerance tolerance(std::int64_t pixels, Filling filling) const {
    Tolerance tolerance;
    // Bounds the difference of two sums of n numbers of one sign in different orders.
    if (kind_ != Kind::pixels && has_floats_) {
      tolerance.epsilons += static_cast<double>(pixels);
      tolerance.is_infinite_any = filling == Filling::infinite;
    }
    if (move_) {
      tolerance.epsilons += 1;
      tolerance.steps = 1;
    }
    return tolerance;
  }

  // The change of results if the last bits of math.h functions are perturbed, in several ways.
  [[nodiscard]] std::vector<double> changes(const Images& images, const Pixels<Result>& expected,
                                            const Size& size) const {
    std::vector<double> most(static_cast<std::size_t>(expected.count));
    if (!move_) return most;
    constexpr int ways = 10;
    for (int way = 1; way <= ways; ++way) {
      Pixels<Result> moved = start_of_result(expected.count);
      move_(way);
      call(runs_[0].run, images, moved, size, {});
      for (std::size_t k = 0; k < most.size(); ++k)
        most[k] = std::max(most[k], distance_of(moved.data[k], expected.data[k]));
    }
    move_(0);
    return most;
  }

  bool holds_for(const Options& options, const Size& size, Filling filling, std::int64_t gap,
                 std::vector<std::int64_t>& differing) const {
    const std::int64_t pixels = size.count(), count = result_count(pixels);
    const auto images = make_images(options, pixels, filling);
    Pixels<Result> expected = start_of_result(count);
    const bool has_result = kind_ != Kind::value || pixels > 0;
    if (has_result) call(runs_[0].run, images, expected, size, {});
    const std::vector<double> moved =
        has_result ? changes(images, expected, size) : std::vector<double>();
    for (std::size_t i = 1; i < runs_.size(); ++i) {
      const auto where = [&] {
        std::printf("%s, %s: %s, %s%s%s: ", name_.c_str(), runs_[i].target.c_str(),
                    text_of(size, rank_).c_str(), name_of(filling),
                    gap > 0 ? ", rows with gaps" : "",
                    parameters_.empty() ? "" : (", " + parameters_).c_str());
      };
      if (!has_result) {
        if (refuses(runs_[i].run, images, size)) continue;
        where();
        std::printf("no pixels, and not refused\n");
        return false;
      }
      const Pixels<Result> found = result_with_gaps(runs_[i].run, images, size, gap);
      for (std::int64_t k = 0; k < count; ++k) {
        const Result &is = found.data[static_cast<std::size_t>(k)],
                     &be = expected.data[static_cast<std::size_t>(k)];
        if (is_close(is, be, Tolerance{})) continue;
        ++differing[i];
        Tolerance allowed = tolerance(pixels, filling);
        allowed.change = 2 * moved[static_cast<std::size_t>(k)];
        if (is_close(is, be, allowed)) continue;
        where();
        if (kind_ == Kind::pixels)
          std::printf("row %lld, column %lld", static_cast<long long>(k / size.width),
                      static_cast<long long>(k % size.width));
        else
          std::printf("result %lld", static_cast<long long>(k));
        std::printf(" is %s; the serial code has %s\n", text_of(is).c_str(), text_of(be).c_str());
        return false;
      }
    }
    return true;
  }

  static bool refuses(const Run& run, const Images& images, const Size& size) {
    Pixels<Result> result(1);
    try {
      call(run, images, result, size, {});
    } catch (const std::invalid_argument&) {
      return true;
    }
    return false;
  }

  std::string name_;
  Kind kind_;
  std::int64_t bins_;
  bool has_floats_;
  int rank_;
  bool has_special_ = false;
  std::vector<Named> runs_;
  std::function<void(int)> move_;
  std::string parameters_;
  std::vector<Size> only_;
};

}  // namespace check
