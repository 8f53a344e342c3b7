#include "checks/checks.h"
#include "checks/ranges.h"

namespace preamar::convert {
namespace {

void check_index(const clang::Expr& index, Range range, Range whole, std::int64_t extent, const std::string& which,
                 const std::string& place, Refusals& refusals) {
  if (range.is_within({0, extent - 1})) return;
  const std::string rule = "the window has " + which + "s 0 to " + std::to_string(extent - 1);
  const std::string start = "'" + place + "': ";
  const std::string values = std::to_string(range.low) + " to " + std::to_string(range.high);
  if (range.low == range.high)
    refusals.add(index.getBeginLoc(), start + which + " " + std::to_string(range.low) + " is outside: " + rule,
                 "declare a larger window; its middle is the pixel itself");
  else if (range.low >= extent || range.high < 0)
    refusals.add(index.getBeginLoc(), start + "the " + which + " goes from " + values + ", which is outside: " + rule,
                 "declare a larger window, or mend the index");
  else if (range == whole)
    refusals.add(
        index.getBeginLoc(), start + "nothing shows that the " + which + " stays in the window: " + rule,
        "use numbers, constants and variables of loops with constant bounds, or an if around it that keeps it inside");
  else
    refusals.add(index.getBeginLoc(), start + "the " + which + " may be anything from " + values + ", but " + rule,
                 "declare a larger window, or mend the bounds");
}

}  // namespace

void check_window(const Marked& marked, clang::ASTContext& context, Refusals& refusals) {
  for (const clang::FunctionDecl* const function : marked.functions) {
    const Ranges ranges(*function, context);
    walk(function->getBody(), [&](const clang::Stmt& statement, const Around& around) {
      const auto* const reference = clang::dyn_cast<clang::DeclRefExpr>(&statement);
      const auto* const parameter = reference ? clang::dyn_cast<clang::ParmVarDecl>(reference->getDecl()) : nullptr;
      const auto window = parameter ? marked.windows.find(parameter) : marked.windows.end();
      if (window == marked.windows.end()) return;
      const Use use = use_of(*reference, around);
      const std::size_t first = 3 - static_cast<std::size_t>(window->second);
      const std::string place = text_of(*use.place, context);
      for (std::size_t axis = first; axis < 3 && axis - first < use.subscripts.size(); ++axis) {
        const clang::Expr& index = *use.subscripts[axis - first]->getIdx();
        check_index(index, ranges.of(index, around), ranges.of(index.getType()), marked.kernel.window[axis],
                    axis == 0   ? "plane"
                    : axis == 1 ? "row"
                                : "column",
                    place, refusals);
      }
    });
  }
}

}  // namespace preamar::convert
