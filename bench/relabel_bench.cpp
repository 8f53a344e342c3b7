// Times relabel on blocks of labels with gaps: relabel/STEP/SIZE/DTYPE/THREADS, chosen by --benchmark_filter. STEP lies
// between one label and the next; far apart they are found by bisection.
#include <benchmark/benchmark.h>
#include <preamar/relabel.h>

#include <cstdio>
#include <cstring>
#include <string>

namespace preamar {
namespace {

constexpr std::uint32_t steps[] = {3, 10000};

OwnedImage make_labels(std::int64_t size, std::uint32_t step) {
  OwnedImage labels(DType::uint32, Shape{size, size});
  auto* to = static_cast<std::uint32_t*>(labels.data());
  for (std::int64_t y = 0; y < size; ++y)
    for (std::int64_t x = 0; x < size; ++x)
      *to++ = (x / 8 + y / 8) % 3 == 0 ? 0 : step * static_cast<std::uint32_t>(1 + y / 24 * (size / 24) + x / 24);
  return labels;
}

bool equals_plain_loops(std::uint32_t step) {
  const OwnedImage labels = make_labels(96, step);
  const Relabelled ours = relabel(labels), truth = relabel(labels, {.device = "reference"});
  return ours.count == truth.count && std::memcmp(ours.labels.data(), truth.labels.data(), 96 * 96 * 4) == 0;
}

void time_relabel(benchmark::State& state, std::uint32_t step, std::int64_t size, int threads) {
  const OwnedImage labels = make_labels(size, step);
  OwnedImage out(labels.type());
  for (auto _ : state) benchmark::DoNotOptimize(relabel(labels, out, {.threads = threads}));
  state.counters["time/pixel"] = benchmark::Counter(
      static_cast<double>(size * size), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void declare_all() {
  for (const std::uint32_t step : steps)
    for (const std::int64_t size : {512, 4096})
      for (const int threads : {1, 2}) {
        const std::string name =
            "relabel/" + std::to_string(step) + "/" + std::to_string(size) + "/uint32/" + std::to_string(threads);
        benchmark::RegisterBenchmark(name.c_str(), [=](auto& state) { time_relabel(state, step, size, threads); })
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
  for (const std::uint32_t step : steps)
    if (!equals_plain_loops(step)) {
      std::fprintf(stderr, "relabel_bench: step %u differs from device reference; a wrong result is not timed\n", step);
      return 1;
    }
  declare_all();
  benchmark::RunSpecifiedBenchmarks();
}
