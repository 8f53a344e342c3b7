#include "backends/device/backend.h"

#include "backends/device/refusal.h"
#include "backends/device/resident.h"
#include "backends/device/session.h"
#include "skeletons/boundary.h"
#include "skeletons/components.h"
#include "skeletons/open_components.h"
#include "skeletons/reduce.h"
#include "skeletons/tally.h"

namespace preamar::device {
namespace {

// A skeleton that no device has.
constexpr char boundary[] = "boundary", renumber[] = "renumber", rows[] = "rows", tally[] = "tally",
               watershed[] = "watershed";

template <const char* name, class Function>
struct Lacking;
template <const char* name, class Result, class... Rest>
struct Lacking<name, Result (*)(const Execution&, Rest...)> {
  static Result call(const Execution& on, Rest...) { refuse(on, name); }
};

void* reserve_for(const Execution& on, std::int64_t bytes) { return reserve(Session(on).device(), bytes); }
void release_address(void* address) noexcept { release(address); }
bool holds_address(const void* address) { return find(address).has_value(); }

}  // namespace

const Backend& backend() {
  static constexpr Backend table = {
      .name = "device",
      .map = map,
      .reduce = reduce,
      .propagate = propagate,
      .stencil = stencil,
      .convolve = convolve,
      .edges = edges,
      .label = label,
      .sieve = sieve,
      .open_components = open_components,
      .open_facts = open_facts,
      .label_block = label_block,
      .sieve_block = sieve_block,
      .watershed = Lacking<watershed, decltype(Backend::watershed)>::call,
      .lines = lines,
      .histogram = histogram,
      .rows = Lacking<rows, decltype(Backend::rows)>::call,
      .boundary = Lacking<boundary, decltype(Backend::boundary)>::call,
      .tally = Lacking<tally, decltype(Backend::tally)>::call,
      .renumber = Lacking<renumber, decltype(Backend::renumber)>::call,
      .reserve = reserve_for,
      .release = release_address,
      .holds = holds_address,
  };
  return table;
}

}  // namespace preamar::device
