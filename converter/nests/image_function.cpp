// Loops that write an image: a map, or a stencil.
#include "nests/kinds.h"
#include "nests/obstacle.h"
#include "nests/paths.h"
#include "origin.h"
#include "words.h"

#include <algorithm>

namespace preamar::convert {
namespace {

using clang::dyn_cast;
using clang::isa;

// Whether the value in `a SIGN value` needs parentheses.
bool needs_brackets(const clang::Expr& value, clang::BinaryOperatorKind sign) {
  const clang::Expr* const bare = value.IgnoreImpCasts();
  const auto* const binary = dyn_cast<clang::BinaryOperator>(bare);
  if (binary) return !clang::BinaryOperator::isAdditiveOp(sign) || !binary->isMultiplicativeOp();
  return isa<clang::ConditionalOperator>(bare);
}

class ImageFunction {
 public:
  explicit ImageFunction(const Loops& loops)
      : loops_(loops),
        result_(*loops.images.result),
        signature_(loops.nest, loops.images, loops.window, loops.symbols, loops.context),
        writer_(loops.nest, loops.images, loops.window, loops.symbols, loops.context) {}

  Extracted extract() {
    find_stores();
    std::vector<const clang::VarDecl*> read = images_read(loops_);
    if (!is_in_place_) std::erase(read, &result_);
    if (read.empty())
      throw Obstacle{loops_.nest.function->getLocation(),
                     "the loops of " + quoted(*loops_.nest.function) + " read no image",
                     "there is nothing to convert: fill the image as it is"};
    if (outcome_.is_returned_at_once) return_stores();
    const Turn turn = writer_.write(outcome_);
    std::set<const clang::VarDecl*> own(read.begin(), read.end());
    own.insert(&result_);
    std::map<const clang::VarDecl*, std::string> words;
    for (const clang::VarDecl* const image : read) words[image] = image->getNameAsString();
    words[&result_] = is_in_place_ ? "result:" + result_.getNameAsString() : "result";

    std::vector<std::string> parameters = signature_.pixels(read);
    for (std::string& other : signature_.others(turn, own)) parameters.push_back(std::move(other));
    const std::string name = loops_.nest.function->getNameAsString();
    const Window& window = loops_.window;
    std::string mark = window.image ? "stencil border=" + name_of(window.border) : "map";
    if (window.image && window.border == Border::constant) mark += " beyond=0";
    Extracted extracted;
    extracted.description =
        window.image ? "a stencil of " + window.size() + " over " + quoted(*window.image) + and_at_pixel(read)
                     : "a map of " + listed(read) + (is_in_place_ ? ", in place" : "");
    extracted.text = function_text("A pixel of '" + name + "'.", mark + signature_.options(turn, words, true),
                                   outcome_.type, signature_.unused_name(name + "_pixel"), parameters, turn.text);
    return extracted;
  }

 private:
  std::string and_at_pixel(std::vector<const clang::VarDecl*> read) const {
    std::erase(read, loops_.window.image);
    return read.empty() ? "" : ", with " + listed(read);
  }

  // Every path through an iteration stores a value, or leaves the pixel unchanged.
  void find_stores() {
    std::set<const clang::Stmt*> reads;
    for (const Access& access : loops_.images.accesses) {
      if (access.image != &result_) continue;
      if (access.is_read) reads.insert(access.expression);
      if (!access.is_written) continue;
      for (auto outer = access.around.rbegin(); outer != access.around.rend(); ++outer)
        if (written_by(**outer)) {
          outcome_.stores.insert(*outer);
          break;
        }
    }
    const Paths paths = follow(
        {loops_.nest.body}, [&](const clang::Stmt& one) { return outcome_.stores.contains(&one); },
        [&](const clang::Stmt& one) { return reads.contains(&one); });
    is_in_place_ = paths.early_read != nullptr;
    if (!is_in_place_ && !paths.ends_without.empty()) {
      const clang::Stmt& end = *paths.ends_without.front();
      throw Obstacle{end.getBeginLoc(),
                     "a turn may end here and store nothing in " + quoted(result_) +
                         ", so that the pixel depends on what was there before",
                     "store a value on each path: an else, or a store before the continue"};
    }
    outcome_.variable = &result_;
    outcome_.type = signature_.element_type(result_);
    outcome_.is_returned_at_once = are_last(*loops_.nest.body, outcome_.stores);
    if (is_in_place_) outcome_.start = result_.getNameAsString();
    if (!outcome_.is_returned_at_once)
      outcome_.name = is_in_place_ ? signature_.unused_name("value") : result_.getNameAsString();
  }

  void return_stores() {
    const std::string name = result_.getNameAsString();
    for (const clang::Stmt* const store : outcome_.stores) {
      const auto* const binary = dyn_cast<clang::BinaryOperator>(store);
      if (!binary) {
        const bool is_up = clang::cast<clang::UnaryOperator>(store)->isIncrementOp();
        writer_.return_text(*store, name + (is_up ? " + 1" : " - 1"));
      } else if (binary->getOpcode() == clang::BO_Assign) {
        writer_.return_value(*store, *binary->getRHS(), "", "");
      } else {
        const auto sign = clang::BinaryOperator::getOpForCompoundAssignment(binary->getOpcode());
        const bool is_long = needs_brackets(*binary->getRHS(), sign);
        writer_.return_value(*store, *binary->getRHS(),
                             name + " " + clang::BinaryOperator::getOpcodeStr(sign).str() + (is_long ? " (" : " "),
                             is_long ? ")" : "");
      }
    }
  }

  const Loops& loops_;
  const clang::VarDecl& result_;
  Signature signature_;
  TurnWriter writer_;
  Outcome outcome_;
  bool is_in_place_ = false;
};

}  // namespace

Extracted image_function(const Loops& loops) {
  check_nothing_after(loops);
  return ImageFunction(loops).extract();
}

}  // namespace preamar::convert
