// Numbers that change how fast the cpu backend is and never what it gives.
#pragma once

#include <cstdint>

namespace preamar::cpu {

struct Tuning {
  int tile = 0;               // side of a tile in cells; 0: the table's choice for the width and instruction set
  std::uint64_t shuffle = 0;  // not 0: tiles are visited in a random order seeded by this, for tests
};

}  // namespace preamar::cpu
