#include "checks/dependence.h"

#include "checks/loop.h"
#include "checks/while_loop.h"

#include <clang/AST/ASTContext.h>

#include <algorithm>

namespace preamar::convert {
namespace {

using clang::dyn_cast;
using clang::isa;

// Whether `around` is inside the body or the third part of a loop over `variable`.
bool is_turning(const clang::VarDecl& variable, const Around& around) {
  return std::ranges::any_of(around, [&](const clang::Stmt* statement) {
    const std::optional<WhileLoop> known = read_while(*statement, variable.getASTContext());
    if (known && known->variable == &variable && known->bound) return true;
    const auto* const loop = dyn_cast<clang::ForStmt>(statement);
    return loop && read_loop(*loop).variable == &variable && std::ranges::find(around, loop->getInit()) == around.end();
  });
}

}  // namespace

Dependence::Dependence(const Marked& marked) : marked_(marked) {
  for (const clang::FunctionDecl* const function : marked.functions) {
    variables_[function] = std::make_unique<Variables>(*function);
    walk(function->getBody(), [&](const clang::Stmt& statement, const Around& around) {
      const auto* const call = dyn_cast<clang::CallExpr>(&statement);
      const clang::FunctionDecl* const callee = call ? call->getDirectCallee() : nullptr;
      if (callee) calls_[callee->getCanonicalDecl()].push_back({call, function, around});
    });
  }
}

std::string Dependence::cause(const clang::Expr& expression, const Around& around,
                              const clang::FunctionDecl& function) const {
  std::string found;
  walk(&expression, [&](const clang::Stmt& statement, const Around& inner) {
    if (!found.empty() || --patience_ < 0) return;
    for (const clang::Stmt* const outer : inner)
      if (isa<clang::UnaryExprOrTypeTraitExpr>(outer)) return;
    if (written_by(statement)) {
      found = "a value that it changes";
    } else if (const auto* const reference = dyn_cast<clang::DeclRefExpr>(&statement)) {
      if (const auto* const variable = dyn_cast<clang::VarDecl>(reference->getDecl()))
        found = cause(*variable, around, function);
    }
  });
  return patience_ < 0 ? "more than can be followed" : found;
}

std::string Dependence::cause(const clang::VarDecl& variable, const Around& around,
                              const clang::FunctionDecl& function) const {
  const std::string name = "'" + variable.getNameAsString() + "'";
  const Variables& of_function = variables(function);
  if (variable.hasGlobalStorage()) return "";  // constants; others are rejected elsewhere
  if (std::ranges::find(asked_, &variable) != asked_.end()) return name + ", which changes";
  asked_.push_back(&variable);
  std::string found;
  const std::vector<Write>& writes = of_function.writes(variable);
  const auto* const parameter = dyn_cast<clang::ParmVarDecl>(&variable);
  const bool is_array = variable.getType()->isArrayType();
  const bool is_const = variable.getASTContext().getBaseElementType(variable.getType()).isConstQualified();
  if (of_function.is_address_taken(variable) || (is_array && !is_const)) {
    found = name + ", which may change";
  } else if (parameter) {
    found = writes.empty() ? cause_of_parameter(*parameter) : name + ", which changes";
  } else if (is_turning(variable, around)) {
    // Its own bounds are examined at its loop.
  } else if (writes.size() != 1 || !writes.front().value) {
    found = name + ", which changes";
  } else {
    found = cause(*writes.front().value, writes.front().around, function);
  }
  asked_.pop_back();
  return found;
}

std::string Dependence::cause_of_parameter(const clang::ParmVarDecl& parameter) const {
  const std::string name = "'" + parameter.getNameAsString() + "'";
  const bool is_known = std::ranges::find(marked_.places, &parameter) != marked_.places.end() ||
                        std::ranges::find(marked_.settings, &parameter) != marked_.settings.end();
  if (is_known || &parameter == marked_.bins) return "";
  if (std::ranges::find(marked_.pixels, &parameter) != marked_.pixels.end()) return "the pixel " + name;
  const auto* const function = dyn_cast<clang::FunctionDecl>(parameter.getDeclContext());
  if (!function || function == marked_.function || function == marked_.lift) return "the value " + name;
  if (parameter.getType()->isPointerType()) return name + ", a pointer";
  const auto calls = calls_.find(function->getCanonicalDecl());
  if (calls == calls_.end()) return "the value " + name;
  for (const Call& call : calls->second) {
    const unsigned position = parameter.getFunctionScopeIndex();
    if (position >= call.call->getNumArgs()) return name;
    const std::string found = cause(*call.call->getArg(position), call.around, *call.caller);
    if (!found.empty()) return name + ", which is given " + found;
  }
  return "";
}

}  // namespace preamar::convert
