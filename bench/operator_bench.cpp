#include "operator_bench.h"

#include <benchmark/benchmark.h>
#include <preamar/generate.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace preamar::bench {
namespace {

// By rank; a size of one rank has as many pixels as that of the other.
constexpr std::int64_t sizes[][2] = {{}, {}, {512, 4096}, {64, 256}};
constexpr std::int64_t check_size[] = {0, 0, 96, 24};  // small: the plain loops are slow
constexpr int thread_counts[] = {1, 2};

int rank_of(const std::string& instance) {
  for (const Instance& known : instances())
    if (known.name == instance) return known.rank;
  return 2;
}

std::size_t bytes_of(const OwnedImage& image) {
  return static_cast<std::size_t>(image.shape().count() * size_of(image.dtype()));
}

struct Work {
  Work(const Timed& timed, const Case& one, std::int64_t size) : op(operator_named(timed.op)), options(one.options) {
    inputs = generate(one.instance, size);
    if (timed.prepare)
      inputs = timed.prepare(std::move(inputs));
    else if (inputs.size() > op.inputs.size())
      inputs.erase(inputs.begin(), inputs.end() - static_cast<std::ptrdiff_t>(op.inputs.size()));
    for (const OwnedImage& image : inputs) views.push_back(image);
    views.resize(op.inputs.size());  // optional ones that are not given
    std::vector<ImageType> types;
    for (const ConstImage& view : views) types.push_back(view.type());
    for (const ImageType& type : op.results(types, options)) outputs.emplace_back(type);
  }

  Found run(const Execution& on) {
    const std::vector<Image> outs(outputs.begin(), outputs.end());
    return op.run(views, outs, options, on);
  }

  const Operator& op;
  const Values& options;
  Images inputs, outputs;
  std::vector<ConstImage> views;
};

bool same(const OwnedImage& a, const OwnedImage& b) {
  return a.type() == b.type() && std::memcmp(a.data(), b.data(), bytes_of(a)) == 0;
}

bool equals_plain_loops(const Timed& timed, const Case& one) {
  const std::int64_t size = check_size[rank_of(one.instance)];
  Work ours(timed, one, size), truth(timed, one, size);
  const Found found = ours.run({}), expected = truth.run({.device = "reference"});
  bool equal = found.numbers == expected.numbers && found.table.size() == expected.table.size();
  for (std::size_t i = 0; i < ours.outputs.size(); ++i) equal = equal && same(ours.outputs[i], truth.outputs[i]);
  for (std::size_t i = 0; equal && i < found.table.size(); ++i)
    equal = same(found.table[i].cells, expected.table[i].cells);
  return equal;
}

// Printed as "4.2ns"; in the JSON of --benchmark_out in seconds.
void set_time_per_pixel(benchmark::State& state, std::int64_t pixels) {
  state.counters["time/pixel"] = benchmark::Counter(
      static_cast<double>(pixels), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

// Into images that are used again and again.
void time_operator(benchmark::State& state, const Timed& timed, const Case& one, std::int64_t size, int threads) {
  Work work(timed, one, size);
  work.run({.threads = threads});
  for (auto _ : state) work.run({.threads = threads});
  set_time_per_pixel(state, work.views[0].shape().count());
}

void time_memcpy(benchmark::State& state, const Timed& timed, const Case& one, std::int64_t size) {
  const Work work(timed, one, size);
  std::size_t bytes = 0;
  for (const Images* images : {&work.inputs, &work.outputs})
    for (const OwnedImage& image : *images) bytes += bytes_of(image);
  const std::vector<char> from(bytes / 2, 'a');
  std::vector<char> to(bytes / 2);
  for (auto _ : state) {
    std::memcpy(to.data(), from.data(), from.size());
    benchmark::ClobberMemory();
  }
  set_time_per_pixel(state, work.views[0].shape().count());
}

template <class Function>
void declare(const std::string& name, Function function) {
  benchmark::RegisterBenchmark(name.c_str(), function)->Unit(benchmark::kMillisecond)->UseRealTime();
}

void declare_all(const Timed& timed) {
  for (const Case& one : timed.cases)
    for (const std::int64_t size : sizes[rank_of(one.instance)]) {
      const std::string where = "/" + one.instance + "/" + std::to_string(size);
      declare("memcpy" + where, [&timed, &one, size](auto& state) { time_memcpy(state, timed, one, size); });
      for (const int threads : thread_counts)
        declare(std::string(timed.op) + where + "/" + std::to_string(threads),
                [&timed, &one, size, threads](auto& state) { time_operator(state, timed, one, size, threads); });
    }
}

}  // namespace

Images as_bool(Images generated) {
  OwnedImage mask(DType::boolean, generated.back().shape());
  const auto* from = static_cast<const std::uint8_t*>(generated.back().data());
  auto* to = static_cast<std::uint8_t*>(mask.data());
  std::transform(from, from + mask.shape().count(), to, [](std::uint8_t value) { return value != 0; });
  Images images;
  images.push_back(std::move(mask));
  return images;
}

int run(int argc, char** argv, const Timed& timed) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  for (const Case& one : timed.cases)
    if (!equals_plain_loops(timed, one)) {
      std::fprintf(stderr, "%s: %s differs from device reference; a wrong result is not timed\n",
                   std::string(timed.op).c_str(), one.instance.c_str());
      return 1;
    }
  declare_all(timed);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace preamar::bench
