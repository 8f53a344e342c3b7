// Times watershed on generated images. A benchmark is named watershed/INSTANCE/SIZE/DTYPE/CONNECTIVITY/THREADS and
// chosen by --benchmark_filter. Nothing is timed unless every instance and dtype, made small, equals the plain loops of
// device "reference".
#include <benchmark/benchmark.h>
#include <preamar/generate.h>
#include <preamar/watershed.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace preamar {
namespace {

struct Axis {
  const char* instance;
  int rank;
};
constexpr Axis instances_timed[] = {{"tissue-seeds", 2}, {"tissue3d-seeds", 3}};
// By rank; a size of one rank has as many pixels as that of the other.
constexpr std::int64_t sizes[][2] = {{}, {}, {512, 4096}, {64, 256}};
constexpr std::int64_t check_size[] = {0, 0, 96, 24};  // small: the plain loops are slow
constexpr DType dtypes[] = {DType::uint8, DType::uint16, DType::float32};
constexpr int thread_counts[] = {1, 2};

struct Pair {
  OwnedImage image, markers;
};

template <class T>
OwnedImage scaled(const OwnedImage& image, T factor) {
  OwnedImage result(dtype_of<T>(), image.shape());
  const auto* from = static_cast<const std::uint8_t*>(image.data());
  auto* to = static_cast<T*>(result.data());
  for (std::int64_t i = 0; i < image.shape().count(); ++i) to[i] = static_cast<T>(from[i] * factor);
  return result;
}

Pair make_pair(const std::string& instance, std::int64_t size, DType dtype) {
  std::vector<OwnedImage> images = generate(instance, size);
  if (dtype == DType::uint16) images[0] = scaled<std::uint16_t>(images[0], 257);
  if (dtype == DType::float32) images[0] = scaled<float>(images[0], 1.0F / 255);
  return {std::move(images[0]), std::move(images[1])};
}

// The pair of the benchmark that runs: Google Benchmark calls each several times, and the next often has the same.
const Pair& pair_of(const std::string& instance, std::int64_t size, DType dtype) {
  static std::string held;
  static Pair pair;
  const std::string wanted = instance + "/" + std::to_string(size) + "/" + std::string(name_of(dtype));
  if (held != wanted) pair = make_pair(instance, size, dtype);
  held = wanted;
  return pair;
}

bool equals_plain_loops(const Axis& axis, DType dtype) {
  const Pair pair = make_pair(axis.instance, check_size[axis.rank], dtype);
  const OwnedImage ours = watershed(pair.image, pair.markers);
  const OwnedImage truth = watershed(pair.image, pair.markers, {}, {}, {.device = "reference"});
  const std::int64_t bytes = ours.shape().count() * size_of(ours.dtype());
  return std::memcmp(ours.data(), truth.data(), static_cast<std::size_t>(bytes)) == 0;
}

// Into an image that is used again and again.
void time_watershed(benchmark::State& state, const Axis& axis, std::int64_t size, DType dtype, int connectivity,
                    int threads) {
  const Pair& pair = pair_of(axis.instance, size, dtype);
  OwnedImage out(pair.markers.type());
  const WatershedOptions options{.connectivity = connectivity};
  watershed(pair.image, pair.markers, {}, out, options, {.threads = threads});  // the allocator keeps its scratch
  for (auto _ : state) watershed(pair.image, pair.markers, {}, out, options, {.threads = threads});
  state.counters["time/pixel"] =
      benchmark::Counter(static_cast<double>(out.shape().count()),
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void declare_all() {
  for (const Axis& axis : instances_timed)
    for (const std::int64_t size : sizes[axis.rank])
      for (const DType dtype : dtypes)
        for (int connectivity = 1; connectivity <= axis.rank; ++connectivity)
          for (const int threads : thread_counts) {
            const std::string name = std::string("watershed/") + axis.instance + "/" + std::to_string(size) + "/" +
                                     std::string(name_of(dtype)) + "/" + std::to_string(connectivity) + "/" +
                                     std::to_string(threads);
            benchmark::RegisterBenchmark(
                name.c_str(), [=](auto& state) { time_watershed(state, axis, size, dtype, connectivity, threads); })
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
    for (const DType dtype : dtypes)
      if (!equals_plain_loops(axis, dtype)) {
        std::fprintf(stderr, "watershed_bench: %s differs from device reference; a wrong result is not timed\n",
                     axis.instance);
        return 1;
      }
  declare_all();
  benchmark::RunSpecifiedBenchmarks();
}
