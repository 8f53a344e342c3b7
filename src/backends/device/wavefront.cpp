#include "backends/device/wavefront.h"

#include "backends/device/extents.h"
#include "backends/device/refusal.h"
#include "backends/device/tuning.h"
#include "core/checked.h"
#include "core/error_text.h"

#include <algorithm>
#include <limits>

namespace preamar::device {
namespace {

constexpr std::int64_t word = sizeof(std::uint32_t);

// The layout of an image's tiles, and the variant of the kernels for it.
struct Tiling {
  Tiling(const Shape& shape, const PropagateTuning& tuning)
      : extent(extents_of(shape)),
        side(shape.rank() == 3 ? 8 : tuning.tile),
        lanes(shape.rank() == 3 ? 64 : side),
        variant(shape.rank() == 3 ? std::string("3d_8_sweeps")
                                  : text("2d_", side, tuning.diagonal ? "_diagonal" : "_sweeps")),
        steps(shape.rank() == 3 ? 6 * side : (tuning.diagonal ? 2 : 4) * side),
        strips(shape.rank() == 3 ? 6 * 64 : 4 * side),
        tiles(
            checked_product(checked_product(along(extent[0]), along(extent[1]), "tiles"), along(extent[2]), "tiles")) {}
  [[nodiscard]] std::int64_t along(std::int64_t cells) const { return (cells + side - 1) / side; }

  std::array<std::int64_t, max_rank> extent;
  int side, lanes;
  std::string variant;
  int steps;            // barriers per iteration inside a tile
  std::int64_t strips;  // cells that a tile publishes
  std::int64_t tiles;
};

// The numbers of tiles in the last rounds, as the kernel leaves them, followed by the number of iterations.
struct Control {
  explicit Control(int batch) : ring(static_cast<std::uint32_t>(batch) + 2), words(ring + 1) {}
  [[nodiscard]] std::uint32_t count(std::uint32_t round) const { return words[round % ring]; }
  [[nodiscard]] std::uint32_t iterations() const { return words[ring]; }
  [[nodiscard]] std::int64_t bytes() const { return static_cast<std::int64_t>(words.size()) * word; }

  std::uint32_t ring;
  std::vector<std::uint32_t> words;
};

PropagateTuning tuning_of(const DeviceCall& call) {
  PropagateTuning tuning = propagate_tuning(call.info());
  if (call.on().device_tile > 0) tuning.tile = call.on().device_tile;
  return tuning;
}

class Wavefront {
 public:
  Wavefront(const DeviceCall& call, const WavefrontRule& rule, const Shape& shape, Memory limit, Memory state)
      : call_(call),
        rule_(rule),
        tuning_(tuning_of(call)),
        tiling_(shape, tuning_),
        control_(tuning_.batch),
        limit_(limit),
        state_(state) {
    if (tiling_.tiles > std::numeric_limits<std::int32_t>::max())
      refuse(call.on(), text("propagate of ", shape.text(), " (too many tiles)"));
    places_ = checked_product(tiling_.tiles, tiling_.strips, "the surfaces of tiles");
    strips_ = call.scratch(checked_product(places_, std::int64_t{2} * rule.coding.size, "the surfaces of tiles"));
    lists_ = call.scratch(tiling_.tiles * 2 * word);
    stamps_ = call.scratch(tiling_.tiles * word);
    counts_ = call.scratch(control_.bytes());
    groups_ = tuning_.groups ? tuning_.groups : call.groups_for(tiling_.tiles * tiling_.lanes, tiling_.lanes);
    if (call.on().log)
      call.on().log(text("propagate: ", groups_, " groups, ", tiling_.tiles, " tiles with a side of ", tiling_.side));
  }

  void run(Memory seed) {
    const auto [planes, rows, columns] = tiling_.extent;
    const auto [flip, is_floating, size] = rule_.coding;
    launch("flood_start", groups_, seed, limit_, state_, strips_.memory(), lists_.memory(), stamps_.memory(),
           counts_.memory(), planes, rows, columns, flip, is_floating, size, control_.ring);
    while (true) {
      const std::uint32_t most = run_batch();
      if (control_.count(round_) == 0) return;
      if (most <= tuning_.narrow) run_queue();
    }
  }

 private:
  template <class... Arguments>
  void launch(std::string_view kernel, std::int64_t groups, const Arguments&... arguments) const {
    call_.launch({"flood", tiling_.variant, kernel}, groups, tiling_.lanes, arguments...);
  }

  // Runs rounds before the host checks their counts. Returns the maximum number of tiles of one of them, or of the
  // next.
  std::uint32_t run_batch() {
    const auto [planes, rows, columns] = tiling_.extent;
    const auto [flip, is_floating, size] = rule_.coding;
    call_.look_up();
    const std::uint32_t first = round_, before = control_.iterations();
    for (; round_ < first + static_cast<std::uint32_t>(tuning_.batch); ++round_)
      launch("flood_round", groups_, limit_, state_, strips_.memory(), lists_.memory(), stamps_.memory(),
             counts_.memory(), planes, rows, columns, flip, is_floating, size, rule_.connectivity, rule_.costs[0],
             rule_.costs[1], rule_.costs[2], round_, control_.ring, round_ % control_.ring);
    call_.driver().read(control_.words.data(), counts_.memory(), 0, control_.bytes());
    std::uint32_t most = control_.count(round_);
    for (std::uint32_t done = first; done < round_; ++done) {
      most = std::max(most, control_.count(done));
      call_.driver().work.rounds += control_.count(done) > 0;
      call_.driver().work.visits += control_.count(done);
    }
    count_iterations(control_.iterations() - before);  // also correct if the counter wraps
    return most;
  }

  // Replaces a round by launches that also visit the tiles that this wakes, until none is left. Lists all visited tiles
  // for the next round.
  void run_queue() {
    const auto [planes, rows, columns] = tiling_.extent;
    const auto [flip, is_floating, size] = rule_.coding;
    Driver& driver = call_.driver();
    const auto capacity = static_cast<std::uint32_t>(tuning_.slots), looks = static_cast<std::uint32_t>(tuning_.looks);
    const auto tiles = static_cast<std::uint32_t>(tiling_.tiles);
    constexpr std::uint32_t tail = 1, done = 2, iterations = 3;  // as in flood_queue.kc
    std::array<std::uint32_t, 4> ends{};
    const Scratch surfaces = call_.scratch(checked_product(places_, word, "the surfaces of tiles"));
    const Scratch slots = call_.scratch(capacity * word), marks = call_.scratch(sizeof ends);
    const std::int64_t at_once =
        tuning_.groups ? tuning_.groups
                       : call_.groups_for(std::int64_t{call_.info().units} * tiling_.lanes, tiling_.lanes);
    const std::int64_t listing = call_.groups_for(tiles, tiling_.lanes);

    launch("flood_to_queue", groups_, state_, surfaces.memory(), planes, rows, columns, flip, is_floating, size);
    do {
      call_.look_up();
      driver.fill(slots.memory(), 0, 0xFF, capacity * word);
      driver.fill(marks.memory(), 0, 0, sizeof ends);
      launch("flood_list", listing, stamps_.memory(), round_, slots.memory(), std::int64_t{0}, marks.memory(), tail,
             tiles, capacity);
      launch("flood_queue", at_once, limit_, state_, surfaces.memory(), slots.memory(), stamps_.memory(),
             marks.memory(), planes, rows, columns, flip, is_floating, size, rule_.connectivity, rule_.costs[0],
             rule_.costs[1], rule_.costs[2], round_, capacity, looks);
      driver.read(ends.data(), marks.memory(), 0, sizeof ends);
      driver.work.visits += ends[done];
      count_iterations(ends[iterations]);
    } while (ends[done] != ends[tail]);

    ++round_;
    launch("flood_to_rounds", call_.groups_for(places_, tiling_.lanes), surfaces.memory(), strips_.memory(), places_,
           size);
    driver.fill(counts_.memory(), 0, 0, control_.ring * word);
    launch("flood_list", listing, stamps_.memory(), round_, lists_.memory(), (round_ & 1U) * tiling_.tiles,
           counts_.memory(), round_ % control_.ring, tiles, tiles);
  }

  void count_iterations(std::uint32_t more) const {
    call_.driver().work.iterations += more;
    call_.driver().work.steps += std::int64_t{more} * tiling_.steps;
  }

  const DeviceCall& call_;
  const WavefrontRule& rule_;
  PropagateTuning tuning_;
  Tiling tiling_;
  Control control_;
  Memory limit_, state_;
  std::int64_t places_ = 0, groups_ = 0;
  Scratch strips_, lists_, stamps_, counts_;
  std::uint32_t round_ = 0;
};

}  // namespace

void run_wavefront(const DeviceCall& call, const WavefrontRule& rule, const Shape& shape, Memory seed, Memory limit,
                   Memory state) {
  Wavefront(call, rule, shape, limit, state).run(seed);
}

}  // namespace preamar::device
