// The sums of each label as bytes, which blocks hand each other.
#pragma once

#include "core/bytes.h"
#include "skeletons/tally.h"

namespace preamar {

[[nodiscard]] Bytes to_bytes(const Tallies& tallies);
[[nodiscard]] Tallies tallies_from(const Bytes& bytes);
// The sums of the labels of both.
[[nodiscard]] Bytes merged_tallies(const Bytes& left, const Bytes& right);

}  // namespace preamar
