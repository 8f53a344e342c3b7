// What a backend is: a table of one function per skeleton. Operators never see it.
#pragma once

#include <preamar/execution.h>
#include <preamar/image.h>

#include <cstdint>
#include <string_view>

namespace preamar {

struct MapSpec;
struct ReduceSpec;
struct PropagateSpec;

struct Backend {
  std::string_view name;
  void (*map)(const Execution& on, const MapSpec& spec, const ConstImage& image, const Image& out);
  std::int64_t (*reduce)(const Execution& on, const ReduceSpec& spec, const ConstImage& image);
  void (*propagate)(const Execution& on, const PropagateSpec& spec, const ConstImage& seed, const ConstImage& limit,
                    const Image& state);
};

// The backend that serves on.device, chosen by the runtime; throws Error (device) where there is none.
const Backend& backend_for(const Execution& on);

}  // namespace preamar
