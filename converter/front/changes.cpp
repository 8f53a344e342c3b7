#include "front/changes.h"

#include "checks/tree.h"
#include "front/names.h"
#include "origin.h"

#include <clang/AST/Attr.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

namespace preamar::convert {
namespace {

// An addition to a counter: out[index] += value.
struct Addition {
  const clang::Expr* whole;
  const clang::Expr* index;
  const clang::Expr* value = nullptr;  // none for one
  bool is_negative = false;
};

template <class Use>
void each_word(clang::SourceLocation begin, clang::SourceLocation end, const clang::ASTContext& context,
               const Use& use) {
  clang::Token token;
  for (clang::SourceLocation at = begin; at < end; at = token.getEndLoc()) {
    if (clang::Lexer::getRawToken(at, token, context.getSourceManager(), context.getLangOpts(), true) ||
        token.is(clang::tok::eof) || !(token.getLocation() < end))
      return;
    if (token.is(clang::tok::raw_identifier)) use(token.getLocation(), token.getRawIdentifier());
  }
}

class Body : public clang::RecursiveASTVisitor<Body> {
 public:
  // Without a target, additions are written in C.
  Body(const Target* target, const Marked& marked, clang::ASTContext& context, Edits& edits, Refusals& refusals)
      : target_(target), marked_(marked), context_(context), edits_(edits), refusals_(refusals) {}

  bool VisitCallExpr(clang::CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (callee == nullptr) return true;
    if (is_atomic_add(*callee)) {
      const auto* address = clang::dyn_cast<clang::UnaryOperator>(call->getArg(0)->IgnoreParenImpCasts());
      if (address && address->getOpcode() == clang::UO_AddrOf)
        if (const clang::Expr* index = counter_index(address->getSubExpr())) add({call, index, call->getArg(1)});
    } else if (target_ && marked_.mathematics.contains(callee->getNameAsString())) {
      const clang::SourceLocation at = call->getCallee()->IgnoreParenImpCasts()->getBeginLoc();
      if (is_in_file(at, "'" + callee->getNameAsString() + "' is called"))
        edits_.replace_token(at, "c_" + callee->getNameAsString());
    }
    return true;
  }

  bool VisitDeclRefExpr(clang::DeclRefExpr* use) {
    if (const auto* function = clang::dyn_cast<clang::FunctionDecl>(use->getDecl()))
      rename(*function, use->getLocation());
    return true;
  }

  // A prototype inside the body.
  bool VisitFunctionDecl(clang::FunctionDecl* declared) {
    rename(*declared, declared->getLocation());
    return true;
  }

  bool VisitUnaryOperator(clang::UnaryOperator* step) {
    if (!target_ || !step->isIncrementDecrementOp()) return true;
    if (const clang::Expr* index = counter_index(step->getSubExpr()))
      add({step, index, nullptr, step->isDecrementOp()});
    return true;
  }

  bool VisitCompoundAssignOperator(clang::CompoundAssignOperator* step) {
    if (!target_) return true;
    if (const clang::Expr* index = counter_index(step->getLHS()))
      add({step, index, step->getRHS(), step->getOpcode() == clang::BO_SubAssign});
    return true;
  }

  bool VisitVarDecl(clang::VarDecl* variable) {
    if (target_ && variable->isStaticLocal() && !dialect_of(*target_).has_static_locals &&
        is_in_file(variable->getBeginLoc(), "'" + variable->getNameAsString() + "' is declared static"))
      erase_storage(variable->getBeginLoc(), variable->getLocation(), context_, edits_);
    return true;
  }

  bool VisitCompoundLiteralExpr(clang::CompoundLiteralExpr* literal) {
    if (!target_ || !dialect_of(*target_).is_c_plus_plus) return true;
    const clang::SourceLocation open = literal->getLParenLoc();
    const clang::SourceRange type = literal->getTypeSourceInfo()->getTypeLoc().getSourceRange();
    if (!is_in_file(open, "a compound literal is written")) return true;
    edits_.replace(open, type.getBegin(), "");
    each_word(type.getBegin(), type.getEnd(), context_, [&](clang::SourceLocation at, std::string_view word) {
      if (word == "struct") edits_.erase_word(at);
    });
    edits_.replace(edits_.after(type.getEnd()), literal->getInitializer()->getBeginLoc(), "");
    return true;
  }

  // In an initialiser list C++ does not convert between number types implicitly.
  bool VisitInitListExpr(clang::InitListExpr* list) {
    if (!target_ || !dialect_of(*target_).is_c_plus_plus) return true;
    for (const clang::Expr* element : list->inits()) {
      const auto* cast = clang::dyn_cast<clang::ImplicitCastExpr>(element->IgnoreParens());
      const bool is_number =
          cast && cast->getType()->isArithmeticType() && cast->getSubExpr()->getType()->isArithmeticType();
      if (!is_number || cast->getCastKind() == clang::CK_LValueToRValue || cast->getCastKind() == clang::CK_NoOp ||
          cast->getSubExpr()->isEvaluatable(context_) ||
          !converted_.insert(cast->getBeginLoc().getRawEncoding()).second)
        continue;
      if (!is_in_file(cast->getBeginLoc(), "a list of values is written") ||
          !is_in_file(cast->getEndLoc(), "a list of values is written"))
        continue;
      clang::PrintingPolicy policy = context_.getPrintingPolicy();
      policy.Bool = true;
      edits_.insert(cast->getBeginLoc(), "(" + cast->getType().getUnqualifiedType().getAsString(policy) + ")(");
      edits_.insert(edits_.after(cast->getEndLoc()), ")");
    }
    return true;
  }

  // Keywords of C that other languages spell differently.
  void respell(clang::SourceRange range) {
    each_word(range.getBegin(), range.getEnd(), context_, [&](clang::SourceLocation at, std::string_view word) {
      if (word == "restrict" && dialect_of(*target_).is_c_plus_plus) edits_.replace_token(at, "__restrict");
      if (word == "_Bool") edits_.replace_token(at, "bool");
    });
  }

  // The replacement if the target already has a function with the name of this user function.
  void rename(const clang::FunctionDecl& function, clang::SourceLocation at) {
    if (!target_ || !own_definition(function)) return;
    const std::string other = name_in(*target_, function);
    if (other != function.getNameAsString() &&
        is_in_file(at, quoted(function) + ", a name that other languages have already, stands"))
      edits_.replace_token(at, other);
  }

 private:
  // The index, if an expression is a counter.
  [[nodiscard]] const clang::Expr* counter_index(const clang::Expr* expression) const {
    const auto* element = clang::dyn_cast<clang::ArraySubscriptExpr>(expression->IgnoreParens());
    if (element == nullptr) return nullptr;
    const auto* base = clang::dyn_cast<clang::DeclRefExpr>(element->getBase()->IgnoreParenImpCasts());
    return base && base->getDecl() == marked_.counters ? element->getIdx() : nullptr;
  }

  void add(const Addition& addition) {
    const clang::Expr& whole = *addition.whole;
    if (!is_in_file(whole.getBeginLoc(), "a counter is added to") ||
        !is_in_file(whole.getEndLoc(), "a counter is added to") ||
        !is_in_file(addition.index->getBeginLoc(), "a counter is chosen"))
      return;
    const std::string counters = marked_.counters->getNameAsString();
    const std::string before =
        target_ ? adding_function() + "(" + counters + ", " + marked_.bins->getNameAsString() + ", " : counters + "[";
    std::string between = target_ ? ", " : "] += ", behind = target_ ? ")" : "";
    if (addition.is_negative) {
      between += "-(";
      behind = ")" + behind;
    }
    const clang::SourceLocation index_end = edits_.after(addition.index->getEndLoc()),
                                end = edits_.after(whole.getEndLoc());
    edits_.replace(whole.getBeginLoc(), addition.index->getBeginLoc(), before);
    if (addition.value == nullptr) return edits_.replace(index_end, end, between + "1" + behind);
    if (!is_in_file(addition.value->getBeginLoc(), "a counter is added to")) return;
    edits_.replace(index_end, addition.value->getBeginLoc(), between);
    edits_.replace(edits_.after(addition.value->getEndLoc()), end, behind);
  }

  // OpenCL C has no overloads, and uses different functions to add floats and integers.
  [[nodiscard]] std::string adding_function() const {
    return *target_ == Target::opencl && is_floating(marked_.kernel.result.dtype) ? "add_to_sum" : "add_to_bin";
  }

  bool is_in_file(clang::SourceLocation at, const std::string& what) {
    if (!at.isMacroID()) return true;
    refusals_.add(at, what + " within a macro", "write that macro as a function");
    return false;
  }

  const Target* target_;
  const Marked& marked_;
  clang::ASTContext& context_;
  Edits& edits_;
  Refusals& refusals_;
  std::set<unsigned> converted_;  // positions of converted values; the tree contains initialiser lists twice
};

// GCC vectorises a loop over pixels only if no inner loop remains. It unrolls short loops by itself, and loops around
// them if asked to.
void write_out_nests(const clang::FunctionDecl& function, Edits& edits) {
  std::set<const clang::ForStmt*> nested;
  walk(function.getBody(), [&](const clang::Stmt& statement, const Around& around) {
    const auto* const inner = clang::dyn_cast<clang::ForStmt>(&statement);
    if (inner == nullptr) return;
    for (const clang::Stmt* const outer : around)
      if (const auto* const loop = clang::dyn_cast<clang::ForStmt>(outer)) nested.insert({loop, inner});
  });
  for (const clang::ForStmt* const loop : nested)
    if (!loop->getForLoc().isMacroID()) edits.insert(loop->getForLoc(), "_Pragma(\"GCC unroll 16\") ");
}

// Including the brackets around it.
void erase_mark(clang::SourceRange mark, Edits& edits, Refusals& refusals) {
  const auto is_bracketed = [&] {
    if (mark.getBegin().isMacroID() || mark.getEnd().isMacroID()) return false;
    const clang::SourceRange around(mark.getBegin().getLocWithOffset(-2),
                                    edits.after(mark.getEnd()).getLocWithOffset(1));
    const std::string text = edits.text(around);
    return text.starts_with("[[") && text.ends_with("]]");
  };
  if (!is_bracketed())
    return refusals.add(mark.getBegin(), "a mark that is not alone in its brackets",
                        "write [[clang::annotate(\"preamar::pixel\")]] before the parameter");
  edits.replace(mark.getBegin().getLocWithOffset(-2), edits.after(mark.getEnd()).getLocWithOffset(2), "");
}

// Whether a function only reads a parameter, value by value.
bool is_only_read(const clang::ParmVarDecl& parameter, const clang::FunctionDecl& function) {
  bool is_read = true;
  walk(function.getBody(), [&](const clang::Stmt& statement, const Around& around) {
    const auto* const name = clang::dyn_cast<clang::DeclRefExpr>(&statement);
    if (name == nullptr || name->getDecl() != &parameter) return;
    const Use use = use_of(*name, around);
    const clang::Expr* const written = use.parent ? written_by(*use.parent) : nullptr;
    is_read &= !use.place->getType()->isArrayType() && !is_address_of(use.parent) &&
               (written == nullptr || bottom_of(written) != &parameter);
  });
  return is_read;
}

std::string counters_text(const Dialect& dialect, const Kernel& kernel) {
  if (dialect.keeps_counter_type) return std::string(dialect.counters) + kernel.result.name + "* ";
  return is_floating(kernel.result.dtype) ? "double* " : std::string(dialect.counters);
}

// The window, or a part of it with `indices` indices, as a parameter called `name`.
std::string window_text(const Dialect& dialect, const Kernel& kernel, int indices, const std::string& name) {
  const std::string pixel = kernel.parameters[0].type.name;
  const auto more = [&](int axis) { return std::to_string(kernel.window[static_cast<std::size_t>(axis)] - 1); };
  if (indices == 1)
    return std::string(dialect.has_window_pitch ? dialect.window_begin : "const ") + pixel + "* " + name;
  if (!dialect.has_window_pitch) return (indices == 3 ? "Volume<" : "Window<") + pixel + "> " + name;
  const std::string rows = indices == 3 ? "[volume_rows + " + more(1) + "]" : "";
  return std::string(dialect.window_begin) + pixel + " (*" + name + ")" + rows +
         (kernel.rank == 3 ? "[volume_columns + " : "[tile_columns + ") + more(2) + "]";
}

bool is_struct_setting(const clang::ParmVarDecl& parameter, const Marked& marked) {
  return parameter.getType()->isRecordType() && std::ranges::find(marked.settings, &parameter) != marked.settings.end();
}

void change_parameters(const Dialect& dialect, const Marked& marked, const clang::FunctionDecl& function, Edits& edits,
                       Refusals& refusals) {
  for (const clang::ParmVarDecl* parameter : function.parameters()) {
    const std::string name = parameter->getNameAsString();
    const clang::SourceLocation begin = parameter->getBeginLoc(), end = edits.after(parameter->getEndLoc());
    for (const auto* mark : parameter->specific_attrs<clang::AnnotateAttr>())
      erase_mark(mark->getRange(), edits, refusals);
    if (parameter == marked.counters)
      edits.replace(begin, end, counters_text(dialect, marked.kernel) + name);
    else if (const auto window = marked.windows.find(parameter); window != marked.windows.end())
      edits.replace(begin, end, window_text(dialect, marked.kernel, window->second, name));
    else if (dialect.makes_vectors && is_struct_setting(*parameter, marked) && is_only_read(*parameter, function)) {
      // Avoids a copy per pixel, which would prevent vectorisation.
      if (!parameter->getType().isConstQualified()) edits.insert(begin, "const ");
      edits.insert(parameter->getLocation(), "&");
    }
  }
}

}  // namespace

void erase_storage(clang::SourceLocation begin, clang::SourceLocation end, const clang::ASTContext& context,
                   Edits& edits) {
  each_word(begin, end, context, [&](clang::SourceLocation at, std::string_view word) {
    if (word == "static" || word == "inline" || word == "extern" || word == "__inline" || word == "_Noreturn")
      edits.erase_word(at);
  });
}

void change_for(Target target, const Marked& marked, const clang::FunctionDecl& function, clang::ASTContext& context,
                Edits& edits, Refusals& refusals) {
  Body body(&target, marked, context, edits, refusals);
  body.TraverseStmt(function.getBody());
  body.rename(function, function.getLocation());
  erase_storage(function.getBeginLoc(), function.getLocation(), context, edits);
  body.respell(function.getSourceRange());
  if (dialect_of(target).makes_vectors) write_out_nests(function, edits);
  change_parameters(dialect_of(target), marked, function, edits, refusals);
}

void change_for_c(const Marked& marked, clang::ASTContext& context, Edits& edits, Refusals& refusals) {
  Body body(nullptr, marked, context, edits, refusals);
  body.TraverseStmt(marked.function->getBody());
}

}  // namespace preamar::convert
