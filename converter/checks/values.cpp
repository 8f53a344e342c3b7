#include "checks/values.h"

#include "c_type.h"

#include <clang/AST/RecordLayout.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace preamar::convert {
namespace {

constexpr std::size_t most_shown = 8;

template <class Work>
auto with_type(DType dtype, Work work) {
  switch (dtype) {
    case DType::boolean:
      return work(bool{});
    case DType::uint8:
      return work(std::uint8_t{});
    case DType::uint16:
      return work(std::uint16_t{});
    case DType::uint32:
      return work(std::uint32_t{});
    case DType::uint64:
      return work(std::uint64_t{});
    case DType::int8:
      return work(std::int8_t{});
    case DType::int16:
      return work(std::int16_t{});
    case DType::int32:
      return work(std::int32_t{});
    case DType::int64:
      return work(std::int64_t{});
    case DType::float32:
      return work(float{});
    case DType::float64:
      break;
  }
  return work(double{});
}

double number_at(const Bytes& bytes, std::size_t offset, DType dtype) {
  return with_type(dtype, [&](auto value) {
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return static_cast<double>(value);
  });
}

std::string number_text(const Bytes& bytes, std::size_t offset, DType dtype) {
  if (!is_floating(dtype))
    return with_type(dtype, [&](auto value) {
      std::memcpy(&value, bytes.data() + offset, sizeof value);
      return std::to_string(value);
    });
  char text[32];
  std::snprintf(text, sizeof text, "%.7g", number_at(bytes, offset, dtype));
  return text;
}

}  // namespace

ValueType::ValueType(clang::QualType type, const clang::ASTContext& context)
    : size_(static_cast<std::size_t>(context.getTypeSizeInChars(type).getQuantity())) {
  add(type, 0, "", context);
}

ValueType::ValueType(DType dtype)
    : numbers_{{"", 0, dtype}}, size_(with_type(dtype, [](auto value) { return sizeof value; })) {}

void ValueType::add(clang::QualType type, std::size_t offset, const std::string& name,
                    const clang::ASTContext& context) {
  type = type.getCanonicalType();
  if (const auto* const enumeration = type->getAs<clang::EnumType>()) type = enumeration->getDecl()->getIntegerType();
  if (const std::optional<DType> dtype = dtype_of(type, context)) {
    numbers_.push_back({name, offset, *dtype});
  } else if (const clang::ConstantArrayType* const array = context.getAsConstantArrayType(type)) {
    const auto bytes = static_cast<std::size_t>(context.getTypeSizeInChars(array->getElementType()).getQuantity());
    for (std::size_t i = 0; i < array->getSize().getLimitedValue(); ++i)
      add(array->getElementType(), offset + i * bytes, name + "[" + std::to_string(i) + "]", context);
  } else if (const clang::RecordDecl* const record = type->getAsRecordDecl()) {
    const clang::ASTRecordLayout& layout = context.getASTRecordLayout(record);
    for (const clang::FieldDecl* const field : record->fields())
      add(field->getType(), offset + layout.getFieldOffset(field->getFieldIndex()) / 8, field->getNameAsString(),
          context);
  }
}

Bytes ValueType::random(std::mt19937_64& numbers, int least, int most, bool with_special) const {
  Bytes bytes(size_);
  for (const Number& number : numbers_)
    with_type(number.dtype, [&]<class T>(T) {
      constexpr bool has_fraction = std::is_floating_point_v<T>;
      const auto lowest = static_cast<double>(std::numeric_limits<T>::lowest());
      const auto highest = static_cast<double>(std::numeric_limits<T>::max());
      const int low = static_cast<int>(std::max<double>(least, lowest)),
                high = static_cast<int>(std::min<double>(most, highest));
      const auto turns = static_cast<std::uint64_t>(high - low) * (has_fraction ? 8 : 1) + 1;
      const auto drawn = static_cast<std::int64_t>(numbers() % turns);
      T value = has_fraction ? static_cast<T>(low + static_cast<double>(drawn) / 8) : static_cast<T>(low + drawn);
      if constexpr (has_fraction) {
        constexpr T infinity = std::numeric_limits<T>::infinity();
        constexpr T special[] = {std::numeric_limits<T>::quiet_NaN(), infinity, -infinity};
        if (with_special && numbers() % 4 == 0) value = special[numbers() % 3];
      }
      std::memcpy(bytes.data() + number.offset, &value, sizeof value);
    });
  return bytes;
}

bool ValueType::are_alike(const Bytes& a, const Bytes& b, const std::vector<Bytes>& others) const {
  double largest = 0;
  for (const Number& number : numbers_)
    for (const Bytes& other : others) {
      const double value = std::abs(number_at(other, number.offset, number.dtype));
      if (std::isfinite(value)) largest = std::max(largest, value);
    }
  return std::ranges::all_of(numbers_, [&](const Number& number) {
    const auto [name, offset, dtype] = number;
    if (!is_floating(dtype))
      return with_type(dtype, [&, start = offset](auto value) {
        return std::memcmp(a.data() + start, b.data() + start, sizeof value) == 0;
      });
    const double x = number_at(a, offset, dtype), y = number_at(b, offset, dtype);
    if (x == y) return true;
    if (!std::isfinite(x) || !std::isfinite(y)) return !std::isfinite(x) && !std::isfinite(y);
    return std::abs(x - y) <= 1e-4 * std::max({largest, std::abs(x), std::abs(y)});
  });
}

std::string ValueType::text(const Bytes& value) const {
  if (numbers_.size() == 1 && numbers_[0].name.empty()) return number_text(value, 0, numbers_[0].dtype);
  std::string all;
  for (const Number& number : numbers_) {
    if (&number == numbers_.data() + most_shown) {
      all += ", ...";
      break;
    }
    all += (all.empty() ? "" : ", ") + number.name + ": " + number_text(value, number.offset, number.dtype);
  }
  return "{" + all + "}";
}

}  // namespace preamar::convert
