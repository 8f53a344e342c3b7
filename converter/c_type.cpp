#include "c_type.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Type.h>

namespace preamar::convert {
namespace {

DType integer(std::int64_t bytes, bool is_signed) {
  const int log2_size = bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : 3;
  return static_cast<DType>(static_cast<int>(is_signed ? DType::int8 : DType::uint8) + log2_size);
}

std::string name_as_written(clang::QualType type, const clang::ASTContext& context) {
  clang::PrintingPolicy policy = context.getPrintingPolicy();
  policy.Bool = true;
  return type.getUnqualifiedType().getAsString(policy);
}

std::optional<Field> field_of(const clang::FieldDecl& field, const clang::ASTContext& context) {
  clang::QualType type = field.getType();
  std::int64_t count = 1;
  while (const clang::ConstantArrayType* array = context.getAsConstantArrayType(type)) {
    const std::uint64_t extent = array->getSize().getLimitedValue();
    if (extent == 0 || extent > (1U << 20) || count > (1 << 20)) return {};
    count *= static_cast<std::int64_t>(extent);
    type = array->getElementType();
  }
  const std::optional<DType> dtype = dtype_of(type, context);
  if (!dtype || field.isBitField()) return {};
  return Field{field.getNameAsString(), *dtype, count};
}

}  // namespace

std::optional<DType> dtype_of(clang::QualType type, const clang::ASTContext& context) {
  const auto* number = type->getAs<clang::BuiltinType>();
  if (number == nullptr) return {};
  const std::int64_t bytes = context.getTypeSizeInChars(type).getQuantity();
  switch (number->getKind()) {
    case clang::BuiltinType::Bool:
      return DType::boolean;
    case clang::BuiltinType::Float:
      return DType::float32;
    case clang::BuiltinType::Double:
      return DType::float64;
    default:
      if (!number->isInteger() || bytes > 8) return {};
      return integer(bytes, number->isSignedInteger());
  }
}

std::optional<Type> type_of(clang::QualType type, const clang::ASTContext& context) {
  Type known{name_as_written(type, context), {}, {}};
  if (const std::optional<DType> dtype = dtype_of(type, context)) {
    known.dtype = *dtype;
    return known;
  }
  const auto* record = type->getAsRecordDecl();
  if (record == nullptr) return {};
  for (const clang::FieldDecl* field : record->fields())
    if (std::optional<Field> one = field_of(*field, context)) known.fields.push_back(*std::move(one));
  return known;
}

}  // namespace preamar::convert
