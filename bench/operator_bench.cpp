#include "operator_bench.h"

#include <benchmark/benchmark.h>
#include <preamar/generate.h>
#include <preamar/label.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace preamar::bench {
namespace {

// Indexed by rank. A 2-D and a 3-D image of these sizes have the same number of pixels.
constexpr std::int64_t sizes[][2] = {{}, {}, {512, 4096}, {64, 256}};
constexpr std::int64_t check_size[] = {0, 0, 96, 24};  // small, because the reference backend is slow
constexpr int thread_counts[] = {1, 2};

int rank_of(const std::string& instance) {
  for (const Instance& known : instances())
    if (known.name == instance) return known.rank;
  return 2;
}

std::size_t bytes_of(const Image& image) {
  return static_cast<std::size_t>(image.shape().count() * size_of(image.dtype()));
}

// One benchmark, without its size and threads.
struct Case {
  const Group& group;
  std::string instance;
  DType dtype;

  [[nodiscard]] std::string name(std::string_view what, std::int64_t size) const {
    return std::string(what) + "/" + instance + "/" + std::to_string(size) + "/" + std::string(name_of(dtype));
  }
  [[nodiscard]] std::string op_name() const {
    return group.variant.empty() ? group.op : group.op + "-" + group.variant;
  }
};

template <class T>
Image converted(const Image& image) {
  Image result(dtype_of<T>(), image.shape());
  const auto* from = static_cast<const std::uint8_t*>(image.data());
  std::transform(from, from + image.shape().count(), static_cast<T*>(result.data()),
                 [](std::uint8_t value) { return static_cast<T>(value); });
  return result;
}

Image converted(Image image, DType dtype) {
  if (image.dtype() != DType::uint8 || dtype == DType::uint8) return image;
  if (dtype == DType::boolean) return converted<bool>(image);
  return dtype == DType::uint16 ? converted<std::uint16_t>(image) : converted<float>(image);
}

Images inputs_of(const Case& one, std::int64_t size, std::size_t most) {
  Images images = generate(one.instance, size);
  for (Image& image : images) image = converted(std::move(image), one.dtype);
  if (one.group.prepare) return one.group.prepare(std::move(images));
  if (images.size() > most) images.erase(images.begin(), images.end() - static_cast<std::ptrdiff_t>(most));
  return images;
}

struct Work {
  Work(const Case& one, std::int64_t size)
      : op(operator_named(one.group.op)), options(one.group.options), inputs(inputs_of(one, size, op.inputs.size())) {
    for (const Image& image : inputs) views.push_back(image);
    std::vector<ImageType> types;
    for (const ConstImageView& view : views) types.push_back(view.type());
    for (const ImageType& type : op.results(types, options)) outputs.emplace_back(type);
  }

  Results run(const Execution& on) {
    const std::vector<ImageView> outs(outputs.begin(), outputs.end());
    return op.run(views, outs, options, on);
  }

  const Operator& op;
  const Values& options;
  Images inputs, outputs;
  std::vector<ConstImageView> views;
};

bool same(const Image& a, const Image& b) {
  return a.type() == b.type() && std::memcmp(a.data(), b.data(), bytes_of(a)) == 0;
}

bool equals_plain_loops(const Case& one) {
  const std::int64_t size = check_size[rank_of(one.instance)];
  Work ours(one, size), truth(one, size);
  const Results found = ours.run({}), expected = truth.run({.device = "reference"});
  bool equal = found.numbers == expected.numbers && found.table.columns.size() == expected.table.columns.size();
  for (std::size_t i = 0; i < ours.outputs.size(); ++i) equal = equal && same(ours.outputs[i], truth.outputs[i]);
  for (std::size_t i = 0; equal && i < found.table.columns.size(); ++i)
    equal = same(found.table.columns[i].cells, expected.table.columns[i].cells);
  return equal;
}

// Printed as "4.2ns"; in the JSON of --benchmark_out in seconds.
void set_time_per_pixel(benchmark::State& state, const Work& work) {
  state.counters["time/pixel"] =
      benchmark::Counter(static_cast<double>(work.views[0].shape().count()),
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

// Reuses the output images.
void time_operator(benchmark::State& state, const Case& one, std::int64_t size, int threads) {
  Work work(one, size);
  work.run({.threads = threads});
  for (auto _ : state) work.run({.threads = threads});
  set_time_per_pixel(state, work);
}

void time_memcpy(benchmark::State& state, const Case& one, std::int64_t size) {
  const Work work(one, size);
  std::size_t bytes = 0;
  for (const Images* images : {&work.inputs, &work.outputs})
    for (const Image& image : *images) bytes += bytes_of(image);
  const std::vector<char> from(bytes, 'a');
  std::vector<char> to(bytes);
  for (auto _ : state) {
    std::memcpy(to.data(), from.data(), from.size());
    benchmark::ClobberMemory();
  }
  set_time_per_pixel(state, work);
}

template <class Function>
void declare(const std::string& name, Function function) {
  benchmark::RegisterBenchmark(name.c_str(), function)->Unit(benchmark::kMillisecond)->UseRealTime();
}

void declare_all(const Case& one) {
  for (const std::int64_t size : sizes[rank_of(one.instance)]) {
    declare(one.name("memcpy-" + one.op_name(), size), [one, size](auto& state) { time_memcpy(state, one, size); });
    for (const int threads : thread_counts)
      declare(one.name(one.op_name(), size) + "/" + std::to_string(threads),
              [one, size, threads](auto& state) { time_operator(state, one, size, threads); });
  }
}

}  // namespace

Images labelled(Images generated) {
  Images images;
  images.push_back(std::move(label(generated.back()).image));
  return images;
}

std::vector<Group> flat_groups(const std::vector<std::string>& operators) {
  std::vector<Group> groups;
  for (const std::string& op : operators)
    for (const std::string shape : {"box", "ball"})
      for (const std::int64_t radius : {1, 3, 10})
        groups.push_back({.op = op,
                          .instances = {"tissue", "tissue3d"},
                          .options = {{"shape", shape}, {"radius", radius}},
                          .variant = shape + "-" + std::to_string(radius)});
  return groups;
}

int run(int argc, char** argv, const std::vector<Group>& groups) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  for (const Group& group : groups)
    for (const std::string& instance : group.instances)
      for (const DType dtype : group.dtypes) {
        const Case one{group, instance, dtype};
        if (!equals_plain_loops(one)) {
          std::fprintf(stderr, "%s: %s differs from device reference; a wrong result is not timed\n",
                       one.op_name().c_str(), instance.c_str());
          return 1;
        }
        declare_all(one);
      }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace preamar::bench
