// What a backend is: a table of one function per skeleton. Operators never see it.
#pragma once

#include <preamar/execution.h>
#include <preamar/image.h>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace preamar {

struct BlockLabels;
struct BoundaryEdge;
struct BoundarySpec;
class Faces;
struct OpenComponents;
struct MapSpec;
struct ReduceSpec;
struct Reduced;
struct PropagateSpec;
struct StencilSpec;
struct EdgesSpec;
struct ComponentsSpec;
struct ConvolveSpec;
struct ConvolveResults;
struct SieveSpec;
struct WatershedSpec;
struct LinesSpec;
struct LinesResults;
struct HistogramSpec;
struct RowsSpec;
struct TallySpec;
struct Tallies;

struct Backend {
  std::string_view name;
  void (*map)(const Execution& on, const MapSpec& spec, const ConstImage& image, const ConstImage& other,
              const Image& out);
  Reduced (*reduce)(const Execution& on, const ReduceSpec& spec, const ConstImage& image);
  void (*propagate)(const Execution& on, const PropagateSpec& spec, const ConstImage& seed, const ConstImage& limit,
                    const Image& state);
  void (*stencil)(const Execution& on, const StencilSpec& spec, const ConstImage& image, const Image& out);
  void (*convolve)(const Execution& on, const ConvolveSpec& spec, const ConstImage& image,
                   const ConvolveResults& results);
  void (*edges)(const Execution& on, const EdgesSpec& spec, const ConstImage& image, const Image& kept,
                const Image& sure);
  std::int64_t (*label)(const Execution& on, const ComponentsSpec& spec, const ConstImage& image, const Image& labels);
  void (*sieve)(const Execution& on, const SieveSpec& spec, const ConstImage& image, const ConstImage& marks,
                const Image& out);
  OpenComponents (*open_components)(const Execution& on, const ComponentsSpec& spec, Faces edges,
                                    const ConstImage& block);
  OpenComponents (*open_facts)(const Execution& on, const SieveSpec& spec, Faces edges, const ConstImage& block,
                               const ConstImage& marks);
  void (*label_block)(const Execution& on, const ComponentsSpec& spec, Faces edges, const ConstImage& block,
                      const BlockLabels& known, const Image& labels);
  void (*sieve_block)(const Execution& on, const SieveSpec& spec, Faces edges, const ConstImage& block,
                      const ConstImage& marks, std::span<const std::uint8_t> stays, const Image& out);
  void (*watershed)(const Execution& on, const WatershedSpec& spec, const ConstImage& image, const ConstImage& mask,
                    const Image& labels);
  void (*lines)(const Execution& on, const LinesSpec& spec, const ConstImage& image, const LinesResults& results);
  void (*histogram)(const Execution& on, const HistogramSpec& spec, const ConstImage& image,
                    std::span<std::int64_t> counts);
  void (*rows)(const Execution& on, const RowsSpec& spec, const ConstImage& image, const Image& out);
  std::vector<BoundaryEdge> (*boundary)(const Execution& on, const BoundarySpec& spec, const ConstImage& level,
                                        const ConstImage& limit) = nullptr;
  Tallies (*tally)(const Execution& on, const TallySpec& spec, const ConstImage& labels, const ConstImage& levels);
  void (*renumber)(const Execution& on, std::span<const std::uint64_t> labels, const ConstImage& image,
                   const Image& out);
  // Of a backend whose images may lie in memory of its own, else null: addresses for so many new bytes there, which no
  // one but its skeletons may look at; the end of them; whether an address is one of them.
  void* (*reserve)(const Execution& on, std::int64_t bytes) = nullptr;
  void (*release)(void* address) noexcept = nullptr;
  bool (*holds)(const void* address) = nullptr;
};

// The backend that serves on.device, chosen by the runtime; throws Error (device) where there is none.
const Backend& backend_for(const Execution& on);

}  // namespace preamar
