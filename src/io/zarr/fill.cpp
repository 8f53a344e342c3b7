#include "io/zarr/fill.h"

#include "core/dispatch.h"
#include "core/error_text.h"

#include <charconv>
#include <cstring>
#include <limits>
#include <utility>

namespace preamar::io {
namespace {

template <class T>
T bits_of(const JsonField& given, std::string_view digits) {
  using Word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  Word bits = 0;
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), bits, 16);
  if (code != std::errc() || end != digits.data() + digits.size()) given.fail("is not a hexadecimal number");
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

template <class T>
T float_of(const JsonField& given) {
  if (given.value().is_number()) return static_cast<T>(given.number());
  const std::string word = given.word();
  if (word == "NaN") return std::numeric_limits<T>::quiet_NaN();
  if (word == "Infinity") return std::numeric_limits<T>::infinity();
  if (word == "-Infinity") return -std::numeric_limits<T>::infinity();
  if (word.starts_with("0x")) return bits_of<T>(given, std::string_view(word).substr(2));
  given.fail(text("is '", word, "', which is not a number"));
}

template <class T>
T whole_of(const JsonField& given) {
  const Json& value = given.value();
  // Some write integers as 0.0.
  if (value.is_number_float() && value.get<double>() == 0) return 0;
  const auto holds = [&](auto number) { return std::in_range<T>(number); };
  if (value.is_number_unsigned() && holds(value.get<std::uint64_t>()))
    return static_cast<T>(value.get<std::uint64_t>());
  if (value.is_number_integer() && !value.is_number_unsigned() && holds(value.get<std::int64_t>()))
    return static_cast<T>(value.get<std::int64_t>());
  given.fail(text("is ", value.dump(), ", which the pixels do not hold"));
}

}  // namespace

std::array<std::byte, 8> fill_bytes(DType dtype, const JsonField& given) {
  std::array<std::byte, 8> bytes{};
  if (given.is_null()) return bytes;
  if (given.value().is_boolean() && dtype == DType::boolean) {
    bytes[0] = std::byte{given.value().get<bool>()};
    return bytes;
  }
  with_type(dtype, [&]<class T>(std::type_identity<T>) {
    T value;
    if constexpr (std::is_floating_point_v<T>)
      value = float_of<T>(given);
    else
      value = whole_of<T>(given);
    std::memcpy(bytes.data(), &value, sizeof value);
  });
  if (dtype == DType::boolean) bytes[0] = std::byte{bytes[0] != std::byte{0}};
  return bytes;
}

}  // namespace preamar::io
