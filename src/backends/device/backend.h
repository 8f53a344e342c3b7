// The backend of every device that has a driver: OpenCL and CUDA, from one set of launchers and one kernel text.
#pragma once

#include "skeletons/backend.h"

namespace preamar::device {

void map(const Execution& on, const MapSpec& spec, const ConstImage& image, const ConstImage& other, const Image& out);
Reduced reduce(const Execution& on, const ReduceSpec& spec, const ConstImage& image);
void stencil(const Execution& on, const StencilSpec& spec, const ConstImage& image, const Image& out);
void convolve(const Execution& on, const ConvolveSpec& spec, const ConstImage& image, const ConvolveResults& results);
void edges(const Execution& on, const EdgesSpec& spec, const ConstImage& image, const Image& kept, const Image& sure);
void histogram(const Execution& on, const HistogramSpec& spec, const ConstImage& image, std::span<std::int64_t> counts);
std::int64_t label(const Execution& on, const ComponentsSpec& spec, const ConstImage& image, const Image& labels);
void sieve(const Execution& on, const SieveSpec& spec, const ConstImage& image, const ConstImage& marks,
           const Image& out);
OpenComponents open_components(const Execution& on, const ComponentsSpec& spec, Faces edges, const ConstImage& block);
OpenComponents open_facts(const Execution& on, const SieveSpec& spec, Faces edges, const ConstImage& block,
                          const ConstImage& marks);
void label_block(const Execution& on, const ComponentsSpec& spec, Faces edges, const ConstImage& block,
                 const BlockLabels& known, const Image& labels);
void sieve_block(const Execution& on, const SieveSpec& spec, Faces edges, const ConstImage& block,
                 const ConstImage& marks, std::span<const std::uint8_t> stays, const Image& out);
void lines(const Execution& on, const LinesSpec& spec, const ConstImage& image, const LinesResults& results);
void propagate(const Execution& on, const PropagateSpec& spec, const ConstImage& seed, const ConstImage& limit,
               const Image& state);

const Backend& backend();

}  // namespace preamar::device
