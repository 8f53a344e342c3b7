// One run of an operator on generated images, for `bench` and `selftest`.
#pragma once

#include <preamar/generate.h>
#include <preamar/operator.h>

#include <cstdint>
#include <vector>

namespace preamar::cli {

// Sides of the image on which a device is compared with the plain loops, which are slow; by rank.
inline constexpr std::int64_t check_side[] = {0, 0, 96, 24};

struct Trial {
  const Operator& op;
  const Values& options;
  std::vector<Image> inputs;  // of rank 0 where optional
};

struct TrialResult {
  std::vector<Image> images;
  Results found;
};

[[nodiscard]] int required_images(const Operator& op);
// The last images of the instance, which for an operator of one image is the mask of a pair; nothing for what is
// optional.
[[nodiscard]] Trial trial_on(const Operator& op, const Values& options, const Instance& instance, std::int64_t size,
                             const Execution& on);
// Whether the operator takes such images.
[[nodiscard]] bool is_taken(const Operator& op, const Values& options, const Instance& instance);

// Room for what such a trial gives.
[[nodiscard]] TrialResult result_for(const Trial& trial);
void run_into(TrialResult& result, const Trial& trial, const Execution& on);
// The same images, numbers and table, to the byte.
[[nodiscard]] bool are_same(const TrialResult& a, const TrialResult& b);

}  // namespace preamar::cli
