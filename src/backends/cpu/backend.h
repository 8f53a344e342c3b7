// The cpu backend: every core (oneTBB) and the widest vectors at hand (Highway).
#pragma once

#include "skeletons/backend.h"

#include <string>
#include <string_view>

namespace preamar::cpu {

std::vector<BoundaryEdge> boundary(const Execution& on, const BoundarySpec& spec, const ConstImage& level,
                                   const ConstImage& limit);
void convolve(const Execution& on, const ConvolveSpec& spec, const ConstImage& image, const ConvolveResults& results);
void edges(const Execution& on, const EdgesSpec& spec, const ConstImage& image, const Image& kept, const Image& sure);
void histogram(const Execution& on, const HistogramSpec& spec, const ConstImage& image, std::span<std::int64_t> counts);
void lines(const Execution& on, const LinesSpec& spec, const ConstImage& image, const LinesResults& results);
void map(const Execution& on, const MapSpec& spec, const ConstImage& image, const ConstImage& other, const Image& out);
Reduced reduce(const Execution& on, const ReduceSpec& spec, const ConstImage& image);
void propagate(const Execution& on, const PropagateSpec& spec, const ConstImage& seed, const ConstImage& limit,
               const Image& state);
std::int64_t label(const Execution& on, const ComponentsSpec& spec, const ConstImage& image, const Image& labels);
void label_block(const Execution& on, const ComponentsSpec& spec, Faces edges, const ConstImage& block,
                 const BlockLabels& known, const Image& labels);
OpenComponents open_components(const Execution& on, const ComponentsSpec& spec, Faces edges, const ConstImage& block);
OpenComponents open_facts(const Execution& on, const SieveSpec& spec, Faces edges, const ConstImage& block,
                          const ConstImage& marks);
void sieve(const Execution& on, const SieveSpec& spec, const ConstImage& image, const ConstImage& marks,
           const Image& out);
void sieve_block(const Execution& on, const SieveSpec& spec, Faces edges, const ConstImage& block,
                 const ConstImage& marks, std::span<const std::uint8_t> stays, const Image& out);
void stencil(const Execution& on, const StencilSpec& spec, const ConstImage& image, const Image& out);
void watershed(const Execution& on, const WatershedSpec& spec, const ConstImage& image, const ConstImage& mask,
               const Image& labels);
Tallies tally(const Execution& on, const TallySpec& spec, const ConstImage& labels, const ConstImage& levels);
void renumber(const Execution& on, std::span<const std::uint64_t> labels, const ConstImage& image, const Image& out);
void rows(const Execution& on, const RowsSpec& spec, const ConstImage& image, const Image& out);

const Backend& backend();
// The instruction set in use, by Highway's name.
std::string_view instruction_set();
// Threads and instruction set, in words.
std::string describe();

}  // namespace preamar::cpu
