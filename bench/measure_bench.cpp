// Times measure on labelled tissue: measure/PROPERTIES/SIZE/DTYPE/THREADS, chosen by --benchmark_filter.
#include <benchmark/benchmark.h>
#include <preamar/generate.h>
#include <preamar/measure.h>

#include <cstdio>
#include <cstring>
#include <string>

namespace preamar {
namespace {

struct Axis {
  const char* name;
  std::vector<Property> properties;
  bool intensity;
};
const Axis axes[] = {
    {"place", {Property::size, Property::box, Property::centroid}, false},
    {"shape", {}, false},
    {"all", {}, true},
};

// The tissue, and labels that are the numbers of the blocks of 40 pixels a side where it is bright.
struct Pair {
  OwnedImage labels, intensity;
};

Pair make_pair(std::int64_t size) {
  constexpr std::int64_t block = 40;
  Pair pair{OwnedImage(DType::uint32, Shape{size, size}), std::move(generate("tissue", size)[0])};
  const OwnedImage bright = std::move(generate("tissue-bin", size)[0]);
  const auto* from = static_cast<const std::uint8_t*>(bright.data());
  auto* to = static_cast<std::uint32_t*>(pair.labels.data());
  for (std::int64_t y = 0; y < size; ++y)
    for (std::int64_t x = 0; x < size; ++x, ++from, ++to)
      *to = *from ? static_cast<std::uint32_t>(1 + y / block * (size / block + 1) + x / block) : 0;
  return pair;
}

bool equals_plain_loops(const Axis& axis) {
  const Pair pair = make_pair(96);
  const ConstImage intensity = axis.intensity ? pair.intensity.view() : ConstImage();
  const Table ours = measure(pair.labels, intensity, {axis.properties});
  const Table truth = measure(pair.labels, intensity, {axis.properties}, {.device = "reference"});
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const OwnedImage &a = ours[i].cells, &b = truth[i].cells;
    const auto bytes = static_cast<std::size_t>(b.shape().count() * size_of(b.dtype()));
    if (a.type() != b.type() || std::memcmp(a.data(), b.data(), bytes) != 0) return false;
  }
  return ours.size() == truth.size();
}

void time_measure(benchmark::State& state, const Axis& axis, std::int64_t size, int threads) {
  const Pair pair = make_pair(size);
  const ConstImage intensity = axis.intensity ? pair.intensity.view() : ConstImage();
  for (auto _ : state)
    benchmark::DoNotOptimize(measure(pair.labels, intensity, {axis.properties}, {.threads = threads}));
  state.counters["time/pixel"] = benchmark::Counter(
      static_cast<double>(size * size), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void declare_all() {
  for (const Axis& axis : axes)
    for (const std::int64_t size : {512, 4096})
      for (const int threads : {1, 2}) {
        const std::string name =
            std::string("measure/") + axis.name + "/" + std::to_string(size) + "/uint8/" + std::to_string(threads);
        benchmark::RegisterBenchmark(name.c_str(), [=](auto& state) { time_measure(state, axis, size, threads); })
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
  for (const Axis& axis : axes)
    if (!equals_plain_loops(axis)) {
      std::fprintf(stderr, "measure_bench: %s differs from device reference; a wrong result is not timed\n", axis.name);
      return 1;
    }
  declare_all();
  benchmark::RunSpecifiedBenchmarks();
}
