// The row functions of filters: every instruction set gives the result of the plain rules, and writes no pixel beyond
// the row.
#include "backends/cpu/convolve/filter_rows.h"

#include "core/dispatch.h"
#include "core/error_text.h"
#include "primitives/rules/angle.h"
#include "primitives/rules/convert.h"
#include "tools/cases.h"
#include "tools/images.h"
#include "tools/targets.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>

namespace preamar::test {
using namespace primitives;
namespace {

using cpu::row_slack;
constexpr std::int64_t counts[] = {0, 1, 3, 15, 16, 17, 63, 64, 65, 200};

template <class F>
std::vector<F> noise(std::int64_t count, Random& random) {
  std::vector<F> values(static_cast<std::size_t>(count));
  for (F& value : values) value = static_cast<F>(random.below(2000001) - 1000000) / 1024;
  return values;
}

template <class F>
bool same(F a, F b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

template <class F>
void expect_sums(int radius, Parity parity, std::int64_t count, Random& random) {
  const cpu::FilterRows<F> rows = cpu::filter_rows<F>();
  const std::vector<F> weights = noise<F>(radius + 1, random);
  const std::int64_t length = count + 2 * radius + row_slack;
  std::vector<std::vector<F>> lines;
  std::vector<const F*> starts;
  for (int k = 0; k <= 2 * radius; ++k) lines.push_back(noise<F>(length, random));
  for (const std::vector<F>& line : lines) starts.push_back(line.data());
  std::vector<F> to(static_cast<std::size_t>(count + row_slack));
  const F* const line = lines[0].data() + radius;
  rows.along(line, weights.data(), radius, parity, count, to.data());
  for (std::int64_t x = 0; x < count; ++x)
    ASSERT_TRUE(same(to[static_cast<std::size_t>(x)],
                     weighted_sum(weights.data(), radius, parity, [&](int k) { return line[x + k]; })));
  rows.across(starts.data(), weights.data(), radius, parity, count, to.data());
  for (std::int64_t x = 0; x < count; ++x)
    ASSERT_TRUE(same(to[static_cast<std::size_t>(x)], weighted_sum(weights.data(), radius, parity, [&](int k) {
                       return starts[static_cast<std::size_t>(radius + k)][x];
                     })));
}

TEST(FilterRows, sum_as_the_rule_does) {
  Random random(run_seed());
  for (const std::int64_t target : targets()) {
    const ForcedTarget force(target);
    for (const std::int64_t count : counts)
      for (const Parity parity : {Parity::even, Parity::odd})
        for (int radius = 0; radius <= 9; ++radius) {
          SCOPED_TRACE(text(target_name(target), " ", count, " values, radius ", radius));
          expect_sums<float>(radius, parity, count, random);
          expect_sums<double>(radius, parity, count, random);
          if (HasFatalFailure()) return;
        }
  }
}

// Halves and their neighbours, the ends of every type, infinities and NaN.
template <class F>
std::vector<F> hard_numbers(std::int64_t count, Random& random) {
  std::vector<F> values(static_cast<std::size_t>(count));
  for (F& value : values) {
    const F base = random.one_in(2)
                       ? static_cast<F>(random.below(600) - 300) / 2
                       : std::ldexp(static_cast<F>(random.below(5) - 2), static_cast<int>(random.below(66)));
    const F beside = std::nextafter(base, static_cast<F>(random.one_in(2) ? -1e30 : 1e30));
    value = random.one_in(3) ? beside : base;
    if (random.one_in(20)) value = std::numeric_limits<F>::quiet_NaN();
    if (random.one_in(20)) value = random.one_in(2) ? HUGE_VALF : -HUGE_VALF;
  }
  return values;
}

template <class F, class T>
void expect_conversions(DType dtype, std::int64_t count, Random& random) {
  const cpu::FilterRows<F> rows = cpu::filter_rows<F>();
  const std::vector<F> from = hard_numbers<F>(count + row_slack, random);
  const Convert<T> convert(dtype);
  for (const auto store : {rows.store, rows.store_past_cache}) {
    const std::int64_t shift = random.below(20);
    std::vector<T> to(static_cast<std::size_t>(count + 40), T{77});
    store(from.data(), count, dtype, reinterpret_cast<std::byte*>(to.data() + shift));
    for (std::int64_t x = -shift; x < count + 40 - shift; ++x) {
      const bool is_inside = x >= 0 && x < count;
      const T wanted = is_inside ? convert(from[static_cast<std::size_t>(x)]) : T{77};
      ASSERT_TRUE(same(to[static_cast<std::size_t>(x + shift)], wanted)) << from[static_cast<std::size_t>(x)];
    }
  }
  const Image pixels = make_noise(dtype, {1, count}, Palette::extremes, random);
  std::vector<F> loaded(static_cast<std::size_t>(count + row_slack));
  rows.load(dtype, static_cast<const std::byte*>(pixels.data()), count, loaded.data());
  for (std::int64_t x = 0; x < count; ++x)
    ASSERT_TRUE(same(loaded[static_cast<std::size_t>(x)], static_cast<F>(static_cast<const T*>(pixels.data())[x])));
}

TEST(FilterRows, load_and_store_every_dtype) {
  Random random(run_seed());
  for (const std::int64_t target : targets()) {
    const ForcedTarget force(target);
    for (const std::int64_t count : counts)
      for (int i = 0; i < dtype_count; ++i) {
        const auto dtype = static_cast<DType>(i);
        SCOPED_TRACE(text(target_name(target), " ", count, " of ", preamar::name_of(dtype)));
        with_type(dtype, [&]<class T>(std::type_identity<T>) {
          expect_conversions<float, T>(dtype, count, random);
          expect_conversions<double, T>(dtype, count, random);
        });
        if (HasFatalFailure()) return;
      }
  }
}

template <class F>
void expect_magnitudes(std::int64_t count, int n, Random& random) {
  const cpu::FilterRows<F> rows = cpu::filter_rows<F>();
  std::vector<std::vector<F>> parts;
  const F* starts[3] = {};
  for (int i = 0; i < n; ++i) {
    std::vector<F>& part = parts.emplace_back(noise<F>(count + row_slack, random));
    for (F& value : part)
      if (random.one_in(10)) value *= static_cast<F>(1e36);  // beyond the range of a float
    starts[i] = part.data();
  }
  for (const auto magnitude : {rows.magnitude, rows.magnitude_past_cache}) {
    std::vector<float> to(static_cast<std::size_t>(count + 20), -1);
    const std::int64_t shift = random.below(20);
    magnitude(starts, n, count, to.data() + shift);
    for (std::int64_t x = -shift; x < count + 20 - shift; ++x) {
      F sum = 0;
      for (int i = 0; i < n && x >= 0 && x < count; ++i) sum = sum + starts[i][x] * starts[i][x];
      const float wanted = x >= 0 && x < count ? static_cast<float>(std::sqrt(sum)) : -1.0F;
      ASSERT_TRUE(same(to[static_cast<std::size_t>(x + shift)], wanted));
    }
  }
}

TEST(FilterRows, give_the_root_of_the_sum_of_squares) {
  Random random(run_seed());
  for (const std::int64_t target : targets()) {
    const ForcedTarget force(target);
    for (const std::int64_t count : counts)
      for (int n = 1; n <= 3; ++n) {
        SCOPED_TRACE(text(target_name(target), " ", count, " of ", n));
        expect_magnitudes<float>(count, n, random);
        expect_magnitudes<double>(count, n, random);
        if (HasFatalFailure()) return;
      }
  }
}

// Directions all around, axes, both zeros, quotients that underflow, infinities.
template <class F>
void expect_angles(std::int64_t count, Random& random) {
  std::vector<F> y = noise<F>(count, random), x = noise<F>(count, random);
  for (std::vector<F>* part : {&y, &x})
    for (F& value : *part)
      if (random.one_in(4)) value = std::array<F, 5>{0, F{-0.0}, F{1e-30}, F{-3e30}, F{1}}[random.below(5)];
  std::vector<float> to(static_cast<std::size_t>(count) + 1, -77);
  cpu::filter_rows<F>().angle(y.data(), x.data(), count, to.data());
  for (std::size_t i = 0; i < y.size(); ++i) {
    ASSERT_TRUE(same(to[i], Angle()(y[i], x[i]))) << y[i] << " " << x[i];
    const double true_angle = std::atan2(static_cast<double>(y[i]) + 0.0, static_cast<double>(x[i]) + 0.0);
    ASSERT_LT(std::abs(to[i] - true_angle), 4e-7) << y[i] << " " << x[i];
  }
  ASSERT_EQ(to.back(), -77);
}

TEST(FilterRows, give_angles_within_the_stated_error) {
  Random random(run_seed());
  for (const std::int64_t target : targets()) {
    const ForcedTarget force(target);
    for (const std::int64_t count : {0, 1, 7, 16, 33, 20000}) {
      SCOPED_TRACE(text(target_name(target), " ", count));
      expect_angles<float>(count, random);
      expect_angles<double>(count, random);
      if (HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace preamar::test
