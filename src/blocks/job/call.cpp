#include "blocks/job/call.h"

#include "core/error_text.h"
#include "core/members.h"
#include "core/url.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <type_traits>

namespace preamar::blocks {
namespace {

using io::Json;
using io::JsonField;
namespace fs = std::filesystem;

// A value is under the name of its type: 1 can be an integer or floating point.
constexpr const char* type_names[] = {"bool", "int", "uint", "real", "text", "reals", "texts"};

// JSON has no infinity and no NaN.
Json json_of(double number) { return std::isfinite(number) ? Json(number) : Json(text(number)); }
Json json_of(bool flag) { return flag; }
Json json_of(std::int64_t number) { return number; }
Json json_of(int number) { return number; }
Json json_of(const std::string& words) { return words; }
Json json_of(const fs::path& file) { return file.string(); }
Json json_of(const Shape& shape) {
  Json list = Json::array();
  for (int axis = 0; axis < shape.rank(); ++axis) list.push_back(shape[axis]);
  return list;
}

Json json_of(const Value& value);

template <class T>
Json json_of(const std::vector<T>& items);
template <class T>
Json json_of(const std::array<T, 2>& items);
template <class T>
Json json_of(const std::optional<T>& value) {
  return value ? json_of(*value) : Json();
}
template <OptionStruct T>
Json json_of(const T& options);

Json json_of(const Values& values) {
  Json all = Json::object();
  for (const auto& [name, value] : values) all[name] = json_of(value);
  return all;
}

template <class T>
Json json_of(const std::vector<T>& items) {
  Json list = Json::array();
  for (const T& item : items) list.push_back(json_of(item));
  return list;
}

template <class T>
Json json_of(const std::array<T, 2>& items) {
  return Json::array({json_of(items[0]), json_of(items[1])});
}

template <OptionStruct T>
Json json_of(const T& options) {
  Json fields = Json::object();
  for_each_member(options, [&](const Member& member, const auto& value) {
    if (Json json = json_of(value); !json.is_null()) fields[std::string(member.name)] = std::move(json);
  });
  return fields;
}

Json json_of(const Value& value) {
  const Json content = std::visit(
      []<class T>(const T& v) -> Json {
        if constexpr (std::is_same_v<T, std::uint64_t>)
          return v;
        else
          return json_of(v);
      },
      value);
  return {{type_names[value.index()], content}};
}

// Somebody else may have written the file: each value is of its kind and within its range.
double number_in(const JsonField& json) {
  return json.value().is_string() ? std::strtod(json.word().c_str(), nullptr) : json.number();
}

void read(const JsonField& json, const Member&, double& to) { to = number_in(json); }
void read(const JsonField& json, const Member&, std::string& to) { to = json.word(); }
void read(const JsonField& json, const Member& member, std::int64_t& to) { to = json.whole(member.least, member.most); }
void read(const JsonField& json, const Member& member, int& to) {
  to = static_cast<int>(json.whole(member.least, std::min<std::int64_t>(member.most, INT32_MAX)));
}

void read(const JsonField& json, const Member&, bool& to) {
  if (!json.value().is_boolean()) json.fail("is neither true nor false");
  to = json.value().get<bool>();
}

// A relative name would be another file in each folder that a task is done in.
void read(const JsonField& json, const Member&, fs::path& to) {
  to = json.word();
  if (!to.empty() && !is_url(to) && !to.is_absolute()) json.fail("is not an absolute name");
}

void read(const JsonField& json, const Member&, Shape& to) {
  const std::vector<std::int64_t> extents = json.extents(1);
  if (std::ssize(extents) > max_rank) json.fail("has too many numbers");
  double pixels = 1;
  for (const std::int64_t extent : extents) pixels *= static_cast<double>(extent);
  if (pixels > 0x1p56) json.fail("has too many pixels");
  to = extents.empty() ? Shape() : Shape(extents.data(), static_cast<int>(extents.size()));
}

void read(const JsonField& json, const Member& member, Value& to);

template <class T>
void read(const JsonField& json, const Member& member, std::vector<T>& to);
template <class T>
void read(const JsonField& json, const Member& member, std::array<T, 2>& to);
template <OptionStruct T>
void read(const JsonField& json, const Member& member, T& to);

template <class T>
void read(const JsonField& json, const Member& member, std::optional<T>& to) {
  if (!json.is_null()) read(json, member, to.emplace());
}

void read(const JsonField& json, const Member& member, Values& to) {
  for (const std::string& name : json.names()) read(json.at(name), member, to[name]);
}

template <class T>
void read(const JsonField& json, const Member& member, std::vector<T>& to) {
  to.clear();
  for (const JsonField& item : json.list()) read(item, member, to.emplace_back());
}

template <class T>
void read(const JsonField& json, const Member& member, std::array<T, 2>& to) {
  std::vector<T> items;
  read(json, member, items);
  if (items.size() != 2) json.fail("must have two numbers");
  to = {items[0], items[1]};
}

template <OptionStruct T>
void read(const JsonField& json, const Member&, T& to) {
  for_each_member(to, [&]<class M>(const Member& member, M& value) {
    constexpr bool is_optional = requires { value.has_value(); };
    read(is_optional ? json.find(member.name) : json.at(member.name), member, value);
  });
}

template <class T>
T made_from(const JsonField& json, const Member& member = {}) {
  T value{};
  read(json, member, value);
  return value;
}

void read(const JsonField& json, const Member&, Value& to) {
  constexpr Member any{.name = {}, .least = INT64_MIN};
  const auto find = [&](std::size_t type) { return json.find(type_names[type]); };
  if (const JsonField content = find(0); !content.is_null()) {
    to = made_from<bool>(content);
  } else if (const JsonField number = find(1); !number.is_null()) {
    to = made_from<std::int64_t>(number, any);
  } else if (const JsonField positive = find(2); !positive.is_null()) {
    if (!positive.value().is_number_unsigned()) positive.fail("is not a positive integer");
    to = positive.value().get<std::uint64_t>();
  } else if (const JsonField real = find(3); !real.is_null()) {
    to = made_from<double>(real);
  } else if (const JsonField words = find(4); !words.is_null()) {
    to = made_from<std::string>(words);
  } else if (const JsonField reals = find(5); !reals.is_null()) {
    to = made_from<std::vector<double>>(reals);
  } else if (const JsonField texts = find(6); !texts.is_null()) {
    to = made_from<std::vector<std::string>>(texts);
  } else {
    json.fail("has no value");
  }
}

}  // namespace

fs::path main_output_of(const JobCall& call) {
  if (call.op) return call.outputs.empty() ? fs::path() : call.outputs[0];
  return call.pipeline.outputs.empty() ? fs::path() : call.pipeline.outputs[0].file;
}

Json to_json(const Value& value) { return json_of(value); }
Json to_json(const Shape& shape) { return json_of(shape); }

Value value_from(const JsonField& json) { return made_from<Value>(json); }
Shape shape_from(const JsonField& json) { return made_from<Shape>(json); }

Json to_json(const JobCall& call) {
  Json json = json_of(call.settings);
  json["threads"] = call.threads;
  if (!call.op) {
    json["pipeline"] = json_of(call.pipeline);
    return json;
  }
  json["operator"] = call.op->name;
  json["inputs"] = json_of(call.inputs);
  json["outputs"] = json_of(call.outputs);
  json["options"] = json_of(call.options);
  if (call.settings.valid) json["valid"] = json_of(std::get<fs::path>(*call.settings.valid));
  if (call.settings.valid_out) json["valid_out"] = json_of(std::get<fs::path>(*call.settings.valid_out));
  return json;
}

JobCall call_from(const JsonField& json) {
  JobCall call;
  read(json, {}, call.settings);
  call.threads = static_cast<int>(json.at("threads").whole(0, most_threads));
  if (const JsonField pipeline = json.find("pipeline"); !pipeline.is_null()) {
    read(pipeline, {}, call.pipeline);
    return call;
  }
  call.op = &operator_named(json.at("operator").word());
  read(json.at("inputs"), {}, call.inputs);
  read(json.at("outputs"), {}, call.outputs);
  read(json.at("options"), {}, call.options);
  if (const JsonField valid = json.find("valid"); !valid.is_null()) call.settings.valid = made_from<fs::path>(valid);
  if (const JsonField out = json.find("valid_out"); !out.is_null()) call.settings.valid_out = made_from<fs::path>(out);
  return call;
}

}  // namespace preamar::blocks
