// Floating-point sums: exact if levels are of similar size, and the same in any order.
#include "core/real_sum.h"

#include "tools/cases.h"

#include <gtest/gtest.h>

#include <bit>
#include <vector>

namespace preamar::test {
namespace {

double any_double(Random& random, int exponents) {
  const auto exponent = static_cast<int>(random.below(exponents)) - exponents / 2;
  const double fraction = static_cast<double>(random.next() >> 11) * 0x1p-53;
  return std::ldexp(random.one_in(2) ? fraction : -fraction, exponent);
}

TEST(RealSum, DoesNotDependOnTheOrder) {
  Random random(run_seed());
  for (int i = 0; i < 300; ++i) {
    std::vector<double> values(static_cast<std::size_t>(1 + random.below(50)));
    const int exponents = 1 + static_cast<int>(random.below(2 + 6 * i));
    for (double& value : values) value = random.one_in(10) ? 0 : any_double(random, exponents);
    RealSum one, squares;
    for (const double value : values) one.add(value), squares.add_square(value);
    for (std::size_t k = values.size(); k > 1; --k)
      std::swap(values[k - 1], values[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(k)))]);
    RealSum parts[3], part_squares[3];
    for (const double value : values) {
      const std::int64_t part = random.below(3);
      parts[part].add(value);
      part_squares[part].add_square(value);
    }
    parts[2].add(parts[0]);
    parts[2].add(parts[1]);
    part_squares[0].add(part_squares[2]);
    part_squares[0].add(part_squares[1]);
    EXPECT_EQ(one.rounded().high, parts[2].rounded().high);
    EXPECT_EQ(one.rounded().low, parts[2].rounded().low);
    EXPECT_EQ(squares.rounded().high, part_squares[0].rounded().high);
    EXPECT_EQ(squares.rounded().low, part_squares[0].rounded().low);
  }
}

// In twice the precision, where nothing is lost.
TEST(RealSum, IsExactBeforeItIsRounded) {
  Random random(run_seed() + 1);
  for (int i = 0; i < 300; ++i) {
    RealSum sum, squares;
    Int128 expected = 0;
    long double expected_squares = 0;
    for (std::int64_t k = random.below(40); k >= 0; --k) {
      const std::int64_t value =
          static_cast<std::int64_t>(random.next() >> (12 + random.below(40))) * (random.one_in(2) ? 1 : -1);
      sum.add(std::ldexp(static_cast<double>(value), -60));
      expected += value;
      const auto small = static_cast<float>(value % 1000);
      squares.add_square(small);
      expected_squares += static_cast<long double>(small) * small;
    }
    EXPECT_EQ(sum.rounded().high, std::ldexp(static_cast<double>(expected), -60));
    EXPECT_EQ(squares.rounded().high, static_cast<double>(expected_squares));
    EXPECT_EQ(squares.rounded().low, 0);
  }
}

TEST(RealSum, KnowsTheEndsOfTheType) {
  constexpr double most = std::numeric_limits<double>::max(), least = std::numeric_limits<double>::denorm_min();
  RealSum sum;
  sum.add(most);
  sum.add(most);
  sum.add(-most);
  EXPECT_EQ(sum.rounded().high, most);
  RealSum small;
  small.add(least);
  small.add(least);
  EXPECT_EQ(small.rounded().high, 2 * least);
  RealSum cancelled;
  cancelled.add(1e30);
  cancelled.add(1);
  cancelled.add(-1e30);
  EXPECT_EQ(cancelled.rounded().high, 1);
  RealSum endless = sum;
  endless.add(HUGE_VAL);
  EXPECT_EQ(endless.rounded().high, HUGE_VAL);
  endless.add(-HUGE_VAL);
  EXPECT_TRUE(std::isnan(endless.rounded().high));
}

}  // namespace
}  // namespace preamar::test
