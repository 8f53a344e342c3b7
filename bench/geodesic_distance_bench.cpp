// Times geodesic_distance on generated masks: geodesic_distance/INSTANCE/SIZE/uint8/THREADS/WEIGHTS. The marker is the
// first pixel of the mask; of pairs, their own. Nothing is timed unless small images equal device "reference".
#include <benchmark/benchmark.h>
#include <preamar/generate.h>
#include <preamar/geodesic_distance.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>

namespace preamar {
namespace {

struct Axis {
  const char* instance;
  std::int64_t small, large;
};
constexpr Axis instances_timed[] = {
    {"big-circle", 512, 4096},      {"blobs", 512, 4096},       {"random-90", 512, 4096},
    {"serpentine-pair", 512, 4096}, {"spiral-pair", 512, 4096}, {"blobs3d", 64, 256},
};

struct Pair {
  OwnedImage marker, mask;
};

Pair make_pair(const char* instance, std::int64_t size) {
  std::vector<OwnedImage> images = generate(instance, size);
  if (images.size() == 2) return {std::move(images[0]), std::move(images[1])};
  OwnedImage marker(images[0].type());
  const auto* const mask = static_cast<const std::uint8_t*>(images[0].data());
  auto* const pixels = static_cast<std::uint8_t*>(marker.data());
  const std::int64_t count = marker.shape().count();
  std::fill_n(pixels, count, std::uint8_t{0});
  if (const auto* const first = std::find_if(mask, mask + count, [](int value) { return value != 0; });
      first != mask + count)
    pixels[first - mask] = 1;
  return {std::move(marker), std::move(images[0])};
}

bool equals_plain_loops(const Axis& axis, Weights weights) {
  const Pair pair = make_pair(axis.instance, axis.small / 8);
  const OwnedImage ours = geodesic_distance(pair.marker, pair.mask, {.weights = weights});
  const OwnedImage truth = geodesic_distance(pair.marker, pair.mask, {.weights = weights}, {.device = "reference"});
  return std::memcmp(ours.data(), truth.data(), static_cast<std::size_t>(ours.shape().count()) * 4) == 0;
}

void time_walk(benchmark::State& state, const Axis& axis, std::int64_t size, Weights weights, int threads) {
  const Pair pair = make_pair(axis.instance, size);
  OwnedImage out(geodesic_distance_type(pair.mask.type(), {.weights = weights}));
  for (auto _ : state) geodesic_distance(pair.marker, pair.mask, out, {.weights = weights}, {.threads = threads});
  state.counters["time/pixel"] =
      benchmark::Counter(static_cast<double>(out.shape().count()),
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

}  // namespace
}  // namespace preamar

int main(int argc, char** argv) {
  using namespace preamar;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  for (const Axis& axis : instances_timed)
    for (const Weights weights : {Weights::steps, Weights::quasi_euclidean}) {
      if (!equals_plain_loops(axis, weights)) {
        std::fprintf(stderr, "geodesic_distance_bench: %s differs from device reference; a wrong result is not timed\n",
                     axis.instance);
        return 1;
      }
      for (const std::int64_t size : {axis.small, axis.large})
        for (const int threads : {1, 2}) {
          const std::string name = std::string("geodesic_distance/") + axis.instance + "/" + std::to_string(size) +
                                   "/uint8/" + std::to_string(threads) +
                                   (weights == Weights::steps ? "/steps" : "/quasi_euclidean");
          benchmark::RegisterBenchmark(name.c_str(),
                                       [=](auto& state) { time_walk(state, axis, size, weights, threads); })
              ->Unit(benchmark::kMillisecond)
              ->UseRealTime();
        }
    }
  benchmark::RunSpecifiedBenchmarks();
}
