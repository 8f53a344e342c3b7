// What determines the bytes of the outputs of a call.
#include "blocks/plan/plan.h"
#include "core/digest.h"
#include "core/error_text.h"
#include "core/members.h"
#include "platform/file.h"

#include <preamar/version.h>

#include <algorithm>
#include <charconv>

namespace preamar::blocks {
namespace {

// Equal only for equal values.
std::string exact(double number) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, number, std::chars_format::hex).ptr};
}
std::string exact(const std::string& words) { return text(words.size(), ":", words); }
std::string exact(const Path& file) { return exact(file.string()); }
std::string exact(const Shape& shape) { return shape.text(); }
template <std::integral T>
std::string exact(T number) {
  return text(number);
}
template <class T>
std::string exact(const std::vector<T>& items) {
  std::string words = text(items.size(), "[");
  for (const T& item : items) words += exact(item) + " ";
  return words + "]";
}
template <class T>
std::string exact(const std::array<T, 2>& items) {
  return text(exact(items[0]), " ", exact(items[1]));
}
template <class T>
std::string exact(const std::optional<T>& value) {
  return value ? exact(*value) : "none";
}
std::string exact(const Values& options);
template <OptionStruct T>
std::string exact(const T& options) {
  std::string words;
  for_each_member(options, [&](const Member& member, const auto& value) {
    if (member.changes_bytes) words += text(member.name, " ", exact(value), "\n");
  });
  return words;
}
std::string exact(const Values& options) {
  std::string words;
  for (const auto& [name, value] : options)
    words += text(name, " ", value.index(), " ", std::visit([](const auto& v) { return exact(v); }, value), "\n");
  return words;
}

std::string exact(const Metadata& metadata) {
  std::string words;
  for (const Axis& axis : metadata.axes) words += text(axis.name, " ", axis.unit, " ", exact(axis.scale), "\n");
  words += exact(metadata.origin) + exact(metadata.direction) + exact(metadata.space);
  for (const GeoTag& tag : metadata.georeference) words += text(" ", tag.number, ":", digest(tag.values));
  if (metadata.nodata) words += text(" nodata ", exact(*metadata.nodata));
  const auto& [scale, offset, unit, description] = metadata.quantity;
  return text(words, " quantity ", exact(scale), " ", exact(offset), " ", exact(unit), exact(description), "\n");
}

// The state of a file of measurements; empty if the call writes it.
std::string stamp_text(const Path& measurements, const Call& call) {
  if (measurements.empty()) return {};
  for (const CallOutput& output : call.outputs)
    if (const Path* file = file_of(output.to); file && is_same_file(*file, measurements)) return {};
  const auto stamp = stamp_of(measurements);
  return stamp ? text(stamp->inode, " ", stamp->bytes, " ", stamp->modified, "\n") : std::string();
}

}  // namespace

std::string identity_text(const ReadOptions& read) { return exact(read); }
std::string identity_text(const OutlineOptions& outlines) { return exact(outlines); }

std::vector<io::InputIdentity> Plan::identities() const {
  std::vector<io::InputIdentity> all;
  for (const CallInput& input : call_.inputs)
    all.push_back(io::identity_of(*open_input(call_.name(), input.image, input.read)));
  return all;
}

bool Plan::is_resumable() const {
  return std::ranges::all_of(call_.inputs, [](const CallInput& input) { return file_of(input.image) != nullptr; }) &&
         std::ranges::all_of(call_.outputs, [](const CallOutput& output) { return file_of(output.to) != nullptr; });
}

std::string Plan::identity(const std::vector<io::InputIdentity>& inputs) const {
  std::string words = text("preamar ", version(), "\n");
  for (std::size_t i = 0; i < call_.inputs.size(); ++i) {
    const CallInput& input = call_.inputs[i];
    words += text("input ", input.name, " ", exact(shown_name(input.image)), " ", infos_[i].type.shape.text(), " ",
                  name_of(infos_[i].type.dtype), " ", inputs[i].content, " ", inputs[i].change, "\n", exact(input.read),
                  exact(infos_[i].metadata));
  }
  for (PipelineStep step : call_.steps) {
    if (call_.op)
      step.options = std::ranges::find(graph_.steps, step.name, &GraphStep::name)->options;  // with defaults
    words += text("step\n", exact(step));
  }
  for (const CallOutput& output : call_.outputs)
    words += text("output ", output.result, " ", exact(shown_name(output.to)), "\n", exact(output.outlines),
                  stamp_text(output.outlines.measurements, call_));
  for (const std::string& step : ends_) words += text("stage ends with ", step, "\n");
  return text(words, exact(settings_.write));
}

std::string layout_text(const StagePlan& stage) {
  std::string words = text(stage.program.name, " in ", stage.block.text(), "\n");
  for (const StageOutput& output : stage.outputs) words += exact(output.write);
  return words;
}

}  // namespace preamar::blocks
