// Chooses the type of ranks for an image.
#pragma once

#include "backends/cpu/watershed/watershed_job.h"
#include "core/memory.h"
#include "core/require.h"

#include <algorithm>
#include <utility>

namespace preamar::cpu {

// Computes the ranks of the field, then calls use(layout, ranks). Plateaus too deep for narrow ranks are rare; then
// starts again with wider ranks.
template <class Use>
void with_ranks(const WatershedJob& job, const Use& use) {
  const auto try_ranks = [&]<class T, class K>(std::type_identity<T>, std::type_identity<K>, int step_bits) {
    const int workers = static_cast<int>(std::min<std::int64_t>(worker_count(job.on), job.grid.count()));
    constexpr std::int64_t bytes = sizeof(K);
    require_memory(job.on.scratch_memory,
                   job.layout.count * bytes + job.block.shape.count() * 4 + workers * job.frame.count * (bytes + 4));
    Ranks<K> layout{step_bits, Ranks<K>::highest_cap(step_bits)};
    if (job.spec.plateau >= 0) layout.cap = std::min(layout.cap, static_cast<std::uint64_t>(job.spec.plateau));
    const Buffer<K> ranks(job.layout.count);
    if (!find_ranks<T>(job, layout, ranks.data())) return false;
    use(layout, ranks.data());
    return true;
  };
  constexpr std::type_identity<std::uint8_t> bits8;
  constexpr std::type_identity<std::uint16_t> bits16;
  constexpr std::type_identity<std::uint32_t> bits32;
  constexpr std::type_identity<std::uint64_t> bits64;
  constexpr std::type_identity<WideRank> wide;
  switch (size_of(job.image.dtype())) {
    case 1:
      (void)(try_ranks(bits8, bits16, 8) || try_ranks(bits8, bits32, 24) || try_ranks(bits8, bits64, 56));
      return;
    case 2:
      (void)(try_ranks(bits16, bits32, 16) || try_ranks(bits16, bits64, 48));
      return;
    case 4:
      (void)(try_ranks(bits32, bits64, 32) || try_ranks(bits32, wide, 64));
      return;
    default:
      (void)try_ranks(bits64, wide, 64);
  }
}

}  // namespace preamar::cpu
