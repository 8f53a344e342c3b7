#include "io/json.h"

#include <algorithm>
#include <type_traits>

namespace preamar::io {
namespace {

bool is_json_field(const Json& item) {
  return item.is_array() && item.list().size() == 2 && item.list()[0].is_string();
}

}  // namespace

Json::Json() noexcept = default;
Json::Json(bool value) : value_(value) {}
Json::Json(std::int64_t value) : value_(value) {}
Json::Json(std::uint64_t value) : value_(value) {}
Json::Json(double value) : value_(value) {}
Json::Json(const char* words) : Json(std::string(words)) {}
Json::Json(std::string_view words) : Json(std::string(words)) {}
Json::Json(std::string words) : value_(Heap<std::string>(std::move(words))) {}
Json::Json(const Json&) = default;
Json::Json(Json&&) noexcept = default;
Json& Json::operator=(const Json&) = default;
Json& Json::operator=(Json&&) noexcept = default;
Json::~Json() = default;

Json::Json(std::initializer_list<Json> items) {
  if (!std::ranges::all_of(items, is_json_field)) {
    value_ = Heap<List>(items);
    return;
  }
  Fields fields;
  for (const Json& item : items) fields.emplace(item.list()[0].get<std::string>(), item.list()[1]);
  value_ = Heap<Fields>(std::move(fields));
}

Json Json::array(std::initializer_list<Json> items) {
  Json json;
  json.value_ = Heap<List>(items);
  return json;
}

Json Json::object() {
  Json json;
  json.value_ = Heap<Fields>(Fields());
  return json;
}

template <class T>
T Json::get() const {
  if constexpr (std::is_same_v<T, std::string>) return *std::get<Heap<std::string>>(value_).pointer;
  if constexpr (std::is_same_v<T, bool>) return std::get<bool>(value_);
  if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) {
    if (const auto* const number = std::get_if<double>(&value_)) return static_cast<T>(*number);
    if (const auto* const number = std::get_if<std::uint64_t>(&value_)) return static_cast<T>(*number);
    return static_cast<T>(std::get<std::int64_t>(value_));
  }
}

template bool Json::get<bool>() const;
template std::int64_t Json::get<std::int64_t>() const;
template std::uint64_t Json::get<std::uint64_t>() const;
template double Json::get<double>() const;
template std::string Json::get<std::string>() const;

const Json::List& Json::list() const { return *std::get<Heap<List>>(value_).pointer; }
const Json::Fields& Json::fields() const { return *std::get<Heap<Fields>>(value_).pointer; }

const Json* Json::find(std::string_view name) const {
  if (!is_object()) return nullptr;
  const auto found = fields().find(name);
  return found == fields().end() ? nullptr : &found->second;
}

Json& Json::push_back(Json item) {
  if (is_null()) *this = array();
  return std::get<Heap<List>>(value_).pointer->emplace_back(std::move(item));
}

Json& Json::operator[](std::string_view name) {
  if (is_null()) *this = object();
  return (*std::get<Heap<Fields>>(value_).pointer)[std::string(name)];
}

void Json::erase(std::string_view name) { std::get<Heap<Fields>>(value_).pointer->erase(std::string(name)); }

}  // namespace preamar::io
