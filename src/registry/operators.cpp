#include <preamar/operator.h>

#include "core/error_text.h"
#include "core/nearest.h"

namespace preamar {

// The row of an operator stands in its own file, in a namespace with the file's name.
#define OPERATOR(name) DUAL(name, name)
#define DUAL(name, file)                        \
  namespace file##_operator {                   \
    extern constinit const Operator name##_row; \
  }
#include "registry/operators.inc"
#undef DUAL

namespace {

constexpr const Operator* table[] = {
#define DUAL(name, file) &file##_operator::name##_row,
#include "registry/operators.inc"
#undef DUAL
#undef OPERATOR
};

}  // namespace

std::string_view name_of(Topic topic) noexcept {
  constexpr std::string_view names[] = {
      "Reconstruction and filling", "Objects and labels", "Distance",       "Filters and edges",
      "Thresholds and statistics",  "Point operations",   "Flat morphology"};
  return names[static_cast<int>(topic)];
}

std::span<const Operator* const> operators() noexcept { return table; }

const Operator& operator_named(std::string_view name) {
  for (const Operator* op : table)
    if (op->name == name) return *op;
  throw Error(ErrorKind::call, text("operator '", name, "' is unknown; ",
                                    nearest_text(name, table, "no operator has a similar name", &Operator::name)));
}

}  // namespace preamar
