#include "checks/checks.h"
#include "checks/reserved.h"
#include "checks/tree.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <llvm/ADT/SmallPtrSet.h>

namespace preamar::convert {
namespace {

using clang::dyn_cast;

class Names {
 public:
  Names(const Marked& marked, clang::ASTContext& context, Refusals& refusals)
      : marked_(marked), context_(context), refusals_(refusals) {}

  void check() {
    for (const clang::FunctionDecl* const function : marked_.functions) check(*function);
    for (const clang::VarDecl* const constant : marked_.constants) {
      check_name_in_file(*constant);
      check_type(constant->getType());
    }
    check_macros();
  }

 private:
  void refuse(clang::SourceLocation at, const std::string& name, const std::string& owner) {
    refusals_.add(at, "'" + name + "' is " + owner, "give it another name, such as '" + other_name(name) + "'");
  }

  void check_name(const clang::NamedDecl& declaration) {
    const std::string name = declaration.getNameAsString();
    if (const std::string owner = owner_of(name); !owner.empty()) refuse(declaration.getLocation(), name, owner);
  }

  // Names next to the functions of the device, not inside a function of the user, where they would hide them.
  void check_name_in_file(const clang::NamedDecl& declaration) {
    check_name(declaration);
    const std::string name = declaration.getNameAsString();
    if (const std::string owner = owner_of_function(name); !owner.empty())
      refuse(declaration.getLocation(), name, owner);
  }

  // The name of the marked function is part of other names, and is called around it; the names of other functions are
  // replaced if necessary.
  void check_function_name(const clang::FunctionDecl& function) {
    const std::string name = function.getNameAsString();
    const bool is_called_around = &function == marked_.function || &function == marked_.lift;
    std::string owner = is_called_around ? owner_of(name) : owner_in_c(name);
    if (owner.empty() && is_called_around) owner = owner_around(name);
    if (!owner.empty()) refuse(function.getLocation(), name, owner);
  }

  void check(const clang::FunctionDecl& function) {
    check_function_name(function);
    check_type(function.getReturnType());
    for (const clang::ParmVarDecl* const parameter : function.parameters()) check(*parameter);
    walk(function.getBody(), [&](const clang::Stmt& statement, const Around&) {
      if (const auto* const declaration = dyn_cast<clang::DeclStmt>(&statement)) {
        for (const clang::Decl* const each : declaration->decls())
          if (const auto* const variable = dyn_cast<clang::VarDecl>(each)) check_local(*variable);
      } else if (const auto* const reference = dyn_cast<clang::DeclRefExpr>(&statement)) {
        const auto* const enumerator = dyn_cast<clang::EnumConstantDecl>(reference->getDecl());
        if (enumerator) check_name_in_file(*enumerator);
      } else if (const auto* const cast = dyn_cast<clang::CStyleCastExpr>(&statement)) {
        check_type(cast->getTypeAsWritten());
      }
    });
  }

  void check(const clang::VarDecl& variable) {
    check_name(variable);
    check_type(variable.getType());
  }

  // Converted code refers to counters by name, so no other variable may have that name there.
  void check_local(const clang::VarDecl& variable) {
    check(variable);
    for (const clang::ParmVarDecl* const kept : {marked_.counters, marked_.bins})
      if (kept && variable.getDeclName() == kept->getDeclName())
        refusals_.add(variable.getLocation(), "'" + variable.getNameAsString() + "' hides the parameter of that name",
                      "give it another name");
  }

  void check_type(clang::QualType type) {
    for (;;) {
      if (const auto* const name = dyn_cast<clang::TypedefType>(type.getTypePtr()))
        if (is_new(*name->getDecl())) check_name_in_file(*name->getDecl());
      if (type->isPointerType()) {
        type = type->getPointeeType();
      } else if (const auto* const array = dyn_cast<clang::ArrayType>(type.getTypePtr())) {
        type = array->getElementType();
      } else {
        const clang::QualType next = type.getSingleStepDesugaredType(context_);
        if (next.getTypePtr() == type.getTypePtr()) break;
        type = next;
      }
    }
    const clang::TagDecl* const tag = type->getAsTagDecl();
    if (!tag || !is_new(*tag)) return;
    check_name(*tag);
    if (const auto* const record = dyn_cast<clang::RecordDecl>(tag))
      for (const clang::FieldDecl* const field : record->fields()) check_name(*field);
    if (const auto* const enumeration = dyn_cast<clang::EnumDecl>(tag))
      for (const clang::EnumConstantDecl* const enumerator : enumeration->enumerators())
        check_name_in_file(*enumerator);
  }

  [[nodiscard]] bool is_new(const clang::NamedDecl& declaration) {
    return !context_.getSourceManager().isInSystemHeader(declaration.getLocation()) &&
           seen_.insert(&declaration).second;
  }

  // The syntax tree has no macros, so the text is read again.
  void check_macros() {
    const clang::SourceManager& sources = context_.getSourceManager();
    const clang::FileID file = sources.getMainFileID();
    clang::Lexer lexer(file, sources.getBufferOrFake(file), sources, context_.getLangOpts());
    std::string before[2];  // the last two tokens, the nearest first
    for (clang::Token token; !lexer.LexFromRawLexer(token);) {
      const bool is_word = token.is(clang::tok::raw_identifier);
      if (is_word && before[0] == "define" && before[1] == "#") {
        const std::string name = token.getRawIdentifier().str();
        for (const std::string& owner :
             {owner_of(name), owner_of_function(name), owner_of_family(name), owner_around(name)})
          if (!owner.empty()) refuse(token.getLocation(), name, owner);
      }
      before[1] = before[0];
      before[0] = is_word                                                 ? token.getRawIdentifier().str()
                  : token.is(clang::tok::hash) && token.isAtStartOfLine() ? "#"
                                                                          : "";
    }
  }

  const Marked& marked_;
  clang::ASTContext& context_;
  Refusals& refusals_;
  llvm::SmallPtrSet<const clang::NamedDecl*, 16> seen_;
};

}  // namespace

void check_names(const Marked& marked, clang::ASTContext& context, Refusals& refusals) {
  Names(marked, context, refusals).check();
}

}  // namespace preamar::convert
