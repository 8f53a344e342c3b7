// Internals of the cpu backend: tile size, order of tiles and instruction set do not change the result.
#include "backends/cpu/flood/flood.h"
#include "core/error_text.h"
#include "tools/cases.h"
#include "tools/images.h"
#include "tools/oracle.h"
#include "tools/targets.h"
#include "tools/tuned.h"

#include <gtest/gtest.h>

#include <set>

namespace preamar::test {
namespace {

constexpr int tiles[] = {0, 16, 32, 64, 128};
constexpr int thread_counts[] = {1, 2, 4};
constexpr Layout layouts[] = {Layout::dense, Layout::padded, Layout::upside_down};  // those with dense rows

struct Case {
  Scene scene;
  int connectivity, tile, threads;
  std::uint64_t shuffle;
  std::int64_t target;
  Layout layout;
  bool in_place;

  [[nodiscard]] std::string describe() const {
    return text(test::name_of(scene.content), " ", scene.shape.text(), " ", preamar::name_of(scene.dtype), " ",
                test::name_of(scene.palette), scene.method == Method::dilation ? " rising" : " falling",
                " connectivity ", connectivity, ", tile ", tile, ", ", threads, " threads, shuffle ", shuffle, ", ",
                target_name(target), ", ", test::name_of(layout), in_place ? ", in place" : "");
  }
};

std::vector<int> counts() {
  return {dtype_count,
          static_cast<int>(shapes().size()),
          content_count,
          palette_count,
          2,
          3,
          5,
          3,
          2,
          static_cast<int>(targets().size()),
          3,
          2};
}

Case case_of(const Choice& row, Random& random) {
  Case c{};
  c.scene = {static_cast<DType>(row[0]), shapes()[static_cast<std::size_t>(row[1])], static_cast<Content>(row[2]),
             static_cast<Palette>(row[3]), static_cast<Method>(row[4])};
  c.connectivity = 1 + row[5] % c.scene.shape.rank();
  c.tile = tiles[row[6]];
  c.threads = thread_counts[row[7]];
  c.shuffle = row[8] ? 1 + random.next() / 2 : 0;
  c.target = targets()[static_cast<std::size_t>(row[9])];
  c.layout = layouts[row[10]];
  c.in_place = row[11] == 1;
  return c;
}

void run(const Case& c, Random& random) {
  const Pair pair = make_pair(c.scene, random);
  const Placed seed(pair.marker, c.layout, random), limit(pair.mask, c.layout, random);
  const Placed result(make_noise(c.scene.dtype, c.scene.shape, Palette::spread, random), c.layout, random);
  const Placed& state = c.in_place ? seed : result;
  const Image expected = oracle(pair.marker, pair.mask, c.scene.method, c.connectivity);
  const ForcedTarget force(c.target);
  run_tuned({.threads = c.threads}, c.scene.method, c.connectivity, seed.view(), limit.view(), state.view(),
            {.tile = c.tile, .shuffle = c.shuffle});
  ASSERT_EQ(difference(expected, state.view()), "");
  ASSERT_TRUE(state.guards_hold()) << "bytes outside the state were written";
  ASSERT_TRUE(limit.unchanged()) << "the limit was written";
}

TEST(CpuPropagate, gives_the_same_bytes_in_every_pair_of_factors) {
  Random random(run_seed() + 10);
  for (const Choice& row : choices(counts(), 1000, random)) {
    const Case c = case_of(row, random);
    if (c.scene.shape.count() == 0) continue;  // never reaches a backend
    SCOPED_TRACE(c.describe());
    run(c, random);
    if (HasFatalFailure()) return;
  }
}

TEST(CpuPropagate, has_code_for_each_instruction_set) {
  std::set<const void*> visits;
  int forced = 0;
  for (const std::int64_t target : targets()) {
    if (target == 0) continue;
    const ForcedTarget force(target);
    visits.insert(reinterpret_cast<const void*>(cpu::flood_functions<std::uint8_t>(64).visit));
    ++forced;
  }
  EXPECT_EQ(static_cast<int>(visits.size()), forced) << "forcing an instruction set changes nothing";
#if defined(__x86_64__)  // elsewhere all processors may have the same one
  EXPECT_GT(forced, 1) << "there is always the plain one too";
#endif
}

}  // namespace
}  // namespace preamar::test
