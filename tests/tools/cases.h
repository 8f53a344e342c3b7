// The cases to test. The product of all factors is far too large, so every pair of values of two factors occurs, plus a
// random sample. PREAMAR_SEED repeats a run.
#pragma once

#include "tools/images.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace preamar::test {

// The seed of this run, printed once.
inline std::uint64_t run_seed() {
  static const std::uint64_t seed = [] {
    const char* const given = std::getenv("PREAMAR_SEED");
    const std::uint64_t chosen = given ? std::strtoull(given, nullptr, 10) : std::random_device{}();
    std::printf("PREAMAR_SEED=%llu\n", static_cast<unsigned long long>(chosen));
    return chosen;
  }();
  return seed;
}

// Sizes around those of vectors and tiles, and degenerate ones.
inline const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all = {{0, 0},     {0, 7},      {7, 0},       {1, 1},       {1, 200},    {200, 1},
                                         {2, 2},     {16, 17},    {63, 64},     {64, 64},     {65, 63},    {127, 129},
                                         {128, 128}, {129, 127},  {257, 130},   {31, 257},    {5, 4097},   {4097, 3},
                                         {0, 4, 4},  {4, 4, 0},   {1, 1, 1},    {1, 5, 7},    {6, 6, 6},   {130, 2, 2},
                                         {5, 70, 1}, {65, 3, 66}, {17, 33, 65}, {2, 130, 64}, {3, 17, 129}};
  return all;
}

// One row of choices (an index per factor, below its count).
using Choice = std::vector<int>;

class PairCover {
 public:
  PairCover(std::vector<int> counts, Random& random) : counts_(std::move(counts)), random_(random) {
    for (int a = 0; a < factors(); ++a)
      for (int b = a + 1; b < factors(); ++b)
        for (int i = 0; i < counts_[static_cast<std::size_t>(a)]; ++i)
          for (int j = 0; j < counts_[static_cast<std::size_t>(b)]; ++j) open_.insert({a, i, b, j});
  }

  // Rows in which each pair of values of two factors occurs at least once.
  std::vector<Choice> rows() {
    std::vector<Choice> all;
    while (!open_.empty()) all.push_back(next_row());
    return all;
  }

 private:
  using Pairing = std::array<int, 4>;  // factor, value, other factor, value

  [[nodiscard]] int factors() const { return static_cast<int>(counts_.size()); }

  Choice next_row() {
    const auto [a, i, b, j] =
        *std::next(open_.begin(), random_.below(std::min<std::int64_t>(100, static_cast<std::int64_t>(open_.size()))));
    Choice row(counts_.size(), -1);
    row[static_cast<std::size_t>(a)] = i;
    row[static_cast<std::size_t>(b)] = j;
    for (int factor = 0; factor < factors(); ++factor)
      if (row[static_cast<std::size_t>(factor)] < 0) row[static_cast<std::size_t>(factor)] = best_value(row, factor);
    for (int factor = 0; factor < factors(); ++factor) visit(row, factor, row[static_cast<std::size_t>(factor)], true);
    return row;
  }

  // The value with the most open pairs, given the choices so far.
  int best_value(const Choice& row, int factor) {
    const int count = counts_[static_cast<std::size_t>(factor)];
    int best = 0, most = -1;
    const int first = static_cast<int>(random_.below(count));
    for (int k = 0; k < count; ++k) {
      const int value = (first + k) % count;
      const int met = visit(row, factor, value, false);
      if (met > most) best = value, most = met;
    }
    return best;
  }

  // Counts the open pairs of `value`, and closes them if requested.
  int visit(const Choice& row, int factor, int value, bool close) {
    int met = 0;
    for (int other = 0; other < factors(); ++other) {
      const int with = row[static_cast<std::size_t>(other)];
      if (other == factor || with < 0) continue;
      const Pairing pairing =
          other < factor ? Pairing{other, with, factor, value} : Pairing{factor, value, other, with};
      met += close ? static_cast<int>(open_.erase(pairing)) : static_cast<int>(open_.count(pairing));
    }
    return met;
  }

  std::vector<int> counts_;
  Random& random_;
  std::set<Pairing> open_;
};

// Under a sanitizer each row takes several times as long. Every run draws other rows, so a part of them is enough.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr std::size_t one_row_in = 4;
#else
constexpr std::size_t one_row_in = 1;
#endif

// All pairs, then `extra` rows at random.
inline std::vector<Choice> choices(const std::vector<int>& counts, int extra, Random& random) {
  std::vector<Choice> rows = PairCover(counts, random).rows();
  for (int n = 0; n < extra; ++n) {
    Choice& row = rows.emplace_back();
    for (const int count : counts) row.push_back(static_cast<int>(random.below(count)));
  }
  std::vector<Choice> kept;
  for (std::size_t i = 0; i < rows.size(); i += one_row_in) kept.push_back(std::move(rows[i]));
  return kept;
}

}  // namespace preamar::test
