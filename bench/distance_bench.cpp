// Times distance on generated images: distance/INSTANCE/SIZE/uint8/THREADS/RESULT, chosen by --benchmark_filter.
// Nothing is timed unless every instance, made small, equals the plain loops of device "reference".
#include <benchmark/benchmark.h>
#include <preamar/distance.h>
#include <preamar/generate.h>

#include <cstdio>
#include <cstring>
#include <string>

namespace preamar {
namespace {

struct Axis {
  const char* instance;
  int rank;
};
// The first seven are those of Oliveira and Teodoro (CITATION.cff).
constexpr Axis instances_timed[] = {
    {"circles16", 2}, {"big-circle", 2}, {"centre-circle", 2}, {"corners", 2}, {"diagonal", 2},
    {"cross", 2},     {"random-bg1", 2}, {"random-50", 2},     {"blobs", 2},   {"ball3d", 3},
};
constexpr std::int64_t sizes[][3] = {{}, {}, {512, 4096, 8192}, {128, 256, 512}};
constexpr std::int64_t check_size[] = {0, 0, 150, 40};
constexpr int thread_counts[] = {1, 2};

struct Result {
  const char* name;
  DistanceOptions options;
};
const Result results[] = {
    {"float32", {}},
    {"squared", {.squared = true}},
    {"spacing", {.spacing = {1.2345}}},
};

DistanceOptions options_for(const Result& result, int rank) {
  DistanceOptions options = result.options;
  if (!options.spacing.empty()) options.spacing.resize(static_cast<std::size_t>(rank), 1);
  return options;
}

bool equals_plain_loops(const Axis& axis, const Result& result) {
  const OwnedImage image = std::move(generate(axis.instance, check_size[axis.rank])[0]);
  const DistanceOptions options = options_for(result, axis.rank);
  const OwnedImage ours = distance(image, options), truth = distance(image, options, {.device = "reference"});
  const std::int64_t bytes = ours.shape().count() * size_of(ours.dtype());
  return std::memcmp(ours.data(), truth.data(), static_cast<std::size_t>(bytes)) == 0;
}

// Into an image that is used again and again.
void time_distance(benchmark::State& state, const Axis& axis, std::int64_t size, const Result& result, int threads) {
  const OwnedImage image = std::move(generate(axis.instance, size)[0]);
  const DistanceOptions options = options_for(result, axis.rank);
  OwnedImage out(distance_type(image.type(), options));
  distance(image, out, options, {.threads = threads});
  for (auto _ : state) distance(image, out, options, {.threads = threads});
  state.counters["time/pixel"] =
      benchmark::Counter(static_cast<double>(image.shape().count()),
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

// As "4096" and "512x512x512".
std::string size_text(std::int64_t size, int rank) {
  return rank == 2 ? std::to_string(size) : Shape{size, size, size}.text();
}

void declare_all() {
  for (const Axis& axis : instances_timed)
    for (const std::int64_t size : sizes[axis.rank])
      for (const Result& result : results)
        for (const int threads : thread_counts) {
          const std::string name = std::string("distance/") + axis.instance + "/" + size_text(size, axis.rank) +
                                   "/uint8/" + std::to_string(threads) + "/" + result.name;
          benchmark::RegisterBenchmark(name.c_str(),
                                       [=, &result](auto& state) { time_distance(state, axis, size, result, threads); })
              ->Unit(benchmark::kMillisecond)
              ->UseRealTime();
        }
}

}  // namespace
}  // namespace preamar

int main(int argc, char** argv) {
  using namespace preamar;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  for (const Axis& axis : instances_timed)
    for (const Result& result : results)
      if (!equals_plain_loops(axis, result)) {
        std::fprintf(stderr, "distance_bench: %s differs from device reference; a wrong result is not timed\n",
                     axis.instance);
        return 1;
      }
  declare_all();
  benchmark::RunSpecifiedBenchmarks();
}
