// Times expand_labels on generated blobs, each pixel of which is labelled by the square of 16 it lies in:
// expand_labels/DISTANCE/SIZE/uint8/THREADS. Nothing is timed unless a small image equals device "reference".
#include <benchmark/benchmark.h>
#include <preamar/expand_labels.h>
#include <preamar/generate.h>

#include <cstdio>
#include <cstring>
#include <string>

namespace preamar {
namespace {

OwnedImage make_labels(std::int64_t size) {
  OwnedImage image = std::move(generate("blobs", size)[0]);
  auto* const pixels = static_cast<std::uint8_t*>(image.data());
  for (std::int64_t y = 0; y < size; ++y)
    for (std::int64_t x = 0; x < size; ++x)
      if (pixels[y * size + x]) pixels[y * size + x] = static_cast<std::uint8_t>(1 + (y / 16 * 7 + x / 16) % 255);
  return image;
}

bool equals_plain_loops() {
  const OwnedImage labels = make_labels(200);
  const OwnedImage ours = expand_labels(labels, {.distance = 5});
  const OwnedImage truth = expand_labels(labels, {.distance = 5}, {.device = "reference"});
  return std::memcmp(ours.data(), truth.data(), 200 * 200) == 0;
}

void time_expand(benchmark::State& state, double distance, std::int64_t size, int threads) {
  const OwnedImage labels = make_labels(size);
  OwnedImage out(labels.type());
  for (auto _ : state) expand_labels(labels, out, {.distance = distance}, {.threads = threads});
  state.counters["time/pixel"] = benchmark::Counter(
      static_cast<double>(size * size), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

}  // namespace
}  // namespace preamar

int main(int argc, char** argv) {
  using namespace preamar;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  if (!equals_plain_loops()) {
    std::fprintf(stderr, "expand_labels_bench: differs from device reference; a wrong result is not timed\n");
    return 1;
  }
  for (const int distance : {1, 10})
    for (const std::int64_t size : {512, 4096})
      for (const int threads : {1, 2}) {
        const std::string name = "expand_labels/" + std::to_string(distance) + "/" + std::to_string(size) + "/uint8/" +
                                 std::to_string(threads);
        benchmark::RegisterBenchmark(name.c_str(), [=](auto& state) { time_expand(state, distance, size, threads); })
            ->Unit(benchmark::kMillisecond)
            ->UseRealTime();
      }
  benchmark::RunSpecifiedBenchmarks();
}
