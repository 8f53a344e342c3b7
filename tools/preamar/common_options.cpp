#include "common_options.h"

#include "core/error_text.h"
#include "core/most_threads.h"
#include "core/nearest.h"
#include "words.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace preamar::cli {
namespace {

OptionSpec common_flag(const std::string& name, const std::string& help) {
  return {.name = name, .placeholder = "", .help = help, .section = Section::common};
}

OptionSpec common_value(const std::string& name, const std::string& placeholder, const std::string& help,
                        const std::vector<std::string>& choices = {}) {
  return {.name = name,
          .placeholder = placeholder,
          .help = help,
          .section = Section::common,
          .completion = choices.empty() ? Completion::nothing : Completion::choice,
          .choices = choices};
}

void require_one_verbosity(const Words& words) {
  if (words.flag("quiet") && words.flag("progress"))
    throw Error(ErrorKind::call, "--quiet and --progress exclude each other; give one of them");
}

// Options that can be given for one input.
constexpr std::string_view of_inputs[] = {"level", "select", "channel"};

// The name before the colon of "labels:t=0"; empty if there is none.
std::string_view owner_of(std::string_view word) {
  return word.substr(0, word.find(':') == word.npos ? 0 : word.find(':'));
}

// The last value of an option for this input, or for all inputs if `owner` is empty.
std::optional<std::string> value_for(const Words& words, std::string_view option, std::string_view owner) {
  std::optional<std::string> value;
  if (const auto given = words.options.find(option); given != words.options.end())
    for (const std::string& word : given->second)
      if (owner_of(word) == owner) value = word.substr(owner.empty() ? 0 : owner.size() + 1);
  return value;
}

// Whether an option is given for one input.
bool names_inputs(const Words& words, const std::vector<std::string>& inputs) {
  bool has_names = false;
  for (const std::string_view option : of_inputs) {
    const auto given = words.options.find(option);
    if (given == words.options.end()) continue;
    for (const std::string& word : given->second) {
      const std::string_view owner = owner_of(word);
      if (owner.empty()) continue;
      has_names = true;
      if (std::ranges::find(inputs, owner) != inputs.end()) continue;
      std::string names;
      for (const std::string& input : inputs) names += text(names.empty() ? "" : ", ", input);
      throw Error(ErrorKind::call,
                  text("--", option, " is '", word, "'; ",
                       inputs.empty() ? "no input of this command has a name; give the part after the colon"
                                      : nearest_text(owner, inputs, "the inputs of this call are " + names)));
    }
  }
  return has_names;
}

// What the words set for an input, or for all inputs.
void set_reading(ReadOptions& read, const Words& words, std::string_view owner) {
  if (const auto level = value_for(words, "level", owner))
    read.level = static_cast<int>(parse_number("--level", *level, 0, 63));
  read.select = value_for(words, "select", owner).value_or(read.select);
  if (const auto channel = value_for(words, "channel", owner)) {
    read.channel = *channel;
    read.channel_if_colour = false;
  }
}

Shape shape_from(const Words& words, std::string_view name) {
  return words.has(name) ? parse_shape(text("--", name), words.value(name)) : Shape{};
}

}  // namespace

bool is_of_inputs(std::string_view option) { return std::ranges::find(of_inputs, option) != std::end(of_inputs); }

void add(std::vector<OptionSpec>& options, const std::vector<OptionSpec>& more) {
  options.insert(options.end(), more.begin(), more.end());
}

std::vector<OptionSpec> help_options() {
  OptionSpec help = common_flag("help", "show the help of the command");
  help.letter = 'h';
  return {help, common_flag("help-all", "show the help with every option")};
}

std::vector<OptionSpec> output_options(const std::string& help) {
  OptionSpec output{.name = "output", .placeholder = "FILE", .help = help, .section = Section::frequent};
  output.completion = Completion::file;
  output.letter = 'o';
  std::vector<OptionSpec> options{output};
  add(options, overwrite_options());
  return options;
}

std::vector<OptionSpec> overwrite_options() {
  OptionSpec overwrite{.name = "overwrite", .placeholder = "", .help = "replace outputs that exist"};
  overwrite.section = Section::frequent;
  return {overwrite,
          common_flag("no-lock", "write outputs without a lock, on file systems and stores that have no locks"),
          trust_option()};
}

OptionSpec trust_option() {
  return common_flag("trust-work",
                     "work in folders next to the outputs that belong to other users, or that others can "
                     "write, and follow links of other users");
}

std::vector<OptionSpec> selection_options() {
  return {common_value("level", "N", "level of a pyramid to read (default: 0, the full image)"),
          common_value("select", "AXIS=N,...", "position on other axes of the inputs, such as c=0,t=3"),
          common_value("band", "N", "band of TIFF inputs that have several, from 1"),
          common_value("channel", "NAME",
                       "channel of colour inputs: luminance, red, green, blue, alpha, haematoxylin, eosin, dab or "
                       "residual",
                       {"luminance", "red", "green", "blue", "alpha", "haematoxylin", "eosin", "dab", "residual"}),
          common_value("stains", "X,...",
                       "red, green and blue density of three stains, or of two and the third is their cross product "
                       "(default: haematoxylin, eosin and DAB)"),
          common_value("channel-range", "LOW,HIGH", "convert the channel to uint8: LOW is 0, HIGH is 255"),
          common_flag("ignore-metadata", "read only pixels: no spacing, origin, georeference and nodata")};
}

std::vector<OptionSpec> layout_options() {
  return {
      common_flag("strict", "stop if the format of an output cannot keep the metadata of the input"),
      common_value("compression", "NAME", "compression of output images; see docs/files.md (default: by format)",
                   {"blosc", "deflate", "gzip", "lzw", "none", "zstd"}),
      common_value("chunk", "N,N", "Zarr: shape of a chunk (default: 512,512 or 64,128,128)"),
      common_value("shard", "N,N", "Zarr: shape of a shard, a multiple of the chunk (default: no shards)"),
      common_value("pyramid", "KIND", "OME-Zarr and COG: also write smaller copies (mean or nearest; default: none)",
                   {"mean", "nearest"}),
      common_flag("cog", "TIFF: write Cloud Optimized GeoTIFF; needs --pyramid")};
}

std::vector<OptionSpec> outline_options() {
  OptionSpec measurements =
      common_value("measurements", "FILE", "GeoJSON: .csv file of measurements with a column label");
  measurements.completion = Completion::file;
  return {measurements,
          common_value("image-name", "NAME", "GeoJSON: name of the image, for the ids (default: that of the file)"),
          common_value("object-type", "TYPE", "GeoJSON: type of the objects in QuPath (default: detection)",
                       {"detection", "annotation", "cell", "tile"}),
          common_value("classification", "NAME", "GeoJSON: class of the objects in QuPath (default: none)")};
}

std::vector<OptionSpec> block_options() {
  return {common_value("block", "N,N", "process in blocks of this shape (default: whole, or as memory allows)"),
          common_flag("resume", "continue a run in blocks that was stopped")};
}

std::vector<OptionSpec> execution_options() {
  OptionSpec device = common_value("device", "NAME", "device to run on; 'preamar devices' lists them (default: cpu)");
  device.completion = Completion::device;
  OptionSpec memory = common_value("memory", "SIZE", "memory limit, such as 4G (default: 3/4 of the memory)");
  memory.section = Section::frequent;
  std::vector<OptionSpec> options{memory, device};
  add(options, thread_options());
  options.push_back(common_flag("explain", "log each decision on standard error"));
  return options;
}

std::vector<OptionSpec> thread_options() {
  return {common_value("threads", "N", "number of threads (default: 0, one per hardware thread)")};
}

std::vector<OptionSpec> dry_run_options() {
  return {common_flag("dry-run", "print what would be read and written, and stop")};
}

std::vector<OptionSpec> verbosity_options() {
  return {common_flag("progress", "report progress in lines if standard error is not a terminal"),
          common_flag("quiet", "print nothing but errors")};
}

std::vector<OptionSpec> json_options() { return {common_flag("json", "print the report as JSON on standard output")}; }

Settings settings_from(const Words& words, const std::vector<std::string>& inputs) {
  require_one_verbosity(words);
  Settings settings;
  settings.device = words.value("device", settings.device);
  settings.threads = static_cast<int>(parse_number("--threads", words.value("threads", "0"), 0, most_threads));
  settings.memory = parse_bytes("--memory", words.value("memory", "0"));
  if (words.flag("progress")) settings.verbosity = Verbosity::progress;
  if (words.flag("quiet")) settings.verbosity = Verbosity::quiet;
  if (words.flag("json")) settings.report = Report::json;
  settings.overwrite = words.flag("overwrite");
  set_reading(settings.read, words, "");
  if (words.has("band"))
    settings.read.select += (settings.read.select.empty() ? "band=" : ",band=") + words.value("band");
  if (words.has("stains")) settings.read.stains = parse_reals("--stains", words.value("stains"), {6, 9});
  if (words.has("channel-range")) {
    const std::vector<double> range = parse_reals("--channel-range", words.value("channel-range"), {2});
    settings.read.channel_range = {{range[0], range[1]}};
  }
  settings.read.ignore_metadata = words.flag("ignore-metadata");
  if (names_inputs(words, inputs))
    for (const std::string& input : inputs) {
      settings.read_each.push_back(settings.read);
      settings.read_each.back().channel_if_colour = inputs.size() > 1 && !settings.read.channel.empty();
      set_reading(settings.read_each.back(), words, input);
    }
  settings.write.overwrite = settings.overwrite;
  settings.write.lock = !words.flag("no-lock");
  if (words.flag("trust-work")) setenv("PREAMAR_TRUST_WORK", "1", 1);  // the library reads it
  settings.write.strict = words.flag("strict");
  settings.write.compression = words.value("compression");
  settings.write.pyramid = words.value("pyramid");
  settings.write.cog = words.flag("cog");
  settings.write.chunk = shape_from(words, "chunk");
  settings.write.shard = shape_from(words, "shard");
  settings.write.outlines.measurements = words.value("measurements");
  settings.write.outlines.image_name = words.value("image-name");
  settings.write.outlines.object_type = words.value("object-type", settings.write.outlines.object_type);
  settings.write.outlines.classification = words.value("classification");
  settings.explain = words.flag("explain");
  settings.dry_run = words.flag("dry-run");
  settings.block = shape_from(words, "block");
  settings.resume = words.flag("resume");
  return settings;
}

}  // namespace preamar::cli
