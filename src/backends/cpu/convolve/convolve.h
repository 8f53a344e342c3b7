// `convolve` with explicit tuning, which changes its speed and never its results.
#pragma once

#include "primitives/convolve.h"

namespace preamar::cpu {
using namespace primitives;

struct ConvolveTuning {
  std::int64_t rows = 0, columns = 0;  // of a block; 0: from its reach and the number of threads
  // Results larger than a core's share of the caches bypass them. On two threads of a Xeon (model 143, AVX3),
  // 2026-11-15, this takes a Sobel magnitude of 133 MB from 24 to 21 ms.
  std::int64_t large = std::int64_t{1} << 25;
};

void convolve(const Execution& on, const ConvolveSpec& spec, ConstImageView image, const ConvolveResults& results,
              const ConvolveTuning& tuning);

}  // namespace preamar::cpu
