// A benchmark of an operator that makes one image of another. A benchmark is named NAME/INSTANCE/SIZE/DTYPE/THREADS and
// chosen by --benchmark_filter. Nothing is timed unless every instance and dtype, made small, equals the plain loops of
// device "reference".
#pragma once

#include <benchmark/benchmark.h>
#include <preamar/execution.h>
#include <preamar/generate.h>
#include <preamar/image.h>

#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace preamar::bench {

struct Instance {
  const char* name;
  int rank = 2;
  int image = 0;  // which of those that it makes
};

struct OneImage {
  std::string name;
  std::vector<Instance> instances = {{"tissue"}, {"random"}, {"tissue3d", 3}};
  std::vector<DType> dtypes = {DType::uint8, DType::float32};
  DType result = DType::boolean;  // or uint8: that of the image
  std::function<void(const ConstImage& image, const Image& out, const Execution& on)> call;

  [[nodiscard]] DType result_for(DType dtype) const { return result == DType::uint8 ? dtype : result; }
};

inline std::int64_t bytes_of(const OwnedImage& image) { return image.shape().count() * size_of(image.dtype()); }

// A size of one rank has as many pixels as that of the other.
inline std::vector<std::int64_t> sizes(int rank) {
  return rank == 3 ? std::vector<std::int64_t>{64, 256} : std::vector<std::int64_t>{512, 4096};
}

template <class T, class Function>
OwnedImage made_of(const OwnedImage& bytes, const Function& function) {
  OwnedImage made(dtype_of<T>(), bytes.shape());
  for (std::int64_t i = 0; i < bytes.shape().count(); ++i)
    static_cast<T*>(made.data())[i] = function(static_cast<const std::uint8_t*>(bytes.data())[i]);
  return made;
}

// Instances are made of bytes; a bool is true where one is not 0, and floats are 0 to 1.
inline OwnedImage make(const Instance& instance, std::int64_t size, DType dtype) {
  OwnedImage image = std::move(generate(instance.name, size)[static_cast<std::size_t>(instance.image)]);
  if (dtype == DType::boolean) return made_of<bool>(image, [](std::uint8_t x) { return x != 0; });
  if (dtype == DType::float32) return made_of<float>(image, [](std::uint8_t x) { return static_cast<float>(x) / 255; });
  return image;
}

inline bool equals_plain_loops(const OneImage& op, const Instance& instance, DType dtype) {
  const OwnedImage image = make(instance, instance.rank == 3 ? 24 : 96, dtype);
  OwnedImage ours(op.result_for(dtype), image.shape()), truth(ours.type());
  op.call(image, ours, {});
  op.call(image, truth, {.device = "reference"});
  return std::memcmp(ours.data(), truth.data(), static_cast<std::size_t>(bytes_of(ours))) == 0;
}

// Into an image that is used again and again.
inline void time(benchmark::State& state, const OneImage& op, const Instance& instance, std::int64_t size, DType dtype,
                 int threads) {
  const OwnedImage image = make(instance, size, dtype);
  OwnedImage out(op.result_for(dtype), image.shape());
  op.call(image, out, {.threads = threads});
  for (auto _ : state) op.call(image, out, {.threads = threads});
  state.counters["time/pixel"] =
      benchmark::Counter(static_cast<double>(image.shape().count()),
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

inline int run(int argc, char** argv, const std::vector<OneImage>& ops) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  for (const OneImage& op : ops)
    for (const Instance& instance : op.instances)
      for (const DType dtype : op.dtypes) {
        if (!equals_plain_loops(op, instance, dtype)) {
          std::fprintf(stderr, "%s: %s differs from device reference; a wrong result is not timed\n", op.name.c_str(),
                       instance.name);
          return 1;
        }
        for (const std::int64_t size : sizes(instance.rank))
          for (const int threads : {1, 2}) {
            const std::string name = op.name + "/" + instance.name + "/" + std::to_string(size) + "/" +
                                     std::string(name_of(dtype)) + "/" + std::to_string(threads);
            benchmark::RegisterBenchmark(name.c_str(),
                                         [=, &op](auto& state) { time(state, op, instance, size, dtype, threads); })
                ->Unit(benchmark::kMillisecond)
                ->UseRealTime();
          }
      }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace preamar::bench
