#include "blocks/job/call.h"

#include "core/error_text.h"
#include "core/url.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <type_traits>

namespace preamar::blocks {
namespace {

using io::Json;
using io::JsonField;
namespace fs = std::filesystem;

// JSON has no infinity and no NaN.
Json json_of(double number) { return std::isfinite(number) ? Json(number) : Json(text(number)); }

double number_in(const JsonField& json) {
  return json.value().is_string() ? std::strtod(json.word().c_str(), nullptr) : json.number();
}

Json json_of(const std::vector<double>& numbers) {
  Json list = Json::array();
  for (const double number : numbers) list.push_back(json_of(number));
  return list;
}

std::vector<double> numbers_in(const JsonField& json) {
  std::vector<double> numbers;
  for (const JsonField& number : json.list()) numbers.push_back(number_in(number));
  return numbers;
}

Json json_of(const Shape& shape) {
  Json list = Json::array();
  for (int axis = 0; axis < shape.rank(); ++axis) list.push_back(shape[axis]);
  return list;
}

Shape shape_in(const JsonField& json) {
  const std::vector<std::int64_t> extents = json.extents(1);
  if (std::ssize(extents) > max_rank) json.fail("has too many numbers");
  double pixels = 1;
  for (const std::int64_t extent : extents) pixels *= static_cast<double>(extent);
  if (pixels > 0x1p56) json.fail("has too many pixels");
  return extents.empty() ? Shape() : Shape(extents.data(), static_cast<int>(extents.size()));
}

bool flag_in(const JsonField& json) {
  if (!json.value().is_boolean()) json.fail("is neither true nor false");
  return json.value().get<bool>();
}

std::vector<std::string> words_in(const JsonField& json) {
  std::vector<std::string> words;
  for (const JsonField& word : json.list()) words.push_back(word.word());
  return words;
}

Json json_of(const std::vector<fs::path>& files) {
  Json list = Json::array();
  for (const fs::path& file : files) list.push_back(file.string());
  return list;
}

// A relative name would be another file in each folder that a task is done in.
fs::path file_in(const JsonField& json) {
  fs::path file = json.word();
  if (!file.empty() && !is_url(file) && !file.is_absolute()) json.fail("is not an absolute name");
  return file;
}

std::vector<fs::path> files_in(const JsonField& json) {
  std::vector<fs::path> files;
  for (const JsonField& file : json.list()) files.push_back(file_in(file));
  return files;
}

// A value is under the name of its type: 1 can be an integer or floating point.
constexpr const char* type_names[] = {"bool", "int", "uint", "real", "text", "reals", "texts"};

Json json_of(const Value& value) {
  const Json content = std::visit(
      []<class T>(const T& v) -> Json {
        if constexpr (std::is_same_v<T, double> || std::is_same_v<T, std::vector<double>>)
          return json_of(v);
        else
          return v;
      },
      value);
  return {{type_names[value.index()], content}};
}

Value value_in(const JsonField& json) {
  if (const JsonField content = json.find("bool"); !content.is_null()) return flag_in(content);
  if (const JsonField content = json.find("int"); !content.is_null()) return content.whole(INT64_MIN);
  if (const JsonField content = json.find("uint"); !content.is_null()) {
    if (!content.value().is_number_unsigned()) content.fail("is no positive integer");
    return content.value().get<std::uint64_t>();
  }
  if (const JsonField content = json.find("real"); !content.is_null()) return number_in(content);
  if (const JsonField content = json.find("text"); !content.is_null()) return content.word();
  if (const JsonField content = json.find("reals"); !content.is_null()) return numbers_in(content);
  if (const JsonField content = json.find("texts"); !content.is_null()) return words_in(content);
  json.fail("has no value");
}

Json json_of(const Values& values) {
  Json all = Json::object();
  for (const auto& [name, value] : values) all[name] = json_of(value);
  return all;
}

Values values_in(const JsonField& json) {
  Values values;
  for (const std::string& name : json.names()) values.emplace(name, value_in(json.at(name)));
  return values;
}

constexpr int deepest_level = 63;  // as on the command line

Json json_of(const std::array<double, 2>& numbers) {
  return json_of(std::vector<double>(numbers.begin(), numbers.end()));
}

std::array<double, 2> two_numbers_in(const JsonField& json) {
  const std::vector<double> numbers = numbers_in(json);
  if (numbers.size() != 2) json.fail("must have two numbers");
  return {numbers[0], numbers[1]};
}

// All members by name: a new one is a compile error here until it is kept.
Json json_of(const ReadOptions& read) {
  const auto& [level, select, channel, stains, channel_range, ignore_metadata, channel_if_colour] = read;
  Json json = {{"level", level},
               {"select", select},
               {"channel", channel},
               {"stains", json_of(stains)},
               {"ignore_metadata", ignore_metadata},
               {"channel_if_colour", channel_if_colour}};
  if (channel_range) json["channel_range"] = json_of(*channel_range);
  return json;
}

ReadOptions read_in(const JsonField& json) {
  ReadOptions read{.level = static_cast<int>(json.at("level").whole(0, deepest_level)),
                   .select = json.at("select").word(),
                   .channel = json.at("channel").word(),
                   .stains = numbers_in(json.at("stains")),
                   .ignore_metadata = flag_in(json.at("ignore_metadata")),
                   .channel_if_colour = flag_in(json.at("channel_if_colour"))};
  if (const JsonField range = json.find("channel_range"); !range.is_null()) read.channel_range = two_numbers_in(range);
  return read;
}

Json json_of(const OutlineOptions& outlines) {
  const auto& [image, object_type, classification, measurements, scale] = outlines;
  return {{"image", image},
          {"object_type", object_type},
          {"classification", classification},
          {"measurements", measurements.string()},
          {"scale", json_of(scale)}};
}

OutlineOptions outlines_in(const JsonField& json) {
  return {.image = json.at("image").word(),
          .object_type = json.at("object_type").word(),
          .classification = json.at("classification").word(),
          .measurements = json.at("measurements").word(),
          .scale = two_numbers_in(json.at("scale"))};
}

Json json_of(const WriteOptions& write) {
  return {{"compression", write.compression},   {"tile", write.tile},
          {"overwrite", write.overwrite},       {"strict", write.strict},
          {"chunk", json_of(write.chunk)},      {"shard", json_of(write.shard)},
          {"pyramid", write.pyramid},           {"lock", write.lock},
          {"outlines", json_of(write.outlines)}};
}

WriteOptions write_in(const JsonField& json) {
  return {.compression = json.at("compression").word(),
          .tile = json.at("tile").whole(0),
          .overwrite = flag_in(json.at("overwrite")),
          .strict = flag_in(json.at("strict")),
          .chunk = shape_in(json.at("chunk")),
          .shard = shape_in(json.at("shard")),
          .pyramid = json.at("pyramid").word(),
          .lock = flag_in(json.at("lock")),
          .outlines = outlines_in(json.at("outlines"))};
}

Json json_of(const Pipeline& pipeline) {
  Json inputs = Json::array(), steps = Json::array(), outputs = Json::array();
  for (const PipelineInput& input : pipeline.inputs)
    inputs.push_back({{"name", input.name}, {"file", input.file.string()}, {"read", json_of(input.read)}});
  for (const PipelineStep& step : pipeline.steps)
    steps.push_back(
        {{"name", step.name}, {"operator", step.op}, {"inputs", step.inputs}, {"options", json_of(step.options)}});
  for (const PipelineOutput& output : pipeline.outputs)
    outputs.push_back(
        {{"result", output.result}, {"file", output.file.string()}, {"outlines", json_of(output.outlines)}});
  return {{"inputs", inputs}, {"steps", steps}, {"outputs", outputs}};
}

Pipeline pipeline_in(const JsonField& json) {
  Pipeline pipeline;
  for (const JsonField& input : json.at("inputs").list())
    pipeline.inputs.push_back({input.at("name").word(), file_in(input.at("file")), read_in(input.at("read"))});
  for (const JsonField& step : json.at("steps").list())
    pipeline.steps.push_back({step.at("name").word(), step.at("operator").word(), words_in(step.at("inputs")),
                              values_in(step.at("options"))});
  for (const JsonField& output : json.at("outputs").list())
    pipeline.outputs.push_back(
        {output.at("result").word(), file_in(output.at("file")), outlines_in(output.at("outlines"))});
  return pipeline;
}

}  // namespace

fs::path main_output_of(const JobCall& call) {
  if (call.op) return call.outputs.empty() ? fs::path() : call.outputs[0];
  return call.pipeline.outputs.empty() ? fs::path() : call.pipeline.outputs[0].file;
}

Json to_json(const Value& value) { return json_of(value); }
Json to_json(const Shape& shape) { return json_of(shape); }

Value value_from(const JsonField& json) { return value_in(json); }
Shape shape_from(const JsonField& json) { return shape_in(json); }

Json to_json(const JobCall& call) {
  Json json = {{"memory", call.settings.memory},
               {"block", json_of(call.settings.block)},
               {"read", json_of(call.settings.read)},
               {"write", json_of(call.settings.write)},
               {"threads", call.threads}};
  if (!call.op) {
    json["pipeline"] = json_of(call.pipeline);
    return json;
  }
  json["operator"] = call.op->name;
  json["inputs"] = json_of(call.inputs);
  json["outputs"] = json_of(call.outputs);
  json["options"] = json_of(call.options);
  if (call.settings.read_each.empty()) return json;
  json["read_each"] = Json::array();
  for (const ReadOptions& read : call.settings.read_each) json["read_each"].push_back(json_of(read));
  return json;
}

JobCall call_from(const JsonField& json) {
  JobCall call;
  call.settings.memory = json.at("memory").whole(0);
  call.settings.block = shape_in(json.at("block"));
  call.settings.read = read_in(json.at("read"));
  call.settings.write = write_in(json.at("write"));
  call.threads = static_cast<int>(json.at("threads").whole(0, most_threads));
  if (const JsonField pipeline = json.find("pipeline"); !pipeline.is_null()) {
    call.pipeline = pipeline_in(pipeline);
    return call;
  }
  call.op = &operator_named(json.at("operator").word());
  call.inputs = files_in(json.at("inputs"));
  call.outputs = files_in(json.at("outputs"));
  call.options = values_in(json.at("options"));
  if (const JsonField each = json.find("read_each"); !each.is_null())
    for (const JsonField& read : each.list()) call.settings.read_each.push_back(read_in(read));
  return call;
}

}  // namespace preamar::blocks
