// Loops that accumulate one value: a reduction.
#include "nests/accumulate.h"
#include "nests/kinds.h"
#include "nests/obstacle.h"
#include "nests/paths.h"
#include "origin.h"
#include "words.h"

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

// Whether the value of an update may be a NaN.
bool may_be_nan(const Update& update) {
  return update.value && update.value->IgnoreParenImpCasts()->getType()->isRealFloatingType();
}

void check_nan(const Accumulation& sum, const clang::ASTContext& context) {
  for (const Update& update : sum.updates) {
    if (update.on_nan != OnNan::takes || !may_be_nan(update)) continue;
    const std::string name = sum.variable->getNameAsString(), value = text_of(*update.value, context);
    const std::string compared = value + (sum.word == "maximum" ? " > " : " < ") + name;
    stop(*update.statement,
         quoted(*sum.variable) + " becomes NaN where '" + value +
             "' is NaN, and the next turn replaces it, so that the result depends on the order",
         "let '" + name + "' stay where it is compared with a NaN: " + name + " = " + compared + " ? " + value + " : " +
             name + ";");
  }
}

// The loops begin at the first pixel. If it is a NaN, no comparison replaces it; any other NaN is left out.
class FirstPixel {
 public:
  FirstPixel(const Loops& loops, const Accumulation& sum, const Signature& signature) {
    if (!sum.is_from_pixel) return;
    const Update& update = sum.updates.front();
    is_needed_ = update.on_nan == OnNan::keeps && may_be_nan(update);
    if (!is_needed_) return;
    const clang::Expr& value = *update.value->IgnoreParenImpCasts();
    const clang::VarDecl* const local = named_by(&value);
    for (const Access& access : loops.images.accesses)
      if (access.expression == &value) value_ = access.image->getNameAsString();
    if (local) value_ = local->getNameAsString();
    const bool is_maximum = sum.word == "maximum";
    neutral_ = is_maximum ? "-1 / 0.0f" : "1 / 0.0f";
    combine_ = is_maximum ? "a != a || b <= a ? a : b" : "a != a || b >= a ? a : b";
    for (std::size_t axis = loops.images.axes.size() == 3 ? 0 : 1; axis < 3; ++axis) {
      const std::string name = signature.unused_name(std::string(position_words[axis]));
      is_first_ += (is_first_.empty() ? "" : " && ") + name + " == 0";
      parameters_.insert(parameters_.begin(),
                         "[[clang::annotate(\"preamar::" + std::string(position_words[axis]) + "\")]] int " + name);
    }
  }

  [[nodiscard]] bool is_needed() const { return is_needed_; }
  // What stands before and after the value of a pixel.
  [[nodiscard]] std::string before() const { return value_ + " == " + value_ + " || (" + is_first_ + ") ? "; }
  [[nodiscard]] std::string after() const { return " : " + neutral_; }
  [[nodiscard]] std::string comment() const { return is_needed_ ? "; a NaN counts only as the first pixel" : ""; }
  [[nodiscard]] const std::string& combine() const { return combine_; }
  [[nodiscard]] const std::vector<std::string>& parameters() const { return parameters_; }

 private:
  bool is_needed_ = false;
  std::string value_, neutral_, is_first_, combine_;
  std::vector<std::string> parameters_;  // positions
};

// If each iteration adds one value at its end, that value is returned; otherwise the iteration runs with a local
// variable.
Outcome outcome_of(const Loops& loops, const Accumulation& sum, const Signature& signature, const FirstPixel& first,
                   TurnWriter& writer) {
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
    else if (first.is_needed())
      writer.return_value(*update.statement, *update.value, first.before(), first.after());
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
  check_nan(sum, loops.context);
  check_each_pixel(loops, "reduction", sum.is_from_pixel);
  const Signature signature(loops.nest, loops.images, loops.window, loops.symbols, loops.context);
  TurnWriter writer(loops.nest, loops.images, loops.window, loops.symbols, loops.context);
  const FirstPixel first(loops, sum, signature);
  const Outcome outcome = outcome_of(loops, sum, signature, first, writer);
  const Turn turn = writer.write(outcome);

  const std::vector<const clang::VarDecl*> read = images_read(loops);
  std::map<const clang::VarDecl*, std::string> words;
  for (const clang::VarDecl* const image : read) words[image] = image->getNameAsString();
  if (sum.result) words[sum.result] = "result";
  std::vector<std::string> parameters = signature.pixels(read);
  parameters.insert(parameters.end(), first.parameters().begin(), first.parameters().end());
  for (std::string& other : signature.others(turn, {read.begin(), read.end()})) parameters.push_back(std::move(other));

  const std::string name = loops.nest.function->getNameAsString();
  const std::string lift = signature.unused_name(name + "_of_pixel"), of_two = signature.unused_name(name + "_of_two");
  Extracted extracted;
  extracted.description = "a reduction of " + listed(read) + " to its " + sum.word;
  extracted.text =
      function_text("The value of a pixel for '" + name + "'" + first.comment() + ".", "", outcome.type, lift,
                    parameters, turn.text) +
      "\n" +
      function_text("Combines two values of '" + name + "'.", "reduce lift=" + lift + signature.options(turn, words),
                    outcome.type, of_two, {outcome.type + " a", outcome.type + " b"},
                    "  return " + (first.is_needed() ? first.combine() : sum.combine) + ";\n");
  return extracted;
}

}  // namespace preamar::convert
