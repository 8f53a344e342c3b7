#include "io/json_field.h"

#include "core/error_text.h"
#include "core/url.h"
#include "io/store/store.h"

namespace preamar::io {
namespace {

constexpr std::int64_t longest_file = std::int64_t{1} << 24;
const Json nothing;

Json parsed(const Object& in) {
  if (in.size() > longest_file)
    throw Error(ErrorKind::io,
                text(in.path().string(), ": has ", in.size(), " bytes; no header has more than ", longest_file));
  std::string bytes(static_cast<std::size_t>(in.size()), '\0');
  in.read(0, bytes.data(), in.size());
  std::optional<Json> value = Json::parse(bytes);
  if (!value || !value->is_object())
    throw Error(ErrorKind::io,
                text(in.path().string(), ": is not a JSON object of at most ", Json::deepest, " levels"));
  return std::move(*value);
}

}  // namespace

Json read_json(const std::filesystem::path& file, const std::filesystem::path& folder) {
  return parsed(*open_object(file, folder, ReadFirst::all));
}

std::optional<Json> find_json(const std::filesystem::path& file, const std::filesystem::path& folder) {
  if (!is_url(file)) return has_object(file) ? std::optional(read_json(file, folder)) : std::nullopt;
  const auto in = store_of(file).open(file, folder, folder, ReadFirst::all);
  return in ? std::optional(parsed(*in)) : std::nullopt;
}

JsonField JsonField::find(std::string_view name) const {
  const Json* const found = value_->find(name);
  return {*this, found ? *found : nothing, text(name_, name_.empty() ? "" : ".", name)};
}

JsonField JsonField::at(std::string_view name) const {
  JsonField field = find(name);
  if (field.is_null()) field.fail("is missing");
  return field;
}

std::vector<std::string> JsonField::names() const {
  if (!value_->is_object()) fail("is not an object");
  std::vector<std::string> names;
  for (const auto& [name, value] : value_->fields()) names.push_back(name);
  return names;
}

std::vector<JsonField> JsonField::list() const {
  if (!value_->is_array()) fail("is not a list");
  std::vector<JsonField> fields;
  for (const Json& item : value_->list()) fields.push_back({*this, item, text(name_, "[", fields.size(), "]")});
  return fields;
}

std::string JsonField::word() const {
  if (!value_->is_string()) fail("is not text");
  return value_->get<std::string>();
}

std::int64_t JsonField::whole(std::int64_t lowest) const {
  const bool is_whole = value_->is_number_integer() &&
                        (!value_->is_number_unsigned() || value_->get<std::uint64_t>() <= std::uint64_t{INT64_MAX});
  if (!is_whole || value_->get<std::int64_t>() < lowest) fail(text("is not an integer of at least ", lowest));
  return value_->get<std::int64_t>();
}

std::int64_t JsonField::whole(std::int64_t lowest, std::int64_t highest) const {
  const std::int64_t number = whole(lowest);
  if (number > highest) fail(text("is ", number, ", but at most ", highest, " is allowed"));
  return number;
}

double JsonField::number() const {
  if (!value_->is_number()) fail("is not a number");
  return value_->get<double>();
}

std::vector<std::int64_t> JsonField::extents(std::int64_t lowest) const {
  std::vector<std::int64_t> all;
  for (const JsonField& field : list()) all.push_back(field.whole(lowest));
  return all;
}

void JsonField::fail(std::string_view what) const {
  throw Error(ErrorKind::io, text(file_->string(), ": '", name_, "' ", what));
}

void JsonField::refuse(std::string_view what) const {
  throw Error(ErrorKind::input, text(file_->string(), ": '", name_, "' ", what));
}

}  // namespace preamar::io
