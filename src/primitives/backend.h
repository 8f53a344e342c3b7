// A backend: a table with one function per primitive. Operators never see it.
//
// Each primitive has its type in `Backend` and its name in PREAMAR_PRIMITIVES, in the same order. A backend generates
// its declarations and its table from that list, so a missing primitive is a compile or link error.
#pragma once

#include "core/box.h"
#include "core/bytes.h"

#include <preamar/execution.h>
#include <preamar/image.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace preamar::primitives {

struct BlockLabels;
struct BoundaryEdge;
struct BoundaryForestSpec;
struct BorderComponents;
struct MapSpec;
struct ReduceSpec;
struct Reduced;
struct PropagateSpec;
struct StencilSpec;
struct EdgeThinningSpec;
struct ComponentsSpec;
struct ConvolveSpec;
struct ConvolveResults;
struct ComponentFilterSpec;
struct KnownLabels;
struct WatershedBlock;
struct WatershedForest;
struct WatershedSpec;
struct DistanceTransformSpec;
struct DistanceTransformResults;
struct HistogramSpec;
struct RowFunctionSpec;
struct LabelSumsSpec;
struct LabelSums;
struct OutlinesSpec;

struct Backend {
  std::string_view name;
  void (*map)(const Execution& on, const MapSpec& spec, ConstImageView image,
              const std::optional<ConstImageView>& other, ImageView out);
  Reduced (*reduce)(const Execution& on, const ReduceSpec& spec, ConstImageView image);
  void (*propagate)(const Execution& on, const PropagateSpec& spec, ConstImageView seed, ConstImageView limit,
                    ImageView state);
  void (*stencil)(const Execution& on, const StencilSpec& spec, ConstImageView image, ImageView out);
  void (*convolve)(const Execution& on, const ConvolveSpec& spec, ConstImageView image, const ConvolveResults& results);
  void (*edge_thinning)(const Execution& on, const EdgeThinningSpec& spec, ConstImageView image, ImageView weak,
                        ImageView strong);
  std::int64_t (*label)(const Execution& on, const ComponentsSpec& spec, ConstImageView image, ImageView labels);
  void (*filter_components)(const Execution& on, const ComponentFilterSpec& spec, ConstImageView image,
                            const std::optional<ConstImageView>& marks, ImageView out);
  BorderComponents (*border_components)(const Execution& on, const ComponentsSpec& spec, Faces edges,
                                        ConstImageView block);
  BorderComponents (*border_counts)(const Execution& on, const ComponentFilterSpec& spec, Faces edges,
                                    ConstImageView block, const std::optional<ConstImageView>& marks);
  void (*label_block)(const Execution& on, const ComponentsSpec& spec, Faces edges, ConstImageView block,
                      const BlockLabels& known, ImageView labels);
  void (*filter_block)(const Execution& on, const ComponentFilterSpec& spec, Faces edges, ConstImageView block,
                       const std::optional<ConstImageView>& marks, std::span<const std::uint8_t> stays, ImageView out);
  void (*watershed)(const Execution& on, const WatershedSpec& spec, ConstImageView image,
                    const std::optional<ConstImageView>& mask, ImageView labels);
  WatershedForest (*watershed_forest)(const Execution& on, const WatershedSpec& spec, const WatershedBlock& block);
  void (*watershed_block)(const Execution& on, const WatershedSpec& spec, const WatershedBlock& block,
                          const KnownLabels& known, ImageView labels);
  void (*distance_transform)(const Execution& on, const DistanceTransformSpec& spec, ConstImageView image,
                             const DistanceTransformResults& results);
  void (*histogram)(const Execution& on, const HistogramSpec& spec, ConstImageView image,
                    std::span<std::int64_t> counts);
  void (*row_function)(const Execution& on, const RowFunctionSpec& spec, ConstImageView image,
                       const std::optional<ImageView>& out);
  std::vector<BoundaryEdge> (*boundary_forest)(const Execution& on, const BoundaryForestSpec& spec,
                                               ConstImageView level, ConstImageView limit);
  LabelSums (*label_sums)(const Execution& on, const LabelSumsSpec& spec, ConstImageView labels,
                          const std::optional<ConstImageView>& levels);
  void (*renumber)(const Execution& on, std::span<const std::uint64_t> labels, ConstImageView image, ImageView out);
  void (*outlines)(const Execution& on, const OutlinesSpec& spec, ConstImageView labels,
                   const std::function<void(Bytes)>& give);

  // Device memory: allocate, free, query. Null in backends of the host. Addresses are tokens; never dereference them.
  void* (*reserve)(const Execution& on, std::int64_t bytes) = nullptr;
  void (*release)(void* address) noexcept = nullptr;
  bool (*holds)(const void* address) = nullptr;
};

// clang-format off
#define PREAMAR_PRIMITIVES(each) \
  each(map)                      \
  each(reduce)                   \
  each(propagate)                \
  each(stencil)                  \
  each(convolve)                 \
  each(edge_thinning)            \
  each(label)                    \
  each(filter_components)        \
  each(border_components)        \
  each(border_counts)            \
  each(label_block)              \
  each(filter_block)             \
  each(watershed)                \
  each(watershed_forest)         \
  each(watershed_block)          \
  each(distance_transform)       \
  each(histogram)                \
  each(row_function)             \
  each(boundary_forest)          \
  each(label_sums)               \
  each(renumber)                 \
  each(outlines)
// clang-format on

// Declares the function of a primitive in a backend's namespace; fills its entry in the backend's table, after the
// name.
#define PREAMAR_DECLARE_PRIMITIVE(primitive) std::remove_pointer_t<decltype(Backend::primitive)> primitive;
#define PREAMAR_TABLE_PRIMITIVE(primitive) , .primitive = primitive

#define PREAMAR_SIZE_OF_PRIMITIVE(primitive) +sizeof(Backend::primitive)
static_assert(offsetof(Backend, map) PREAMAR_PRIMITIVES(PREAMAR_SIZE_OF_PRIMITIVE) == offsetof(Backend, reserve),
              "PREAMAR_PRIMITIVES must name every primitive of Backend");
#undef PREAMAR_SIZE_OF_PRIMITIVE

// The backend of `on.device`. Throws Error (device) if the device has none. Defined in src/execution.
const Backend& backend_for(const Execution& on);

}  // namespace preamar::primitives
