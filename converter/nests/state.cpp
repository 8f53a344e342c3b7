#include "nests/state.h"

#include "mathematics.h"
#include "nests/obstacle.h"
#include "nests/paths.h"
#include "origin.h"

#include <algorithm>

namespace preamar::convert {
namespace {

using clang::dyn_cast;
using clang::isa;

// Whether an iteration may read the variable before setting it.
bool is_read_early(const clang::VarDecl& variable, const std::vector<const clang::Stmt*>& turn) {
  const auto is_store = [&](const clang::Stmt& statement) {
    if (const auto* const declaration = dyn_cast<clang::DeclStmt>(&statement))
      return std::ranges::any_of(declaration->decls(), [&](const clang::Decl* one) {
        return one == &variable && variable.getInit() != nullptr;
      });
    const clang::Expr* const target = written_by(statement);
    return target && named_by(target) == &variable;
  };
  // The left side of a plain assignment is not read.
  std::vector<const clang::Stmt*> written;
  for (const clang::Stmt* const root : turn)
    walk(root, [&](const clang::Stmt& statement, const Around&) {
      const auto* const binary = dyn_cast<clang::BinaryOperator>(&statement);
      if (binary && binary->getOpcode() == clang::BO_Assign) written.push_back(binary->getLHS()->IgnoreParens());
    });
  const auto is_read = [&](const clang::Stmt& statement) {
    const auto* const reference = dyn_cast<clang::DeclRefExpr>(&statement);
    return reference && reference->getDecl() == &variable && std::ranges::find(written, reference) == written.end();
  };
  return follow(turn, is_store, is_read).early_read != nullptr;
}

class State {
 public:
  State(const Nest& nest, const Symbols& symbols) : nest_(nest), symbols_(symbols) {
    for (const clang::Stmt* const statement : nest.before)
      if (is_in_loops(*statement)) row_.push_back(statement);
    row_.push_back(nest.body);
  }

  std::vector<const clang::VarDecl*> carried() {
    for (const clang::ParmVarDecl* const parameter : nest_.function->parameters())
      if (symbols_.variables().changes_in(*parameter, *nest_.loops.front().loop)) carried_.push_back(parameter);
    walk(nest_.loops.front().loop, [&](const clang::Stmt& statement, const Around&) {
      const clang::Expr* const target = written_by(statement);
      const clang::VarDecl* const bottom = target ? bottom_of(target) : nullptr;
      if (!bottom || !isa<clang::ParmVarDecl>(bottom)) return;
      const clang::QualType type = bottom->getType();
      if (type->isRecordType() || (type->isPointerType() && type->getPointeeType()->isRecordType()))
        stop(statement, "each turn writes into " + quoted(*bottom) + ", and later turns may read it",
             "write one image, gather one value, or add to counters");
    });
    for (const clang::Stmt* const statement : nest_.before) {
      const auto* const declaration = dyn_cast<clang::DeclStmt>(statement);
      if (!declaration) continue;
      for (const clang::Decl* const one : declaration->decls())
        if (const auto* const variable = dyn_cast<clang::VarDecl>(one)) look_at(*variable, *statement);
    }
    return std::move(carried_);
  }

 private:
  bool is_in_loops(const clang::Stmt& statement) const {
    bool is_found = false;
    walk(nest_.loops.front().loop, [&](const clang::Stmt& one, const Around&) { is_found |= &one == &statement; });
    return is_found;
  }

  void look_at(const clang::VarDecl& variable, const clang::Stmt& declaration) {
    const clang::QualType element = variable.getASTContext().getBaseElementType(variable.getType());
    if (symbols_.is_pixel_variable(variable) || element.isConstQualified()) return;
    if (variable.hasGlobalStorage())
      throw Obstacle{variable.getLocation(),
                     "the static variable " + quoted(variable) + " keeps its value from one turn to the next",
                     "make it const if it never changes"};
    if (variable.getType()->isArrayType() || variable.getType()->isRecordType()) {
      bool is_changed = false;
      walk(nest_.loops.front().loop, [&](const clang::Stmt& one, const Around&) {
        const clang::Expr* const target = written_by(one);
        is_changed = is_changed || (target && bottom_of(target) == &variable);
      });
      if (is_changed)
        throw Obstacle{variable.getLocation(),
                       quoted(variable) +
                           " is declared outside the loops over pixels, and one turn may read of it "
                           "what another wrote",
                       "declare it in the innermost of the loops over pixels"};
      return;
    }
    std::size_t in_body = 0, in_loops = 0;
    bool is_plain = true;
    for (const Write& write : symbols_.variables().writes(variable)) {
      if (write.at == nest_.body || is_inside(write.around, nest_.body)) ++in_body;
      if (!is_inside(write.around, nest_.loops.front().loop)) continue;
      ++in_loops;
      is_plain = is_plain && write.value;
    }
    if (in_body > 0 ? is_read_early(variable, {nest_.body})
                    : in_loops > 0 &&
                          (in_loops > 1 || !is_plain || (!is_in_loops(declaration) && is_read_early(variable, row_))))
      carried_.push_back(&variable);
  }

  const Nest& nest_;
  const Symbols& symbols_;
  std::vector<const clang::Stmt*> row_;
  std::vector<const clang::VarDecl*> carried_;
};

}  // namespace

std::vector<const clang::VarDecl*> carried_variables(const Nest& nest, const Symbols& symbols,
                                                     clang::ASTContext& /*context*/) {
  return State(nest, symbols).carried();
}

void check_exits(const Nest& nest) {
  walk(nest.body, [&](const clang::Stmt& statement, const Around& around) {
    const bool is_inner_loop = std::ranges::any_of(around, [](const clang::Stmt* outer) {
      return isa<clang::ForStmt>(outer) || isa<clang::WhileStmt>(outer) || isa<clang::DoStmt>(outer) ||
             isa<clang::SwitchStmt>(outer);
    });
    const char* const rest = "let every turn run, and decide for each pixel by itself";
    if (isa<clang::BreakStmt>(statement) && !is_inner_loop)
      stop(statement, "a break out of the loops over pixels: later turns depend on this one", rest);
    if (isa<clang::ReturnStmt>(statement))
      stop(statement, "a return out of the loops over pixels: later turns depend on this one", rest);
    const auto* const call = dyn_cast<clang::CallExpr>(&statement);
    const clang::FunctionDecl* const callee = call ? call->getDirectCallee() : nullptr;
    if (callee && !own_definition(*callee) && !math_function(callee->getNameAsString()))
      stop(statement, quoted(*callee) + " is called in each turn, and its body is not in this file",
           "call functions of this file, or those of math.h that docs/convert.md lists");
    if (isa<clang::GotoStmt>(statement) || isa<clang::LabelStmt>(statement))
      stop(statement, "a goto or its label in the loops over pixels", "use if, continue, or a function with return");
  });
}

}  // namespace preamar::convert
