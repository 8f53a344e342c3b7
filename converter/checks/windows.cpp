#include "checks/windows.h"

#include "origin.h"

#include <algorithm>

namespace preamar::convert {
namespace {

using clang::dyn_cast;

// The number of indices that remain if the argument is the window or a row of it; 0 if it is neither.
int handed_rank(const clang::Expr& argument, const std::map<const clang::ParmVarDecl*, int>& windows) {
  const clang::Expr* bare = argument.IgnoreParenImpCasts();
  int indices = 0;
  while (const auto* const subscript = dyn_cast<clang::ArraySubscriptExpr>(bare)) {
    bare = subscript->getBase()->IgnoreParenImpCasts();
    ++indices;
  }
  const auto* const parameter = clang::dyn_cast_or_null<clang::ParmVarDecl>(named_by(bare));
  const auto known = parameter ? windows.find(parameter) : windows.end();
  return known == windows.end() ? 0 : std::max(known->second - indices, 0);
}

bool is_handed_as_array(const clang::ParmVarDecl& parameter) { return parameter.getType()->isPointerType(); }

}  // namespace

const clang::ParmVarDecl* parameter_given(const clang::CallExpr& call, const clang::Expr* argument) {
  const clang::FunctionDecl* const callee = call.getDirectCallee();
  const clang::FunctionDecl* const body = callee ? own_definition(*callee) : nullptr;
  for (unsigned i = 0; body && i < std::min(call.getNumArgs(), body->getNumParams()); ++i)
    if (call.getArg(i)->IgnoreParenImpCasts() == argument->IgnoreParenImpCasts()) return body->getParamDecl(i);
  return nullptr;
}

void find_windows(Marked& marked, Refusals& refusals) {
  if (marked.skeleton != Skeleton::stencil || marked.pixels.empty()) return;
  marked.windows[marked.pixels.front()] = marked.kernel.rank;
  const auto each_argument = [&](const auto& work) {
    for (const clang::FunctionDecl* const function : marked.functions)
      walk(function->getBody(), [&](const clang::Stmt& statement, const Around&) {
        const auto* const call = dyn_cast<clang::CallExpr>(&statement);
        const clang::FunctionDecl* const callee = call ? call->getDirectCallee() : nullptr;
        const clang::FunctionDecl* const body = callee ? own_definition(*callee) : nullptr;
        for (unsigned i = 0; body && i < std::min(call->getNumArgs(), body->getNumParams()); ++i)
          if (is_handed_as_array(*body->getParamDecl(i))) work(*call->getArg(i), *body->getParamDecl(i), *body);
      });
  };
  // Callers come after their callees, so a helper of a helper is found in a later round.
  for (std::size_t known = 0; known != marked.windows.size();) {
    known = marked.windows.size();
    each_argument([&](const clang::Expr& argument, const clang::ParmVarDecl& parameter, const clang::FunctionDecl&) {
      if (const int rank = handed_rank(argument, marked.windows)) marked.windows[&parameter] = rank;
    });
  }
  each_argument(
      [&](const clang::Expr& argument, const clang::ParmVarDecl& parameter, const clang::FunctionDecl& helper) {
        const auto known = marked.windows.find(&parameter);
        if (known != marked.windows.end() && handed_rank(argument, marked.windows) != known->second)
          refusals.add(argument.getBeginLoc(),
                       quoted(helper) +
                           " is given the window at one place and another array here: they lie in memory of "
                           "different kinds on devices",
                       "write a function for each");
      });
}

void check_shared_helpers(const std::vector<Marked>& all, Refusals& refusals) {
  for (const Marked& one : all)
    for (const Marked& other : all)
      for (const auto& [parameter, rank] : one.windows) {
        const auto* const helper = clang::cast<clang::FunctionDecl>(parameter->getDeclContext());
        const bool is_reached = std::ranges::find(other.functions, helper) != other.functions.end();
        const auto known = other.windows.find(parameter);
        if (is_reached && helper != other.function && (known == other.windows.end() || known->second != rank))
          refusals.add(helper->getLocation(),
                       quoted(*helper) + " is given the window by " + quoted(*one.function) + " and another array by " +
                           quoted(*other.function) + ": they lie in memory of different kinds on devices",
                       "write a function for each");
      }
}

}  // namespace preamar::convert
