#include "nests/extract.h"

#include "nests/kinds.h"
#include "nests/obstacle.h"
#include "nests/state.h"
#include "origin.h"

#include <clang/AST/Attr.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <sstream>

namespace preamar::convert {
namespace {

using clang::dyn_cast;
using clang::isa;

bool is_marked(const clang::FunctionDecl& function, llvm::StringRef begin) {
  return std::ranges::any_of(function.specific_attrs<clang::AnnotateAttr>(),
                             [&](const clang::AnnotateAttr* mark) { return mark->getAnnotation().starts_with(begin); });
}

// Definitions in the main file.
std::vector<const clang::FunctionDecl*> definitions(const clang::ASTContext& context) {
  std::vector<const clang::FunctionDecl*> all;
  for (const clang::Decl* const one : context.getTranslationUnitDecl()->decls()) {
    const auto* const function = dyn_cast<clang::FunctionDecl>(one);
    if (function && function->isThisDeclarationADefinition() && function->hasPrototype() &&
        context.getSourceManager().isInMainFile(function->getLocation()))
      all.push_back(function);
  }
  return all;
}

std::string with_indentation(const std::string& text) {
  std::istringstream lines(text);
  std::string all;
  for (std::string line; std::getline(lines, line);) all += line.empty() ? "\n" : "    " + line + "\n";
  return all;
}

[[noreturn]] void stop_carried(const clang::VarDecl& variable, const Nest& nest, const Symbols& symbols,
                               const clang::ASTContext& context) {
  const clang::Stmt* at = nest.body;
  for (const Write& write : symbols.variables().writes(variable))
    if (std::ranges::find(write.around, nest.loops.front().loop) != write.around.end()) at = write.at;
  stop(*at,
       quoted(variable) + " carries a value from one turn to the next: '" + text_of(*at, context) +
           "' changes what later turns read",
       "compute it from the pixels of the turn alone, or keep the loops serial");
}

Extracted extract(const clang::FunctionDecl& function, clang::ASTContext& context) {
  if (function.isVariadic())
    throw Obstacle{function.getLocation(), quoted(function) + " takes any number of arguments", "name each of them"};
  Symbols symbols(function, context);
  const Nest nest = find_nest(function, symbols, context);
  check_exits(nest);
  const std::vector<const clang::VarDecl*> carried = carried_variables(nest, symbols, context);
  const Images images = find_images(nest, symbols, context);
  if (images.result || images.counters) {
    if (!carried.empty()) stop_carried(*carried.front(), nest, symbols, context);
    if (!images.outside.empty())
      stop(*images.outside.front(), "'" + text_of(*images.outside.front(), context) + "' is read before the loops",
           "hand the value over as a parameter");
  }
  if (images.accesses.empty())
    throw Obstacle{function.getLocation(), "the loops of " + quoted(function) + " read no image that is a parameter",
                   "index a parameter by [y * width + x], or by [y][x]"};
  const Window window = find_window(nest, images, symbols, context);
  const Loops loops{nest, images, window, symbols, context};
  if (images.result) return image_function(loops);
  if (images.counters) return histogram(loops);
  if (carried.empty())
    throw Obstacle{function.getLocation(), "the loops of " + quoted(function) + " leave nothing behind",
                   "write an image, gather a value, or add to counters"};
  if (carried.size() > 1) {
    for (const clang::VarDecl* const one : carried) check_gathers(*one, loops);
    throw Obstacle{carried[1]->getLocation(),
                   quoted(*carried[0]) + " and " + quoted(*carried[1]) + " both gather from all turns: two results",
                   "write a function for each"};
  }
  return reduction(loops, *carried.front());
}

}  // namespace

std::vector<const clang::VarDecl*> images_read(const Loops& loops) {
  std::vector<const clang::VarDecl*> all;
  for (const clang::ParmVarDecl* const parameter : loops.nest.function->parameters())
    if (std::ranges::any_of(loops.images.accesses,
                            [&](const Access& access) { return access.image == parameter && access.is_read; }))
      all.push_back(parameter);
  return all;
}

std::string listed(const std::vector<const clang::VarDecl*>& images) {
  std::string all;
  for (std::size_t i = 0; i < images.size(); ++i)
    all += (i == 0 ? "" : i + 1 == images.size() ? " and " : ", ") + quoted(*images[i]);
  return all;
}

void check_each_pixel(const Loops& loops, const std::string& kind, bool may_begin_at_one) {
  if (loops.window.image)
    throw Obstacle{loops.nest.function->getLocation(),
                   "a " + kind + " that reads pixels around the one of the turn of " + quoted(*loops.window.image),
                   "write what is read around into an image first, by a function of its own"};
  for (const PixelLoop& axis : loops.images.axes) {
    const bool is_first_known = may_begin_at_one && loops.images.axes.size() == 1 && axis.first == 1;
    if ((axis.first != 0 && !is_first_known) || axis.last != 0)
      stop(*axis.loop,
           "the loop over " + quoted(*axis.variable) + " leaves out pixels, and a " + kind + " looks at every one",
           "let it go over all, and use an if for those that do not count");
  }
}

void check_nothing_after(const Loops& loops) {
  for (const clang::Stmt* const statement : loops.nest.after) {
    const auto* const end = dyn_cast<clang::ReturnStmt>(statement);
    clang::Expr::EvalResult result;
    if (end && (!end->getRetValue() || end->getRetValue()->EvaluateAsInt(result, loops.context))) continue;
    stop(*statement, "after the loops, '" + text_of(*statement, loops.context) + "' does more",
         "let the function end with its loops, and do the rest where it is called");
  }
}

std::vector<const clang::FunctionDecl*> marked_loops(const clang::ASTContext& context) {
  std::vector<const clang::FunctionDecl*> all = definitions(context);
  std::erase_if(all, [](const clang::FunctionDecl* one) { return !is_marked(*one, "preamar::loop"); });
  return all;
}

std::vector<const clang::FunctionDecl*> possible_loops(const clang::ASTContext& context) {
  std::vector<const clang::FunctionDecl*> all = definitions(context);
  std::erase_if(all, [](const clang::FunctionDecl* one) {
    const bool has_image = std::ranges::any_of(one->parameters(), [](const clang::ParmVarDecl* parameter) {
      return parameter->getType()->isPointerType() && !parameter->getType()->getPointeeType()->isRecordType();
    });
    bool has_loop = false;
    walk(one->getBody(),
         [&](const clang::Stmt& statement, const Around&) { has_loop |= isa<clang::ForStmt>(statement); });
    return !has_image || !has_loop || is_marked(*one, "preamar::");
  });
  return all;
}

std::vector<Extraction> extract_loops(const std::vector<const clang::FunctionDecl*>& functions,
                                      clang::ASTContext& context, Refusals& refusals) {
  std::vector<Extraction> all;
  for (const clang::FunctionDecl* const function : functions) {
    try {
      Extracted extracted = extract(*function, context);
      all.push_back({function->getNameAsString(), std::move(extracted.description), std::move(extracted.text),
                     function->getLocation(), function->getBodyRBrace(),
                     context.getSourceManager().getFileOffset(
                         context.getSourceManager().getExpansionLoc(function->getBodyRBrace())) +
                         1});
    } catch (const Obstacle& obstacle) {
      refusals.add(obstacle.at, obstacle.what, obstacle.instead);
    }
  }
  return all;
}

Suggestions suggestions(const std::vector<const clang::FunctionDecl*>& functions, clang::ASTContext& context) {
  Suggestions all;
  for (const clang::FunctionDecl* const function : functions) {
    const std::string name = quoted(*function);
    const clang::PresumedLoc place = context.getSourceManager().getPresumedLoc(function->getLocation());
    all.text += std::string(place.getFilename()) + ":" + std::to_string(place.getLine()) + ":" +
                std::to_string(place.getColumn()) + ": ";
    Refusals refusals(context.getSourceManager());
    const std::vector<Extraction> extracted = extract_loops({function}, context, refusals);
    for (const Extraction& one : extracted) {
      all.text += name + " is " + one.description + "; mark it [[clang::annotate(\"preamar::loop\")]]\n" +
                  with_indentation(one.text);
      ++all.proposed;
    }
    if (!extracted.empty()) continue;
    all.text += name + " cannot be extracted\n";
    for (const Refusal& refusal : refusals.take()) all.text += with_indentation(refusal.text());
  }
  return all;
}

std::vector<Inserted> inserted_lines(const std::vector<Extraction>& extracted, const clang::SourceManager& sources) {
  std::vector<Inserted> all;
  for (const Extraction& one : extracted) {
    const clang::PresumedLoc place = sources.getPresumedLoc(one.at), end = sources.getPresumedLoc(one.end);
    all.push_back({place.getFilename(), place.getLine(), place.getColumn(), end.getLine(),
                   static_cast<unsigned>(std::ranges::count(one.text, '\n')) + 1});
  }
  return all;
}

std::string with_extracted(const std::string& file, const std::vector<Extraction>& extracted) {
  std::vector<const Extraction*> order;
  for (const Extraction& one : extracted) order.push_back(&one);
  std::ranges::sort(order, {}, &Extraction::behind);
  std::string all;
  std::size_t at = 0;
  for (const Extraction* const one : order) {
    const std::size_t line = std::min(file.find('\n', one->behind), file.size());
    // A comment may follow the brace; anything else stays after the inserted text.
    const std::size_t end = file.find_first_not_of(" \t\r", one->behind) >= line ? line : one->behind;
    all += file.substr(at, end - at) + "\n\n" + one->text.substr(0, one->text.size() - 1);
    at = end;
  }
  return all + file.substr(at);
}

}  // namespace preamar::convert
