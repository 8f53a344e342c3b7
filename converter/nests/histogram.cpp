// Loops that add to counters: a histogram.
#include "nests/kinds.h"
#include "nests/obstacle.h"
#include "origin.h"

#include <llvm/ADT/StringRef.h>

namespace preamar::convert {
namespace {

using clang::dyn_cast;

// The number of counters: a parameter, a number, or neither.
Cleared count_of(const Loops& loops) {
  const clang::VarDecl& counters = *loops.images.counters;
  Cleared count;
  for (const Cleared& one : loops.nest.cleared) {
    if (one.counters != &counters)
      throw Obstacle{one.counters->getLocation(),
                     quoted(*one.counters) + " is set to zero before the loops over pixels, and is no counter of them",
                     "do that where the function is called"};
    count = one;
  }
  if (count.counters) return count;
  count.counters = &counters;
  clang::QualType type = clang::cast<clang::ParmVarDecl>(counters).getOriginalType();
  std::int64_t number = 1;
  while (const clang::ConstantArrayType* const array = loops.context.getAsConstantArrayType(type)) {
    number *= static_cast<std::int64_t>(array->getSize().getLimitedValue(1U << 20));
    type = array->getElementType();
    count.number = std::min<std::int64_t>(number, 1 << 24);
  }
  for (const clang::ParmVarDecl* const parameter : loops.nest.function->parameters())
    if (count.number == 0 && parameter->getType()->isIntegerType() &&
        llvm::StringRef(parameter->getNameAsString()).lower().find("bin") != std::string::npos)
      count.count = parameter;
  return count;
}

// `counters[a][b]` becomes `counters[(a) * columns + (b)]`.
void flatten(const Access& access, const Loops& loops, TurnWriter& writer) {
  const auto* const inner = dyn_cast<clang::ArraySubscriptExpr>(access.expression);
  const auto* const outer =
      inner ? dyn_cast<clang::ArraySubscriptExpr>(inner->getBase()->IgnoreParenImpCasts()) : nullptr;
  const auto* const row = outer ? loops.context.getAsConstantArrayType(outer->getType()) : nullptr;
  if (!row || access.index.size() != 2)
    stop(*access.expression, "'" + text_of(*access.expression, loops.context) + "': counters that are no plain array",
         "use counters[e]");
  const Rewriting& text = writer.rewriting();
  const Span base = text.span_of(*outer->getBase()), a = text.span_of(*outer->getIdx()),
             b = text.span_of(*inner->getIdx()), all = text.span_of(*inner);
  writer.change({base.second, a.first}, "[(");
  writer.change({a.second, b.first}, ") * " + std::to_string(row->getSize().getLimitedValue(1U << 20)) + " + (");
  writer.change({b.second, all.second}, ")]");
}

}  // namespace

Extracted histogram(const Loops& loops) {
  check_nothing_after(loops);
  check_each_pixel(loops, "histogram", false);
  const clang::VarDecl& counters = *loops.images.counters;
  const Signature signature(loops.nest, loops.images, loops.window, loops.symbols, loops.context);
  const std::string type = signature.element_type(counters);
  if (type != "int" && type != "unsigned int" && type != "int32_t" && type != "uint32_t")
    throw Obstacle{counters.getLocation(), quoted(counters) + " has counters of type '" + type + "'",
                   "count by int or unsigned int"};
  TurnWriter writer(loops.nest, loops.images, loops.window, loops.symbols, loops.context);
  Outcome outcome;
  for (const Access& access : loops.images.counted) {
    if (access.index.size() > 1) flatten(access, loops, writer);
    for (const clang::Stmt* const outer : access.around)
      if (written_by(*outer)) outcome.stores.insert(outer);
  }
  const Turn turn = writer.write(outcome);

  const std::vector<const clang::VarDecl*> read = images_read(loops);
  const Cleared count = count_of(loops);
  std::map<const clang::VarDecl*, std::string> words{{&counters, "result"}};
  for (const clang::VarDecl* const image : read) words[image] = image->getNameAsString();
  std::set<const clang::VarDecl*> own(read.begin(), read.end());
  own.insert(&counters);
  if (count.count) {
    words[count.count] = "bins";
    own.insert(count.count);
  }
  std::vector<std::string> parameters = signature.pixels(read);
  parameters.push_back(type + "* " + counters.getNameAsString());
  parameters.push_back("int " + (count.count ? count.count->getNameAsString() : signature.unused_name("bins")));
  for (std::string& other : signature.others(turn, own)) parameters.push_back(std::move(other));

  const std::string name = loops.nest.function->getNameAsString();
  const std::string bins = count.number > 0 ? " bins=" + std::to_string(count.number) : "";
  Extracted extracted;
  extracted.description = "a histogram of " + listed(read);
  extracted.text = function_text("Adds a pixel to the counters of '" + name + "'.",
                                 "histogram" + bins + signature.options(turn, words), "void",
                                 signature.unused_name(name + "_pixel"), parameters, turn.text);
  return extracted;
}

}  // namespace preamar::convert
