// `convolve` with numbers that change how fast it is and never what it gives.
#pragma once

#include "primitives/convolve.h"

namespace preamar::cpu {
using namespace primitives;

struct ConvolveTuning {
  std::int64_t rows = 0, columns = 0;  // of a block; 0: as its reach and the threads ask for
  // Results of more bytes than a core's part of the caches go past them. On two threads of a Xeon (model 143, AVX3),
  // 2026-11-15, that takes a Sobel magnitude of 133 MB from 24 to 21 ms.
  std::int64_t large = std::int64_t{1} << 25;
};

void convolve(const Execution& on, const ConvolveSpec& spec, ConstImageView image, const ConvolveResults& results,
              const ConvolveTuning& tuning);

}  // namespace preamar::cpu
