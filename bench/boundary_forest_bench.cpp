// Times the boundary forest of a block, a part of floods in blocks: boundary-LEVEL/INSTANCE/SIZE/DTYPE/THREADS. No side
// of the block is on the image border. LEVEL is "h", the flood from the image minus 40, after which most cells are at
// their limit; or "dry", in which no cell is, as in blocks that a flood from the image border has not reached. Nothing
// is timed unless a small case has the same widths as the reference backend.
#include "primitives/boundary_forest.h"

#include "core/dispatch.h"

#include <benchmark/benchmark.h>
#include <preamar/generate.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace preamar::bench {
using namespace primitives;
namespace {

struct Case {
  std::string level, instance;
  int rank;
  DType dtype;

  [[nodiscard]] std::string name(std::int64_t size) const {
    return "boundary-" + level + "/" + instance + "/" + std::to_string(size) + "/" + std::string(name_of(dtype));
  }
};

struct Work {
  Image level, limit;
  BoundaryForestSpec spec;
};

// Wider types get more distinct values: noise smaller than one step of uint8.
template <class T>
Image widened(const Image& image) {
  Image result(dtype_of<T>(), image.shape());
  const auto* const from = static_cast<const std::uint8_t*>(image.data());
  const std::int64_t count = image.shape().count();
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint64_t noise = (static_cast<std::uint64_t>(i) * 0x9e3779b97f4a7c15U) >> 56;
    static_cast<T*>(result.data())[i] = static_cast<T>(std::uint64_t{from[i]} << 8 | noise);
  }
  return result;
}

Image limit_of(const Case& one, std::int64_t size) {
  Image image = std::move(generate(one.instance, size).back());
  if (one.dtype == DType::uint16) return widened<std::uint16_t>(image);
  if (one.dtype == DType::float32) return widened<float>(image);
  if (one.dtype == DType::float64) return widened<double>(image);
  return image;
}

Work work_of(const Case& one, std::int64_t size) {
  Image limit = limit_of(one, size);
  Image level(limit.type());
  with_type(one.dtype, [&]<class T>(std::type_identity<T>) {
    const T drop = static_cast<T>(sizeof(T) == 1 ? 40 : 40 * 256);
    const auto* const from = static_cast<const T*>(limit.data());
    auto* const to = static_cast<T*>(level.data());
    const std::int64_t count = limit.shape().count();
    for (std::int64_t i = 0; i < count; ++i)
      to[i] = one.level == "dry" || from[i] < drop ? T{0} : static_cast<T>(from[i] - drop);
  });
  if (one.level != "dry") propagate({}, {.connectivity = one.rank}, level, limit, level);
  return {std::move(level), std::move(limit), {.connectivity = one.rank, .edges = {}}};
}

// All maximum spanning forests have the same widths.
bool has_widths_of_plain_loops(const Case& one) {
  const Work work = work_of(one, one.rank == 2 ? 96 : 24);
  const auto widths = [&](const Execution& on) {
    std::vector<std::uint64_t> list;
    for (const BoundaryEdge& edge : boundary_forest(on, work.spec, work.level, work.limit)) list.push_back(edge.width);
    return list;
  };
  return widths({}) == widths({.device = "reference"});
}

void time_boundary(benchmark::State& state, const Case& one, std::int64_t size, int threads) {
  const Work work = work_of(one, size);
  std::size_t edges = 0;
  for (auto _ : state) edges = boundary_forest({.threads = threads}, work.spec, work.level, work.limit).size();
  state.counters["edges"] = static_cast<double>(edges);
  state.counters["time/pixel"] =
      benchmark::Counter(static_cast<double>(work.limit.shape().count()),
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void declare(const Case& one) {
  for (const std::int64_t size : {one.rank == 2 ? 512 : 64, one.rank == 2 ? 4096 : 256})
    for (const int threads : {1, 2})
      benchmark::RegisterBenchmark((one.name(size) + "/" + std::to_string(threads)).c_str(),
                                   [=](auto& state) { time_boundary(state, one, size, threads); })
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const char* const level : {"h", "dry"}) {
    for (const char* const instance : {"tissue", "random", "spiral-pair", "photo"})
      all.push_back({level, instance, 2, DType::uint8});
    for (const char* const instance : {"tissue", "random"})
      for (const DType dtype : {DType::uint16, DType::float32, DType::float64})
        all.push_back({level, instance, 2, dtype});
    for (const char* const instance : {"tissue3d", "spiral3d", "random3d-50"})
      all.push_back({level, instance, 3, DType::uint8});
    for (const DType dtype : {DType::uint16, DType::float32, DType::float64})
      all.push_back({level, "tissue3d", 3, dtype});
  }
  return all;
}

}  // namespace
}  // namespace preamar::bench

int main(int argc, char** argv) {
  using namespace preamar::bench;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  for (const Case& one : cases()) {
    if (!has_widths_of_plain_loops(one)) {
      std::fprintf(stderr, "%s differs from device reference; a wrong result is not timed\n", one.name(0).c_str());
      return 1;
    }
    declare(one);
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
