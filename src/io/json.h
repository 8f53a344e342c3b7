// A JSON value. Only json_text.cpp includes the library that parses and writes it, which takes seconds to compile.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace preamar::io {

// Functions that need a certain kind throw std::bad_variant_access for a value of another.
class Json {
 public:
  using List = std::vector<Json>;
  using Fields = std::map<std::string, Json, std::less<>>;
  // The most lists and objects within each other that are parsed: copies, dump() and the destructor recurse.
  static constexpr std::size_t deepest = 1000;

  Json() noexcept;  // null
  Json(std::nullptr_t) noexcept : Json() {}
  Json(bool value);
  Json(std::int64_t value);
  Json(std::uint64_t value);
  template <std::signed_integral T>
  Json(T value) : Json(std::int64_t{value}) {}
  template <std::unsigned_integral T>
  Json(T value) : Json(std::uint64_t{value}) {}
  Json(double value);
  Json(const char* words);
  Json(const void*) = delete;  // would be a bool
  Json(std::string_view words);
  Json(std::string words);
  template <class T>
  Json(const std::vector<T>& items) : Json(array()) {
    for (const T& item : items) push_back(item);
  }
  // An object if each item is a list of two that begins with a string, otherwise a list.
  Json(std::initializer_list<Json> items);
  Json(const Json&);
  Json(Json&&) noexcept;
  Json& operator=(const Json&);
  Json& operator=(Json&&) noexcept;
  ~Json();

  [[nodiscard]] static Json array(std::initializer_list<Json> items = {});
  [[nodiscard]] static Json object();
  // Nothing for text that is not JSON or is deeper than `deepest`. Of fields with the same name the last counts.
  [[nodiscard]] static std::optional<Json> parse(std::string_view words);

  // Fields are sorted by name. In one line if `indent` is negative. Throws Error (input) for a string that is not
  // UTF-8.
  [[nodiscard]] std::string dump(int indent = -1) const;

  [[nodiscard]] bool is_null() const noexcept { return holds<std::monostate>(); }
  [[nodiscard]] bool is_boolean() const noexcept { return holds<bool>(); }
  [[nodiscard]] bool is_number_unsigned() const noexcept { return holds<std::uint64_t>(); }  // parsed without a minus
  [[nodiscard]] bool is_number_integer() const noexcept { return holds<std::int64_t>() || is_number_unsigned(); }
  [[nodiscard]] bool is_number_float() const noexcept { return holds<double>(); }
  [[nodiscard]] bool is_number() const noexcept { return is_number_integer() || is_number_float(); }
  [[nodiscard]] bool is_string() const noexcept { return holds<Heap<std::string>>(); }
  [[nodiscard]] bool is_array() const noexcept { return holds<Heap<List>>(); }
  [[nodiscard]] bool is_object() const noexcept { return holds<Heap<Fields>>(); }

  // T is bool, std::string, or std::int64_t, std::uint64_t or double, to which any number is converted.
  template <class T>
  [[nodiscard]] T get() const;
  [[nodiscard]] const List& list() const;
  [[nodiscard]] const Fields& fields() const;
  // A null pointer if there is no such field or this is not an object.
  [[nodiscard]] const Json* find(std::string_view name) const;

  // A null becomes a list or an object first.
  Json& push_back(Json item);
  Json& operator[](std::string_view name);
  void erase(std::string_view name);

 private:
  // Keeps a value at 16 bytes: a file may have millions.
  template <class T>
  struct Heap {
    explicit Heap(T value) : pointer(std::make_unique<T>(std::move(value))) {}
    Heap(const Heap& other) : Heap(*other.pointer) {}
    Heap(Heap&&) noexcept = default;
    Heap& operator=(const Heap& other) { return *this = Heap(other); }
    Heap& operator=(Heap&&) noexcept = default;
    ~Heap() = default;

    std::unique_ptr<T> pointer;
  };

  template <class T>
  [[nodiscard]] bool holds() const noexcept {
    return std::holds_alternative<T>(value_);
  }

  std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, Heap<std::string>, Heap<List>, Heap<Fields>>
      value_;
};

// A JSON string; bytes that are not UTF-8 are replaced by U+FFFD.
[[nodiscard]] std::string json_string(std::string_view words);

}  // namespace preamar::io
