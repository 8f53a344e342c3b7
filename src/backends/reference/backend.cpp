#include "backends/reference/backend.h"

namespace preamar::reference {

const Backend& backend() {
  static constexpr Backend table = {.name = "reference" PREAMAR_PRIMITIVES(PREAMAR_TABLE_PRIMITIVE)};
  return table;
}

}  // namespace preamar::reference
