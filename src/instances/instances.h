// The internal table of instances.
#pragma once

#include <preamar/generate.h>

#include "instances/painter.h"

#include <array>

namespace preamar::painters {

struct Entry {
  Instance shown;
  std::array<Painter (*)(const Window&), 2> images;  // the second is null if the instance has one image
  DType second = DType::uint8;                       // dtype of the second image; the first is uint8
};

// Throws Error (call) with similar names if the name is unknown.
[[nodiscard]] const Entry& entry_named(std::string_view name);

}  // namespace preamar::painters
