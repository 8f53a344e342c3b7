// What determines the bytes of the outputs of a request.
#include "blocks/request.h"
#include "core/digest.h"
#include "core/error_text.h"

#include <preamar/version.h>

#include <algorithm>
#include <charconv>

namespace preamar::blocks {
namespace {

std::string exact(double number) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, number, std::chars_format::hex).ptr};
}

}  // namespace

std::vector<io::InputIdentity> identities_of_inputs(const Request& request) {
  std::vector<io::InputIdentity> all;
  for (std::size_t i = 0; i < request.inputs.size(); ++i)
    all.push_back(io::identity_of(*open_input(*request.task.op, request.inputs[i], reading_of(request.settings, i))));
  return all;
}

bool is_resumable(const Request& request) {
  const auto is_file = [](const auto& end) { return file_of(end) != nullptr; };
  return std::ranges::all_of(request.inputs, is_file) && std::ranges::all_of(request.outputs, is_file);
}

std::string options_text(const Values& options) {
  std::string words;
  for (const auto& [name, value] : options) {
    words += text(name, " ");
    std::visit(
        [&]<class T>(const T& v) {
          if constexpr (std::is_same_v<T, std::vector<double>>)
            for (const double number : v) words += text(exact(number), " ");
          else if constexpr (std::is_same_v<T, std::vector<std::string>>)
            for (const std::string& word : v) words += text(word.size(), ":", word, " ");
          else if constexpr (std::is_same_v<T, double>)
            words += exact(v);
          else
            words += text(v);
        },
        value);
    words += "\n";
  }
  return words;
}

std::string reading_text(const ReadOptions& read) {
  std::string words = text("level ", read.level, " of ", read.select, " channel ", read.channel);
  for (const double number : read.stains) words += text(" ", exact(number));
  if (read.channel_range)
    words += text(" from ", exact((*read.channel_range)[0]), " to ", exact((*read.channel_range)[1]));
  return text(words, read.channel_if_colour ? " if colour" : "", "\n");
}

std::string writing_text(const WriteOptions& write) {
  std::string words = text(write.compression, " ", write.tile, " ", write.chunk.text(), " ", write.shard.text(), " ",
                           write.pyramid, write.cog ? " cog" : "", "\n");
  return words;
}

std::string outlines_text(const OutlineOptions& outlines) {
  std::string words;
  for (const std::string& word : {outlines.image, outlines.object_type, outlines.classification})
    words += text(word.size(), ":", word, " ");
  return text(words, exact(outlines.scale[0]), " ", exact(outlines.scale[1]), " ", outlines.measurements.string(),
              "\n");
}

std::string metadata_text(const Metadata& metadata) {
  std::string words;
  for (const Axis& axis : metadata.axes) words += text(axis.name, " ", axis.unit, " ", exact(axis.scale), "\n");
  for (const double number : metadata.origin) words += text(exact(number), " ");
  for (const double number : metadata.direction) words += text(exact(number), " ");
  words += metadata.space;
  for (const GeoTag& tag : metadata.georeference) words += text(" ", tag.number, ":", digest(tag.values));
  if (metadata.nodata) words += text(" nodata ", exact(*metadata.nodata));
  const auto& [scale, offset, unit, description] = metadata.quantity;
  words += text(" quantity ", exact(scale), " ", exact(offset), "\n", unit, "\n", description);
  return words + "\n";
}

std::string identity_of(const Request& request, std::span<const io::InputIdentity> inputs) {
  std::string identity = text("preamar ", version(), "\n", request.task.op->name, " in ", request.plan.block.text(),
                              request.plan.scratch_bytes > 0 ? " over a scratch image" : "", "\n");
  identity += options_text(request.task.options);
  identity += reading_text(request.settings.read);
  for (const ReadOptions& read : request.settings.read_each) identity += reading_text(read);
  identity += writing_text(request.settings.write);
  for (const Metadata& metadata : request.output_metadata) identity += metadata_text(metadata);
  for (std::size_t i = 0; i < request.inputs.size(); ++i) {
    identity += text(shown_name(request.inputs[i]), " ", request.plan.inputs[i].shape.text(), " ",
                     name_of(request.plan.inputs[i].dtype), " ", inputs[i].content, " ", inputs[i].change, "\n");
  }
  return identity;
}

}  // namespace preamar::blocks
