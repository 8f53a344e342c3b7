// The table of instances, as the library itself sees it.
#pragma once

#include <preamar/generate.h>

#include "instances/painter.h"

#include <array>

namespace preamar::painters {

struct Entry {
  Instance shown;
  std::array<Painter (*)(const Window&), 2> images;  // the second is null where there is one
  DType second = DType::uint8;                       // of the second image; the first is uint8
};

// Throws Error (call), naming the nearest, where there is none of that name.
[[nodiscard]] const Entry& entry_named(std::string_view name);

}  // namespace preamar::painters
