#include "blocks/families/families.h"

namespace preamar::blocks {

const Algorithm& algorithm_of(const BlockForm& form) {
  return std::visit([](const auto& kind) -> const Algorithm& { return algorithm_of(kind); }, form.kind);
}

}  // namespace preamar::blocks
