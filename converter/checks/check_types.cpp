#include "checks/checks.h"
#include "checks/tree.h"

#include <clang/AST/Attr.h>
#include <clang/AST/RecordLayout.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringSet.h>

#include <algorithm>

namespace preamar::convert {
namespace {

using clang::dyn_cast;

constexpr std::int64_t largest_parameters = 4000;  // bytes; every device supports 4096 bytes of kernel arguments

bool is_fixed(llvm::StringRef name) {
  static const llvm::StringSet<> names{"int8_t",  "int16_t",  "int32_t",  "int64_t",
                                       "uint8_t", "uint16_t", "uint32_t", "uint64_t"};
  return names.contains(name);
}

struct Fault {
  std::string what;  // follows the name of the typed entity
  std::string instead;
};

std::optional<Fault> fault_of(const clang::BuiltinType& type) {
  switch (type.getKind()) {
    case clang::BuiltinType::Char_S:
    case clang::BuiltinType::Char_U:
      return Fault{"is a char, which is signed with some compilers and not with others",
                   "use signed char or unsigned char"};
    case clang::BuiltinType::LongLong:
    case clang::BuiltinType::ULongLong:
      return Fault{"is a long long, which OpenCL C does not have", "use int64_t or uint64_t of stdint.h"};
    case clang::BuiltinType::Long:
      return Fault{"is a long, which has 32 bits on some systems and 64 on others",
                   "use int32_t or int64_t of stdint.h"};
    case clang::BuiltinType::ULong:
      return Fault{"is an unsigned long, which has 32 bits on some systems and 64 on others",
                   "use uint32_t or uint64_t of stdint.h"};
    case clang::BuiltinType::LongDouble:
    case clang::BuiltinType::Float128:
    case clang::BuiltinType::Ibm128:
      return Fault{"is a long double, which devices do not have", "use double"};
    case clang::BuiltinType::Half:
    case clang::BuiltinType::Float16:
    case clang::BuiltinType::BFloat16:
      return Fault{"is a number of 16 bits with a fraction, which not all targets have", "use float"};
    case clang::BuiltinType::Int128:
    case clang::BuiltinType::UInt128:
      return Fault{"has 128 bits, which devices do not have", "use int64_t or uint64_t of stdint.h"};
    case clang::BuiltinType::Void:
    case clang::BuiltinType::Bool:
    case clang::BuiltinType::SChar:
    case clang::BuiltinType::UChar:
    case clang::BuiltinType::Short:
    case clang::BuiltinType::UShort:
    case clang::BuiltinType::Int:
    case clang::BuiltinType::UInt:
    case clang::BuiltinType::Float:
    case clang::BuiltinType::Double:
      return {};
    default:
      return Fault{"is of a type that not all targets have", "use int, float, double or a type of stdint.h"};
  }
}

class Types {
 public:
  Types(const Marked& marked, clang::ASTContext& context, Refusals& refusals)
      : marked_(marked), context_(context), refusals_(refusals) {}

  void check() {
    for (const clang::FunctionDecl* const function : marked_.functions) check(*function);
    for (const clang::VarDecl* const constant : marked_.constants) check(*constant);
    check_settings();
  }

 private:
  void check(const clang::FunctionDecl& function) {
    check(function.getReturnType(), function.getLocation(), "what '" + function.getNameAsString() + "' returns");
    for (const clang::ParmVarDecl* const parameter : function.parameters()) check(*parameter);
    walk(function.getBody(), [&](const clang::Stmt& statement, const Around& around) {
      if (const auto* const declaration = dyn_cast<clang::DeclStmt>(&statement)) {
        for (const clang::Decl* const each : declaration->decls())
          if (const auto* const variable = dyn_cast<clang::VarDecl>(each)) check(*variable);
      } else if (const auto* const cast = dyn_cast<clang::CStyleCastExpr>(&statement)) {
        check(cast->getTypeAsWritten(), cast->getBeginLoc(), "'" + text_of(*cast, context_) + "'");
      } else if (const auto* const size = dyn_cast<clang::UnaryExprOrTypeTraitExpr>(&statement)) {
        if (size->isArgumentType())
          check(size->getArgumentType(), size->getBeginLoc(), "'" + text_of(*size, context_) + "'");
      } else if (const auto* const number = dyn_cast<clang::IntegerLiteral>(&statement)) {
        check_literal(*number);
      } else if (const auto* const fraction = dyn_cast<clang::FloatingLiteral>(&statement)) {
        check(fraction->getType(), fraction->getBeginLoc(), "'" + text_of(*fraction, context_) + "'");
      } else if (clang::isa<clang::StringLiteral>(statement) && !is_of_nan(around)) {
        refusals_.add(statement.getBeginLoc(), "a string: pixels have no use for text",
                      "use numbers, or an array of them");
      }
    });
  }

  // NAN is a compiler function with an empty string.
  [[nodiscard]] static bool is_of_nan(const Around& around) {
    return std::ranges::any_of(around, [](const clang::Stmt* outer) {
      const auto* const call = dyn_cast<clang::CallExpr>(outer);
      const clang::FunctionDecl* const callee = call ? call->getDirectCallee() : nullptr;
      return callee && callee->getName().starts_with("__builtin_nan");
    });
  }

  void check(const clang::VarDecl& variable) {
    const auto* const parameter = dyn_cast<clang::ParmVarDecl>(&variable);
    check(parameter ? parameter->getOriginalType() : variable.getType(), variable.getLocation(),
          "'" + variable.getNameAsString() + "'");
  }

  void check_literal(const clang::IntegerLiteral& number) {
    const auto* const type = number.getType()->getAs<clang::BuiltinType>();
    if (type && (type->getKind() == clang::BuiltinType::LongLong || type->getKind() == clang::BuiltinType::ULongLong))
      refusals_.add(number.getBeginLoc(),
                    "'" + text_of(number, context_) + "' is a long long, which OpenCL C does not have",
                    "leave out the LL, and convert: (int64_t)1, with stdint.h");
  }

  // Looks through typedefs and arrays, one name after another.
  void check(clang::QualType type, clang::SourceLocation at, const std::string& who) {
    for (;;) {
      if (const auto* const name = dyn_cast<clang::TypedefType>(type.getTypePtr())) {
        const clang::TypedefNameDecl& declaration = *name->getDecl();
        if (is_fixed(declaration.getName())) return;
        if (context_.getSourceManager().isInSystemHeader(declaration.getLocation()))
          return refusals_.add(at,
                               who + " is a " + declaration.getNameAsString() + ", whose size differs between systems",
                               "use int, or a type of stdint.h with a fixed size, like int64_t");
        type = name->desugar();
      } else if (const auto* const array = dyn_cast<clang::VariableArrayType>(type.getTypePtr())) {
        return refusals_.add(at,
                             who + " is an array whose length is known only when it runs" +
                                 (array->getSizeExpr() ? " ('" + text_of(*array->getSizeExpr(), context_) + "')" : ""),
                             "use the largest length there can be, as a number, a macro or an enumerator");
      } else if (const auto* const row = dyn_cast<clang::ArrayType>(type.getTypePtr())) {
        type = row->getElementType();
      } else if (const auto* const pointer = dyn_cast<clang::PointerType>(type.getTypePtr())) {
        if (pointer->getPointeeType()->isFunctionType())
          return refusals_.add(at, who + " is a pointer to a function, which devices do not have",
                               "call functions by their names");
        type = pointer->getPointeeType();
      } else {
        const clang::QualType next = type.getSingleStepDesugaredType(context_);
        if (next == type || next.getTypePtr() == type.getTypePtr()) return check_last(type, at, who);
        type = next;
      }
    }
  }

  void check_last(clang::QualType type, clang::SourceLocation at, const std::string& who) {
    if (const auto* const builtin = dyn_cast<clang::BuiltinType>(type.getTypePtr())) {
      if (const std::optional<Fault> fault = fault_of(*builtin))
        refusals_.add(at, who + " " + fault->what, fault->instead);
    } else if (const auto* const record = dyn_cast<clang::RecordType>(type.getTypePtr())) {
      check_record(*record->getDecl());
    } else if (type->isAnyComplexType()) {
      refusals_.add(at, who + " is complex, which devices do not have",
                    "use two variables, or a struct of two numbers");
    } else if (type->isVectorType() || type->isExtVectorType()) {
      refusals_.add(at, who + " is a vector of the compiler",
                    "use an array, or write for one number: pixels go in parallel anyway");
    } else if (!type->isEnumeralType() && !type->isAtomicType()) {  // check_writes rejects atomic ones
      refusals_.add(at, who + " is of a type that not all targets have",
                    "use int, float, double or a type of stdint.h");
    }
  }

  void check_record(const clang::RecordDecl& declared) {
    const clang::RecordDecl* const record = declared.getDefinition();
    if (!record || !seen_.insert(record).second) return;
    if (record->isUnion())
      return refusals_.add(record->getLocation(),
                           "a union: how bytes of one type look as another differs between devices",
                           "use a struct, and convert values");
    if (record->hasAttr<clang::PackedAttr>() || record->hasAttr<clang::AlignedAttr>())
      refusals_.add(record->getLocation(), "a struct whose fields are moved by an attribute",
                    "leave out packed and aligned");
    for (const clang::FieldDecl* const field : record->fields()) check_field(*field);
  }

  void check_field(const clang::FieldDecl& field) {
    const std::string who =
        field.getName().empty() ? "a field without a name" : "the field '" + field.getNameAsString() + "'";
    const clang::SourceLocation at = field.getLocation();
    const clang::QualType element = context_.getBaseElementType(field.getType());
    if (field.isBitField())
      refusals_.add(at, who + " has a number of bits: compilers place such fields as they like",
                    "use an integer, and masks");
    else if (field.getType()->isIncompleteArrayType())
      refusals_.add(at, who + " is an array without a length", "give it the largest length there can be");
    else if (element->isFunctionPointerType())
      refusals_.add(at, who + " is a pointer to a function, which devices do not have",
                    "call functions by their names");
    else if (element->isPointerType())
      refusals_.add(at, who + " is a pointer, and devices do not see the memory of the host",
                    "put the values themselves into the struct, as an array");
    else
      check(field.getType(), at, who);
  }

  void check_settings() {
    std::int64_t bytes = 0;
    for (const clang::ParmVarDecl* const setting : marked_.settings) {
      const clang::QualType type = setting->getType();
      bytes += context_.getTypeSizeInChars(type->isPointerType() ? type->getPointeeType() : type).getQuantity();
    }
    if (bytes > largest_parameters)
      refusals_.add(marked_.settings.front()->getLocation(),
                    "the parameters have " + std::to_string(bytes) + " bytes, more than the " +
                        std::to_string(largest_parameters) + " that every device takes",
                    "make a large table a constant of the file");
  }

  const Marked& marked_;
  clang::ASTContext& context_;
  Refusals& refusals_;
  llvm::SmallPtrSet<const clang::RecordDecl*, 8> seen_;
};

}  // namespace

void check_types(const Marked& marked, clang::ASTContext& context, Refusals& refusals) {
  Types(marked, context, refusals).check();
}

}  // namespace preamar::convert
