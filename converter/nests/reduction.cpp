// Loops that accumulate one value: a reduction.
#include "nests/accumulate.h"
#include "nests/kinds.h"
#include "nests/obstacle.h"
#include "nests/paths.h"
#include "origin.h"

namespace preamar::convert {
namespace {

void check_types(const Accumulation& sum) {
  if (!sum.variable->getType()->isArithmeticType())
    throw Obstacle{sum.variable->getLocation(), quoted(*sum.variable) + " is no number", "gather numbers"};
  for (const Update& update : sum.updates)
    if (update.value && sum.variable->getType()->isIntegerType() && !update.value->getType()->isIntegerType() &&
        !update.value->IgnoreImpCasts()->getType()->isIntegerType())
      stop(*update.statement,
           quoted(*sum.variable) + " is an integer, and what is brought in has a fraction, so that each turn rounds",
           "let it be a double, or convert each value first");
}

// If each iteration adds one value at its end, that value is returned; otherwise the iteration runs with a local
// variable.
Outcome outcome_of(const Loops& loops, const Accumulation& sum, const Signature& signature, TurnWriter& writer) {
  Outcome outcome;
  outcome.variable = sum.variable;
  outcome.type = signature.element_type(*sum.variable);
  outcome.name = sum.variable->getNameAsString();
  for (const Update& update : sum.updates) outcome.stores.insert(update.statement);
  outcome.start = writer.rewriting().plain(writer.rewriting().span_of(*sum.start));
  const bool are_at_end = are_last(*loops.nest.body, outcome.stores);
  outcome.is_returned_at_once = are_at_end && (!sum.is_choice || sum.is_from_pixel);
  if (sum.is_from_pixel) {
    const Paths paths = follow(
        {loops.nest.body}, [&](const clang::Stmt& one) { return outcome.stores.contains(&one); },
        [](const clang::Stmt&) { return false; });
    if (!are_at_end || !paths.ends_without.empty())
      stop(*sum.start, quoted(*sum.variable) + " begins at a pixel, and not every turn brings its pixel in",
           "begin at a number: the smallest value of the type for a maximum, the largest for a minimum");
  }
  if (!outcome.is_returned_at_once) {
    writer.need(*sum.start);
    return outcome;
  }
  for (const Update& update : sum.updates) {
    if (!update.value)
      writer.return_text(*update.statement, update.is_negative ? "-1" : "1");
    else if (update.is_negative)
      writer.return_value(*update.statement, *update.value, "-(", ")");
    else
      writer.return_value(*update.statement, *update.value, "", "");
  }
  return outcome;
}

}  // namespace

void check_gathers(const clang::VarDecl& variable, const Loops& loops) {
  check_updates(variable, loops.nest, loops.images, loops.symbols, loops.context);
}

Extracted reduction(const Loops& loops, const clang::VarDecl& gathered) {
  const Accumulation sum = find_accumulation(gathered, loops.nest, loops.images, loops.symbols, loops.context);
  check_types(sum);
  check_each_pixel(loops, "reduction", sum.is_from_pixel);
  const Signature signature(loops.nest, loops.images, loops.window, loops.symbols, loops.context);
  TurnWriter writer(loops.nest, loops.images, loops.window, loops.symbols, loops.context);
  const Outcome outcome = outcome_of(loops, sum, signature, writer);
  const Turn turn = writer.write(outcome);

  const std::vector<const clang::VarDecl*> read = images_read(loops);
  std::map<const clang::VarDecl*, std::string> words;
  for (const clang::VarDecl* const image : read) words[image] = image->getNameAsString();
  if (sum.result) words[sum.result] = "result";
  std::vector<std::string> parameters = signature.pixels(read);
  for (std::string& other : signature.others(turn, {read.begin(), read.end()})) parameters.push_back(std::move(other));

  const std::string name = loops.nest.function->getNameAsString();
  const std::string lift = signature.unused_name(name + "_of_pixel"), of_two = signature.unused_name(name + "_of_two");
  Extracted extracted;
  extracted.description = "a reduction of " + listed(read) + " to its " + sum.word;
  extracted.text =
      function_text("The value of a pixel for '" + name + "'.", "", outcome.type, lift, parameters, turn.text) + "\n" +
      function_text("Combines two values of '" + name + "'.", "reduce lift=" + lift + signature.options(turn, words),
                    outcome.type, of_two, {outcome.type + " a", outcome.type + " b"},
                    "  return " + sum.combine + ";\n");
  return extracted;
}

}  // namespace preamar::convert
