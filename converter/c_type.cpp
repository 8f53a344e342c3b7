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

constexpr std::size_t most_fields = 4096;

// The number of values in a struct, including nested structs; an array of structs counts once per element.
void add_fields(const clang::RecordDecl& record, const std::string& before, const clang::ASTContext& context,
                std::vector<Field>& fields) {
  for (const clang::FieldDecl* field : record.fields()) {
    clang::QualType type = field->getType();
    std::int64_t count = 1;
    while (const clang::ConstantArrayType* array = context.getAsConstantArrayType(type)) {
      const std::uint64_t extent = array->getSize().getLimitedValue();
      if (extent == 0 || extent > (1U << 20) || count > (1 << 20)) return;
      count *= static_cast<std::int64_t>(extent);
      type = array->getElementType();
    }
    const std::string name = before + field->getNameAsString();
    const auto* inner = type->getAsRecordDecl();
    if (const std::optional<DType> dtype = dtype_of(type, context); dtype && !field->isBitField()) {
      fields.push_back({name, *dtype, count});
    } else if (inner != nullptr && inner->getDefinition() != nullptr) {
      const bool is_array = field->getType()->isArrayType();
      for (std::int64_t i = 0; i < count && fields.size() < most_fields; ++i)
        add_fields(*inner->getDefinition(),
                   name.empty() ? "" : name + (is_array ? "[" + std::to_string(i) + "]." : "."), context, fields);
    }
  }
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
  if (record->getDefinition() != nullptr) add_fields(*record->getDefinition(), "", context, known.fields);
  return known;
}

}  // namespace preamar::convert
