// JSON as text. No other source of the library includes nlohmann/json.hpp.
#include "core/error_text.h"
#include "io/json.h"

#include <nlohmann/json.hpp>

namespace preamar::io {
namespace {

using LibraryJson = nlohmann::json;

// Builds the value from what the library's parser reports; false ends it.
class JsonBuilder final : public nlohmann::json_sax<LibraryJson> {
 public:
  Json root;

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(std::int64_t value) override { return add(value); }
  bool number_unsigned(std::uint64_t value) override { return add(value); }
  bool number_float(double value, const std::string&) override { return add(value); }
  bool string(std::string& words) override { return add(std::move(words)); }
  bool binary(LibraryJson::binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(std::string& name) override {
    field_ = &(*open_.back())[name];
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

 private:
  Json* place(Json value) {
    if (!open_.empty() && open_.back()->is_array()) return &open_.back()->push_back(std::move(value));
    Json* const to = open_.empty() ? &root : field_;
    *to = std::move(value);
    return to;
  }
  bool add(Json value) {
    place(std::move(value));
    return true;
  }
  bool open(Json value) {
    if (open_.size() == Json::deepest) return false;
    open_.push_back(place(std::move(value)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  std::vector<Json*> open_;  // a list does not grow while one of its items is open
  Json* field_ = nullptr;    // of the object that is open, whose value is next
};

LibraryJson library_json(const Json& value) {
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_number_unsigned()) return value.get<std::uint64_t>();
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (value.is_number_float()) return value.get<double>();
  if (value.is_string()) return value.get<std::string>();
  if (value.is_null()) return nullptr;
  LibraryJson all = value.is_object() ? LibraryJson::object() : LibraryJson::array();
  if (value.is_object())
    for (const auto& [name, item] : value.fields()) all.emplace(name, library_json(item));
  else
    for (const Json& item : value.list()) all.push_back(library_json(item));
  return all;
}

}  // namespace

std::optional<Json> Json::parse(std::string_view words) {
  JsonBuilder builder;
  if (!LibraryJson::sax_parse(words.begin(), words.end(), &builder)) return std::nullopt;
  return std::move(builder.root);
}

std::string Json::dump(int indent) const {
  try {
    return library_json(*this).dump(indent);
  } catch (const LibraryJson::type_error& error) {
    throw Error(ErrorKind::input, text("JSON cannot hold a string that is not UTF-8: ", error.what()));
  }
}

std::string json_string(std::string_view words) {
  return LibraryJson(words).dump(-1, ' ', false, LibraryJson::error_handler_t::replace);
}

}  // namespace preamar::io
