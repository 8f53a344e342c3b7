#include "front/reach.h"

#include "mathematics.h"
#include "origin.h"

#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/StringSet.h>

#include <algorithm>

namespace preamar::convert {
namespace {

// The expansions of INFINITY, NAN and HUGE_VAL.
bool is_constant_of_math(llvm::StringRef name) {
  static const llvm::StringSet<> names{"__builtin_inff", "__builtin_inf",       "__builtin_nanf",
                                       "__builtin_nan",  "__builtin_huge_valf", "__builtin_huge_val"};
  return names.contains(name);
}
// The expansions of isnan() and similar macros.
bool is_question_of_math(llvm::StringRef name) {
  static const llvm::StringSet<> names{"__builtin_isnan",    "__builtin_isinf",   "__builtin_isinf_sign",
                                       "__builtin_isfinite", "__builtin_signbit", "__builtin_signbitf"};
  return names.contains(name);
}

// Depth first, so that a callee comes before its callers.
class Walk : public clang::RecursiveASTVisitor<Walk> {
 public:
  Walk(Marked& marked, clang::ASTContext& context, Refusals& refusals)
      : marked_(marked), context_(context), refusals_(refusals) {}

  void enter(const clang::FunctionDecl& function) {
    if (std::ranges::count(marked_.functions, &function) > 0) return;
    path_.push_back(&function);
    TraverseStmt(function.getBody());
    path_.pop_back();
    marked_.functions.push_back(&function);
  }

  bool VisitCallExpr(clang::CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (callee == nullptr)
      refusals_.add(call->getBeginLoc(), "a function is called through a pointer", "call it by its name");
    else if (const clang::FunctionDecl* body = own_definition(*callee))
      call_own(*call, *body);
    else
      call_library(*call, *callee);
    return true;
  }

  bool VisitCastExpr(clang::CastExpr* cast) {
    if (cast->getCastKind() == clang::CK_FloatingToIntegral) marked_.kernel.converts_to_integers = true;
    return true;
  }

  bool VisitDeclRefExpr(clang::DeclRefExpr* use) {
    const auto* variable = clang::dyn_cast<clang::VarDecl>(use->getDecl());
    if (variable && variable->isFileVarDecl() && std::ranges::count(marked_.constants, variable) == 0) {
      marked_.constants.push_back(variable);
      if (clang::Expr* value = const_cast<clang::Expr*>(variable->getAnyInitializer())) TraverseStmt(value);
    }
    return true;
  }

 private:
  void call_own(const clang::CallExpr& call, const clang::FunctionDecl& callee) {
    if (const auto again = std::ranges::find(path_, &callee); again != path_.end()) {
      std::string way;
      for (auto step = again; step != path_.end(); ++step) way += (*step)->getNameAsString() + " -> ";
      return refusals_.add(call.getBeginLoc(),
                           "'" + callee.getNameAsString() + "' calls itself: " + way + callee.getNameAsString(),
                           "write it as a loop with a constant bound; devices have no stack for it");
    }
    if (callee.isVariadic())
      return refusals_.add(call.getBeginLoc(), "'" + callee.getNameAsString() + "' takes any number of arguments",
                           "name each of them");
    enter(callee);
  }

  void call_library(const clang::CallExpr& call, const clang::FunctionDecl& callee) {
    if (is_atomic_add(callee)) return;
    const std::string name = callee.getNameAsString();
    if (is_constant_of_math(name) || is_question_of_math(name)) {
      marked_.needs_math_header = true;
      return;
    }
    const MathFunction* known = math_function(name);
    if (known == nullptr) {
      const bool is_declared_here = is_of_user(callee.getLocation(), context_);
      return refusals_.add(call.getBeginLoc(),
                           "'" + name + "' is called, " +
                               (is_declared_here ? "and its body is not in this file"
                                                 : "which devices do not have or do in another way"),
                           is_declared_here
                               ? "#include the file that defines it"
                               : "call functions of this file, or those of math.h that docs/convert.md lists");
    }
    marked_.mathematics.insert(name);
    if (!known->is_exact && std::ranges::count(marked_.kernel.inexact, name) == 0)
      marked_.kernel.inexact.push_back(name);
  }

  Marked& marked_;
  clang::ASTContext& context_;
  Refusals& refusals_;
  std::vector<const clang::FunctionDecl*> path_;
};

}  // namespace

void reach(Marked& marked, clang::ASTContext& context, Refusals& refusals) {
  Walk walk(marked, context, refusals);
  if (marked.lift) walk.enter(*marked.lift);
  walk.enter(*marked.function);
}

}  // namespace preamar::convert
