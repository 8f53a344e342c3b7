// Times reconstruct on generated images, and memcpy as the floor. The axes are declared below; a benchmark is named
// reconstruct/INSTANCE/SIZE/DTYPE/THREADS and chosen by --benchmark_filter. Nothing is timed unless every instance and
// dtype, made small, equals the plain loops of device "reference".
#include <benchmark/benchmark.h>
#include <preamar/generate.h>
#include <preamar/reconstruct.h>

#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <string>
#include <vector>

namespace preamar {
namespace {

struct Axis {
  const char* instance;
  int rank;
};
constexpr Axis instances_timed[] = {
    {"tissue-25-h", 2}, {"tissue-25-border", 2}, {"tissue-50-h", 2},  {"tissue-50-border", 2},
    {"tissue-75-h", 2}, {"tissue-75-border", 2}, {"tissue-100-h", 2}, {"tissue-100-border", 2},
    {"random-pair", 2}, {"spiral-pair", 2},      {"tissue3d-h", 3},   {"tissue3d-border", 3},
};
// By rank; a size of one rank has as many pixels as that of the other.
constexpr std::int64_t sizes[][2] = {{}, {}, {512, 4096}, {64, 256}};
constexpr std::int64_t check_size[] = {0, 0, 96, 24};  // small: the plain loops are slow
constexpr DType dtypes[] = {DType::uint8, DType::uint16, DType::float32};
constexpr int thread_counts[] = {1, 2};

std::string name(std::initializer_list<std::string> words) {
  std::string joined;
  for (const std::string& word : words) joined += (joined.empty() ? "" : "/") + word;
  return joined;
}

std::int64_t bytes_of(const OwnedImage& image) { return image.shape().count() * size_of(image.dtype()); }

template <class T>
OwnedImage scaled(const OwnedImage& image, T factor) {
  OwnedImage result(dtype_of<T>(), image.shape());
  const auto* from = static_cast<const std::uint8_t*>(image.data());
  auto* to = static_cast<T*>(result.data());
  for (std::int64_t i = 0; i < image.shape().count(); ++i) to[i] = static_cast<T>(from[i] * factor);
  return result;
}

struct Pair {
  OwnedImage marker, mask;
};

Pair make_pair(const std::string& instance, std::int64_t size, DType dtype) {
  std::vector<OwnedImage> images = generate(instance, size);
  for (OwnedImage& image : images) {
    if (dtype == DType::uint16) image = scaled<std::uint16_t>(image, 257);
    if (dtype == DType::float32) image = scaled<float>(image, 1.0F / 255);
  }
  return {std::move(images[0]), std::move(images[1])};
}

// The pair of the benchmark that runs: Google Benchmark calls each several times, and the next often has the same.
const Pair& pair_of(const std::string& instance, std::int64_t size, DType dtype) {
  static std::string held;
  static Pair pair;
  const std::string wanted = name({instance, std::to_string(size), std::string(name_of(dtype))});
  if (held != wanted) pair = make_pair(instance, size, dtype);
  held = wanted;
  return pair;
}

// From the line of the log that ends in "N tiles, M visits"; 0 where there is none.
double visits_per_tile(const std::string& log) {
  double tiles = 0, visits = 0;
  const std::size_t end = log.find(" tiles, ");
  if (end == std::string::npos) return 0;
  const std::size_t begin = log.find_last_of(' ', end - 1);
  const int found = std::sscanf(log.c_str() + begin, " %lf tiles, %lf visits", &tiles, &visits);
  return found == 2 ? visits / tiles : 0;
}

bool equals_plain_loops(const Axis& axis, DType dtype) {
  const Pair pair = make_pair(axis.instance, check_size[axis.rank], dtype);
  const OwnedImage ours = reconstruct(pair.marker, pair.mask);
  const OwnedImage truth = reconstruct(pair.marker, pair.mask, {}, {.device = "reference"});
  return std::memcmp(ours.data(), truth.data(), static_cast<std::size_t>(bytes_of(ours))) == 0;
}

// Printed as "4.2ns"; in the JSON of --benchmark_out in seconds.
void set_time_per_pixel(benchmark::State& state, const Shape& shape) {
  state.counters["time/pixel"] = benchmark::Counter(
      static_cast<double>(shape.count()), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

// Into an image that is used again and again.
void time_reconstruct(benchmark::State& state, const Axis& axis, std::int64_t size, DType dtype, int threads) {
  const Pair& pair = pair_of(axis.instance, size, dtype);
  OwnedImage out(pair.mask.type());
  std::string log;
  reconstruct(pair.marker, pair.mask, out, {}, {.threads = threads, .log = [&](std::string_view line) { log = line; }});
  for (auto _ : state) reconstruct(pair.marker, pair.mask, out, {}, {.threads = threads});
  set_time_per_pixel(state, out.shape());
  state.counters["visits/tile"] = visits_per_tile(log);
}

// The floor: a copy of as many bytes as both inputs and the output have, on one thread.
void time_memcpy(benchmark::State& state, std::int64_t size, DType dtype) {
  const Shape shape{3, size, size};
  OwnedImage from(dtype, shape), to(dtype, shape);
  const auto bytes = static_cast<std::size_t>(bytes_of(from));
  std::memset(from.data(), 1, bytes);
  std::memset(to.data(), 1, bytes);
  for (auto _ : state) {
    std::memcpy(to.data(), from.data(), bytes);
    benchmark::ClobberMemory();
  }
  set_time_per_pixel(state, {size, size});
}

template <class Function>
void declare(const std::string& name, Function function) {
  benchmark::RegisterBenchmark(name.c_str(), function)->Unit(benchmark::kMillisecond)->UseRealTime();
}

void declare_all() {
  for (const DType dtype : dtypes) {
    const std::string word(name_of(dtype));
    for (const std::int64_t size : sizes[2])
      declare(name({"memcpy", std::to_string(size), word, "1"}), [=](auto& state) { time_memcpy(state, size, dtype); });
    for (const Axis& axis : instances_timed)
      for (const std::int64_t size : sizes[axis.rank])
        for (const int threads : thread_counts)
          declare(name({"reconstruct", axis.instance, std::to_string(size), word, std::to_string(threads)}),
                  [=](auto& state) { time_reconstruct(state, axis, size, dtype, threads); });
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
        std::fprintf(stderr, "reconstruct_bench: %s differs from device reference; a wrong result is not timed\n",
                     axis.instance);
        return 1;
      }
  declare_all();
  benchmark::RunSpecifiedBenchmarks();
}
