// Compares what targets compute with what the serial code does, on images of many sizes, and times
// them.
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
  std::vector<std::string> targets;  // none: all that can run
  std::uint64_t seed = 1;
  bool is_small = false;  // no image that a simulator takes minutes for
  bool is_large = false;
  bool is_timed = false;
};

// Numbers that the seed and a position decide.
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

// Small numbers, 1 to 9, for parameters.
template <class T>
void fill_small(T& value, Random& random) {
  if constexpr (std::is_array_v<T>)
    for (auto& element : value) fill_small(element, random);
  else
    value = static_cast<T>(random.next() % 9 + 1);
}

// Memory that is not a std::vector, for one of bool has no pixels to point to.
template <class T>
struct Pixels {
  explicit Pixels(std::int64_t n) : count(n), data(new T[static_cast<std::size_t>(n)]()) {}
  std::int64_t count;
  std::unique_ptr<T[]> data;
};

enum class Filling { random, constant, ramp };
inline const char* name_of(Filling filling) {
  return filling == Filling::random ? "random" : filling == Filling::constant ? "constant" : "ramp";
}

// Of bytes and shorts the whole range; of wider integers, which must not overflow, less; of a
// histogram of wide integers, what the bins hold. Floating-point pixels lie in 0 to 256.
template <class T>
Pixels<T> make_image(std::int64_t count, Filling filling, Random random, std::int64_t bins) {
  Pixels<T> image(count);
  const std::uint64_t level = random.next();
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint64_t bits = filling == Filling::random     ? random.next()
                               : filling == Filling::constant ? level
                                                              : static_cast<std::uint64_t>(i) * 257;
    T& pixel = image.data[static_cast<std::size_t>(i)];
    if constexpr (std::is_floating_point_v<T>)
      pixel = static_cast<T>(static_cast<double>(bits % (1u << 24)) / (1 << 16));
    else if constexpr (std::is_same_v<T, bool>)
      pixel = bits % 2 == 1;
    else if constexpr (sizeof(T) <= 2)
      pixel = static_cast<T>(bits);
    else if (bins > 0)
      pixel = static_cast<T>(bits % static_cast<std::uint64_t>(bins));
    else
      pixel = static_cast<T>(static_cast<std::int64_t>(bits % 65536) -
                             (std::is_signed_v<T> ? 32768 : 0));
  }
  return image;
}

// How far a number may be from the serial one: none, but where the order of floating-point
// operations differs, or a function of math.h whose last bit is the device's own.
struct Tolerance {
  double epsilons = 0;     // of floating-point numbers, relative
  std::int64_t steps = 0;  // of integers
};

template <class T>
bool is_close(const T& a, const T& b, const Tolerance& tolerance)
  requires std::is_arithmetic_v<T>
{
  if (std::memcmp(&a, &b, sizeof(T)) == 0) return true;
  if constexpr (std::is_floating_point_v<T>) {
    if (a != a && b != b) return true;
    const double size = std::fabs(a) > std::fabs(b) ? std::fabs(a) : std::fabs(b);
    return std::fabs(static_cast<double>(a) - static_cast<double>(b)) <=
           tolerance.epsilons * std::numeric_limits<T>::epsilon() * size;
  }
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

// One function of the source, and how each target computes it.
template <class Result, class... Pixel>
class Comparison {
 public:
  // Reads images of height x width pixels and writes `result`.
  using Run =
      std::function<void(const Pixel*..., Result* result, std::int64_t height, std::int64_t width)>;
  enum class Kind { pixels, value, counters };

  // `bins` is how many counters there are.
  Comparison(std::string name, Kind kind, std::int64_t bins, bool is_inexact, bool has_floats)
      : name_(std::move(name)),
        kind_(kind),
        bins_(bins),
        is_inexact_(is_inexact),
        has_floats_(has_floats) {}
  void add(const std::string& target, Run run) { runs_.push_back({target, std::move(run)}); }

  // The first run is the serial one. Whether the others equal it, or are as near as the tolerance
  // says.
  [[nodiscard]] bool holds(const Options& options) const {
    std::vector<std::pair<std::int64_t, std::int64_t>> sizes{{0, 0},    {1, 1}, {1, 1001},
                                                             {1001, 1}, {3, 2}, {37, 53}};
    if (!options.is_small) sizes.emplace_back(1080, 1920);
    if (options.is_large) sizes.insert(sizes.end(), {{2160, 3840}, {4320, 7680}});
    std::vector<std::int64_t> differing(runs_.size());
    std::int64_t images = 0;
    for (const auto& [height, width] : sizes)
      for (const Filling filling : {Filling::random, Filling::constant, Filling::ramp}) {
        ++images;
        if (!holds_for(options, height, width, filling, differing)) return false;
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
    for (const auto& [height, width] :
         {std::pair<std::int64_t, std::int64_t>{1080, 1920}, {2160, 3840}, {4320, 7680}}) {
      const auto images = make_images(options, height * width, Filling::random);
      Pixels<Result> result(result_count(height * width));
      std::vector<std::vector<double>> milliseconds(runs_.size());
      constexpr int rounds = 11;
      for (int round = -1; round < rounds; ++round)
        for (std::size_t i = 0; i < runs_.size(); ++i) {
          const auto begin = std::chrono::steady_clock::now();
          call(runs_[i].run, images, result, height, width);
          const std::chrono::duration<double, std::milli> taken =
              std::chrono::steady_clock::now() - begin;
          if (round >= 0) milliseconds[i].push_back(taken.count());
        }
      for (auto& all : milliseconds) std::sort(all.begin(), all.end());
      std::printf("%s %lldx%lld: serial %.3f ms", name_.c_str(), static_cast<long long>(width),
                  static_cast<long long>(height), milliseconds[0][rounds / 2]);
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
    return Images{make_image<Pixel>(count, filling, Random(number++),
                                    kind_ == Kind::counters ? bins_ : 0)...};
  }

  static void call(const Run& run, const Images& images, Pixels<Result>& result,
                   std::int64_t height, std::int64_t width) {
    std::apply(
        [&](const auto&... image) { run(image.data.get()..., result.data.get(), height, width); },
        images);
  }

  [[nodiscard]] Tolerance tolerance(std::int64_t pixels) const {
    Tolerance tolerance;
    // Of n numbers of one sign, two sums in different orders are no further apart.
    if (kind_ == Kind::value && has_floats_) tolerance.epsilons += static_cast<double>(pixels);
    if (is_inexact_) {
      tolerance.epsilons += 4;
      tolerance.steps = kind_ == Kind::pixels ? 1 : 1 + pixels / 1000;
    }
    return tolerance;
  }

  bool holds_for(const Options& options, std::int64_t height, std::int64_t width, Filling filling,
                 std::vector<std::int64_t>& differing) const {
    const std::int64_t pixels = height * width, count = result_count(pixels);
    const auto images = make_images(options, pixels, filling);
    Pixels<Result> expected(count);
    const bool has_result = kind_ != Kind::value || pixels > 0;
    if (has_result) call(runs_[0].run, images, expected, height, width);
    for (std::size_t i = 1; i < runs_.size(); ++i) {
      const auto where = [&] {
        std::printf("%s, %s: %lldx%lld, %s: ", name_.c_str(), runs_[i].target.c_str(),
                    static_cast<long long>(width), static_cast<long long>(height),
                    name_of(filling));
      };
      Pixels<Result> found(count);
      if (!has_result) {
        if (refuses(runs_[i].run, images, found)) continue;
        where();
        std::printf("no pixels, and not refused\n");
        return false;
      }
      call(runs_[i].run, images, found, height, width);
      for (std::int64_t k = 0; k < count; ++k) {
        const Result &is = found.data[static_cast<std::size_t>(k)],
                     &be = expected.data[static_cast<std::size_t>(k)];
        if (is_close(is, be, Tolerance{})) continue;
        ++differing[i];
        if (is_close(is, be, tolerance(pixels))) continue;
        where();
        if (kind_ == Kind::pixels)
          std::printf("row %lld, column %lld", static_cast<long long>(k / width),
                      static_cast<long long>(k % width));
        else
          std::printf("result %lld", static_cast<long long>(k));
        std::printf(" is %s; the serial code has %s\n", text_of(is).c_str(), text_of(be).c_str());
        return false;
      }
    }
    return true;
  }

  static bool refuses(const Run& run, const Images& images, Pixels<Result>& result) {
    try {
      call(run, images, result, 0, 0);
    } catch (const std::invalid_argument&) {
      return true;
    }
    return false;
  }

  std::string name_;
  Kind kind_;
  std::int64_t bins_;
  bool is_inexact_, has_floats_;
  std::vector<Named> runs_;
};

}  // namespace check
