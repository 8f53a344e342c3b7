// Races: many small tiles, more threads than cores, many runs, several callers.
#include <preamar/reconstruct.h>

#include "core/error_text.h"
#include "tools/cases.h"
#include "tools/images.h"
#include "tools/oracle.h"
#include "tools/tuned.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace preamar::test {
namespace {

#if defined(__SANITIZE_THREAD__)
constexpr int rounds = 15;  // each is some twenty times slower
#elif defined(__SANITIZE_ADDRESS__)
constexpr int rounds = 75;
#else
constexpr int rounds = 300;
#endif

struct Subject {
  Pair pair;
  Image expected;
};

Subject make_subject(const Scene& scene, int connectivity, Random& random) {
  Subject subject{make_pair(scene, random), {}};
  subject.expected = oracle(subject.pair.marker, subject.pair.mask, scene.method, connectivity);
  return subject;
}

// Shuffled small tiles on 4 threads, again and again.
void hammer(const Scene& scene, int connectivity) {
  Random random(run_seed() + 30);
  const Subject subject = make_subject(scene, connectivity, random);
  Image state(scene.dtype, scene.shape);
  for (int round = 0; round < rounds; ++round) {
    const cpu::Tuning tuning{.tile = 16, .shuffle = round % 2 == 0 ? 0 : 1 + random.next() / 2};
    run_tuned({.threads = 4}, scene.method, connectivity, subject.pair.marker, subject.pair.mask, state, tuning);
    ASSERT_EQ(difference(subject.expected, state), "")
        << text(test::name_of(scene.content), " ", scene.shape.text(), " round ", round, " shuffle ", tuning.shuffle);
  }
}

TEST(Threads, agree_on_a_random_image) { hammer({.shape = {190, 260}}, 2); }
TEST(Threads, agree_on_plateaus) {
  hammer({.dtype = DType::uint16, .shape = {150, 160}, .content = Content::plateaus}, 1);
}
TEST(Threads, agree_on_a_spiral) { hammer({.shape = {129, 127}, .content = Content::spiral}, 1); }
TEST(Threads, agree_on_a_slope_of_floats) {
  hammer({.dtype = DType::float32, .shape = {120, 140}, .content = Content::slope, .method = Method::erosion}, 2);
}
TEST(Threads, agree_on_a_volume) { hammer({.shape = {20, 50, 66}}, 3); }
TEST(Threads, agree_on_64_bits) { hammer({.dtype = DType::int64, .shape = {100, 110}}, 2); }

TEST(Threads, serve_several_callers_at_once) {
  constexpr int callers = 4;
  std::vector<std::string> failures(callers);
  {
    std::vector<std::jthread> threads;
    for (int caller = 0; caller < callers; ++caller)
      threads.emplace_back([caller, &failures] {
        Random random(run_seed() + 40 + static_cast<std::uint64_t>(caller));
        std::string& failure = failures[static_cast<std::size_t>(caller)];
        const auto dtype = static_cast<DType>(random.below(dtype_count));
        const Subject subject = make_subject({.dtype = dtype, .shape = {150, 170}}, 2, random);
        for (int round = 0; round < rounds && failure.empty(); ++round)
          failure =
              difference(subject.expected, reconstruct(subject.pair.marker, subject.pair.mask, {}, {.threads = 2}));
      });
  }
  for (const std::string& failure : failures) EXPECT_EQ(failure, "");
}

}  // namespace
}  // namespace preamar::test
