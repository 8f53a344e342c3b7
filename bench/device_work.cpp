// Counts the work of propagate on a device, because times without the hardware would mean nothing. Prints a table of
// launches, rounds, visits of tiles, iterations inside tiles and barrier steps, for four sweeps and for diagonals. The
// counts of rounds are the same on every device. Those of the queue depend on the order of visits: here one group
// visits all tiles after the first batch of rounds.
//   device_work [opencl:0 [SIZE of images [SIZE of the volume, "published" or "operators"]]]
// "published": images like those with published times; neighbours share a face, tiles are 32x32. "operators": all
// operators that run on devices.
#include "backends/device/devices.h"
#include "backends/device/tuning.h"
#include "primitives/propagate.h"
#include "registry/example.h"

#include <preamar/devices.h>
#include <preamar/error.h>
#include <preamar/generate.h>
#include <preamar/operator.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace preamar::bench {
using namespace primitives;
namespace {

struct Case {
  std::string name;
  Image seed, limit;
};

Case pair_of(const char* name, const char* instance, std::int64_t size) {
  std::vector<Image> images = generate(instance, size);
  return {name, std::move(images[0]), std::move(images[1])};
}

// Seeds the open pixels of a part of the image; pixels equal to `closed` are walls.
template <class IsSeed>
Case binary(const char* name, const char* instance, std::int64_t size, std::uint8_t open, const IsSeed& is_seed) {
  const std::vector<Image> images = generate(instance, size);
  const auto* const image = static_cast<const std::uint8_t*>(images[0].data());
  Case made{name, Image(DType::uint8, images[0].shape()), Image(DType::uint8, images[0].shape())};
  auto* const seed = static_cast<std::uint8_t*>(made.seed.data());
  auto* const limit = static_cast<std::uint8_t*>(made.limit.data());
  for (std::int64_t i = 0; i < images[0].shape().count(); ++i) {
    limit[i] = image[i] == open;
    seed[i] = static_cast<std::uint8_t>(limit[i] && is_seed(i / size, i % size));
  }
  return made;
}

device::Work worked(const Execution& on, const Case& given, int connectivity, const device::PropagateTuning& tuning) {
  device::force_propagate_tuning(tuning);
  device::Work& work = device::named(on.device)->driver->work;
  work = {};
  Image state(given.limit.type());
  propagate(on, {.connectivity = connectivity}, given.seed, given.limit, state);
  return work;
}

void count(const Execution& on, const Case& given, int connectivity, device::PropagateTuning tuning) {
  const device::Work rounds = worked(on, given, connectivity, tuning);
  tuning.groups = 1;
  tuning.narrow = std::numeric_limits<std::uint32_t>::max();
  const device::Work queue = worked(on, given, connectivity, tuning);
  const Shape& shape = given.limit.shape();
  const bool flat = shape.rank() == 2;
  const std::int64_t side = flat ? tuning.tile : 8;
  std::int64_t tiles = 1;
  for (int axis = 0; axis < shape.rank(); ++axis) tiles *= (shape[axis] + side - 1) / side;
  std::printf("| %s | %s | %lld, %s |", given.name.c_str(), shape.text().c_str(), static_cast<long long>(side),
              flat && tuning.diagonal ? "diagonal" : "sweeps");
  for (const device::Work& work : {rounds, queue})
    std::printf(" %lld | %lld | %.2f | %lld | %lld |", static_cast<long long>(work.launches),
                static_cast<long long>(work.rounds), static_cast<double>(work.visits) / static_cast<double>(tiles),
                static_cast<long long>(work.iterations), static_cast<long long>(work.steps));
  std::printf("\n");
  std::fflush(stdout);
}

void print_head() {
  std::printf("| image | size | tile |");
  for (const char* form : {"", ", queue"})
    std::printf(" launches%s | rounds%s | visits per tile%s | iterations%s | barrier steps%s |", form, form, form, form,
                form);
  std::printf("\n|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
}

void count_published(const Execution& on, std::int64_t size) {
  print_head();
  for (const char* instance : {"tissue-25-h", "tissue-50-h", "tissue-75-h", "tissue-100-h", "random-pair"}) {
    const Case given = pair_of(instance, instance, size);
    for (const bool diagonal : {false, true}) count(on, given, 1, {.tile = 32, .diagonal = diagonal});
  }
}

void count_all(const Execution& on, std::int64_t size, std::int64_t side) {
  const auto on_border = [&](std::int64_t y, std::int64_t x) {
    return y == 0 || x == 0 || y == size - 1 || x == size - 1;
  };
  const auto on_top = [](std::int64_t y, std::int64_t) { return y == 0; };
  std::vector<Case> cases;
  cases.push_back(pair_of("h-domes", "tissue-100-h", size));
  cases.push_back(binary("holes", "tissue-bin", size, 0, on_border));
  cases.push_back(binary("percolation", "random-50", size, 1, on_top));
  cases.push_back(pair_of("spiral", "spiral-pair", size));
  print_head();
  for (const Case& given : cases)
    for (const int tile : {32, 64})
      for (const bool diagonal : {false, true}) count(on, given, 2, {.tile = tile, .diagonal = diagonal});
  if (side > 0) count(on, pair_of("h-domes", "tissue3d-h", side), 3, {});
}

void count_operator(const Execution& on, const Operator& op, const char* instance, std::int64_t size, bool diagonal) {
  device::force_propagate_tuning(device::PropagateTuning{.tile = 32, .diagonal = diagonal});
  std::vector<Image> images = generate(instance, size);
  const auto needed = std::ranges::count(op.inputs, Presence::mandatory, &Input::presence);
  std::vector<ConstImageView> inputs(images.end() - needed, images.end());
  std::vector<ImageType> types;
  for (const ConstImageView& input : inputs) types.push_back(input.type());
  const Values options = options_for(op);
  std::vector<Image> results;
  for (const ImageType& type : op.results(types, options)) results.emplace_back(type);
  const std::vector<ImageView> outs(results.begin(), results.end());
  device::Work& work = device::named(on.device)->driver->work;
  const device::Work before = work;
  (void)run_operator(op, inputs, outs, options, on);
  const bool floods = work.rounds > before.rounds;
  if (diagonal && !floods) return;
  std::printf(
      "| %s | %s | %s | %lld | %lld | %lld | %lld | %lld | %lld | %lld |\n", std::string(op.name).c_str(), instance,
      !floods    ? ""
      : diagonal ? "diagonal"
                 : "sweeps",
      static_cast<long long>(work.launches - before.launches), static_cast<long long>(work.rounds - before.rounds),
      static_cast<long long>(work.visits - before.visits), static_cast<long long>(work.iterations - before.iterations),
      static_cast<long long>(work.steps - before.steps), static_cast<long long>(work.bytes_in - before.bytes_in),
      static_cast<long long>(work.bytes_out - before.bytes_out));
  std::fflush(stdout);
}

void count_operators(const Execution& on, std::int64_t size) {
  std::printf(
      "| operator | image | form | launches | rounds | visits | iterations | barrier steps | bytes in | bytes out |\n");
  std::printf("|---|---|---|---|---|---|---|---|---|---|\n");
  for (const Operator* op : operators())
    if (op->on_devices.contains(DType::uint8))
      for (const char* instance : {"tissue-100-h", "spiral-pair"})
        for (const bool diagonal : {false, true}) count_operator(on, *op, instance, size, diagonal);
}

int run(int argc, char** argv) {
  const Execution on{.device = argc > 1 ? argv[1] : "opencl:0"};
  const std::int64_t size = argc > 2 ? std::atoll(argv[2]) : 512;
  const std::string last = argc > 3 ? argv[3] : "0";
  static_cast<void>(backend_for(on));  // finds the devices; throws if the device is missing
  if (last == "published")
    count_published(on, size);
  else if (last == "operators")
    count_operators(on, size);
  else
    count_all(on, size, std::atoll(last.c_str()));
  return 0;
}

}  // namespace
}  // namespace preamar::bench

int main(int argc, char** argv) {
  try {
    return preamar::bench::run(argc, argv);
  } catch (const preamar::Error& error) {
    std::fprintf(stderr, "device_work: %s\n", error.what());
    return 1;
  }
}
