#include "commands.h"
#include "core/error_text.h"
#include "core/notation.h"
#include "files.h"

#include <preamar/devices.h>
#include <preamar/version.h>

#include <iomanip>
#include <iostream>

namespace preamar::cli {

namespace {

std::string samples_text(const FileInfo& info) {
  if (!info.channel.empty()) return text("channel ", info.channel, " of ", info.samples, " samples per pixel, ");
  return info.samples == 1 ? "" : text(info.samples, " samples per pixel, ");
}

std::string compression_text(const FileInfo& info) {
  if (info.compression.empty()) return "";
  return text(", ", info.compression == "none" ? "not compressed" : info.compression);
}

// Of all samples that the description is about.
std::int64_t all_bytes(const FileInfo& info) { return bytes_of(info.type) * (info.channel.empty() ? info.samples : 1); }

// As ", tiles of 256x256".
std::string chunk_text(const FileInfo& info) {
  return info.chunk_kind.empty() ? "" : text(", ", info.chunk_kind, " of ", info.chunk.text());
}

std::string shard_text(const FileInfo& info) {
  return info.shard.rank() == 0 ? "" : text(", shards of ", info.shard.text());
}

// As ", axes y 0.5 micrometer, x 0.5 micrometer".
std::string axes_text(const FileInfo& info) {
  std::string words;
  for (const Axis& axis : info.metadata.axes)
    words += text(words.empty() ? ", axes " : ", ", printable(axis.name), " ", value_text(axis.scale),
                  axis.unit.empty() ? "" : " ", printable(axis.unit));
  return words;
}

std::string levels_text(const FileInfo& info) {
  std::string words;
  for (const Shape& level : info.levels) words += text(words.empty() ? ", levels " : ", ", level.text());
  return words;
}

std::string mask_text(const FileInfo& info) { return info.has_mask ? ", mask of valid pixels" : ""; }

std::string decoder_text(const FileInfo& info) {
  return info.decoder.empty() ? "" : text(", read by ", printable(info.decoder));
}

std::vector<Record> axis_records(const FileInfo& info) {
  std::vector<Record> list;
  for (const Axis& axis : info.metadata.axes)
    list.push_back({{{"name", axis.name}, {"unit", axis.unit}, {"scale", axis.scale}}});
  return list;
}

// As ", values are 0.1 * stored + 200 m, 'elevation'".
std::string quantity_text(const Quantity& quantity) {
  const auto& [scale, offset, unit, description] = quantity;
  std::string words;
  if (scale != 1 || offset != 0 || !unit.empty()) {
    words += text(", values are ", scale == 1 ? "" : text(value_text(scale), " * "), "stored");
    if (offset != 0) words += text(offset < 0 ? " - " : " + ", value_text(std::abs(offset)));
    if (!unit.empty()) words += text(" ", printable(unit));
  }
  if (!description.empty()) words += text(", '", printable(description), "'");
  return words;
}

// As ", origin 3, 5, georeference, nodata -9999".
std::string metadata_text(const FileInfo& info) {
  std::string words;
  for (const double number : info.metadata.origin)
    words += text(words.empty() ? ", origin " : ", ", value_text(number));
  if (!info.metadata.direction.empty()) words += ", direction";
  if (!info.metadata.georeference.empty()) words += ", georeference";
  if (info.metadata.nodata) words += text(", nodata ", value_text(*info.metadata.nodata));
  return words + quantity_text(info.metadata.quantity);
}

std::vector<Record> tag_records(const FileInfo& info) {
  std::vector<Record> list;
  for (const GeoTag& tag : info.metadata.georeference)
    list.push_back({{{"tag", std::int64_t{tag.number}}, {"bytes", std::ssize(tag.values)}}});
  return list;
}

std::vector<Record> level_records(const FileInfo& info) {
  std::vector<Record> list;
  for (const Shape& level : info.levels) list.push_back({{{"shape", extents(level)}}});
  return list;
}

}  // namespace

void run(const TextRequest& request) { std::cout << request.text; }

void run(const InfoRequest& request) {
  std::vector<Record> list;
  for (const Path& file : request.files) {
    const FileInfo info = describe(file, request.settings.read);
    if (request.settings.report == Report::text) {
      std::cout << text(file.string(), ": ", info.format, ", ", type_text(info.type), ", ", samples_text(info),
                        bytes_text(all_bytes(info)), compression_text(info), chunk_text(info), shard_text(info),
                        axes_text(info), metadata_text(info), levels_text(info), mask_text(info), decoder_text(info),
                        "\n");
      if (!info.refusal.empty())
        std::cout << text("  operators refuse it: ", printable(in_command_notation(info.refusal)), "\n");
      continue;
    }
    Record record = file_record(file, info.type);
    for (auto& [key, field] : record.fields)
      if (key == "bytes") field = all_bytes(info);
    record.fields.emplace_back("format", info.format);
    record.fields.emplace_back("compression", info.compression);
    if (!info.decoder.empty()) record.fields.emplace_back("decoder", info.decoder);
    record.fields.emplace_back("chunk", extents(info.chunk));
    if (info.shard.rank() > 0) record.fields.emplace_back("shard", extents(info.shard));
    if (info.samples != 1) record.fields.emplace_back("samples", std::int64_t{info.samples});
    if (!info.channel.empty()) record.fields.emplace_back("channel", info.channel);
    if (!info.refusal.empty()) record.fields.emplace_back("refusal", in_command_notation(info.refusal));
    if (!info.metadata.axes.empty()) record.fields.emplace_back("axes", axis_records(info));
    if (!info.metadata.origin.empty()) record.fields.emplace_back("origin", info.metadata.origin);
    if (!info.metadata.direction.empty()) record.fields.emplace_back("direction", info.metadata.direction);
    if (!info.metadata.georeference.empty()) record.fields.emplace_back("georeference", tag_records(info));
    if (info.metadata.nodata) record.fields.emplace_back("nodata", *info.metadata.nodata);
    if (const Quantity& values = info.metadata.quantity; values != Quantity()) {
      record.fields.emplace_back("value_scale", values.scale);
      record.fields.emplace_back("value_offset", values.offset);
      record.fields.emplace_back("value_unit", values.unit);
      record.fields.emplace_back("description", values.description);
    }
    if (!info.levels.empty()) record.fields.emplace_back("levels", level_records(info));
    if (info.has_mask) record.fields.emplace_back("mask", true);
    list.push_back(record);
  }
  if (request.settings.report == Report::json) print_json({{{"files", list}}});
}

namespace {

// Which types of pixel each operator takes on devices with memory of their own.
void print_taken() {
  std::cout << "\nOn devices other than cpu and reference, operators take:\n" << std::left << std::setw(28) << "";
  for (int i = 0; i < dtype_count; ++i) std::cout << std::setw(8) << name_of(static_cast<DType>(i));
  std::cout << '\n';
  for (const Operator* op : operators()) {
    if (op->on_devices.empty()) continue;
    std::string row(op->name);
    row.resize(28, ' ');
    for (int i = 0; i < dtype_count; ++i)
      row += op->on_devices.contains(static_cast<DType>(i)) ? "yes     " : "        ";
    std::cout << row.substr(0, row.find_last_not_of(' ') + 1) << '\n';
  }
}

std::vector<Record> taken_records() {
  std::vector<Record> list;
  for (const Operator* op : operators())
    for (int i = 0; i < dtype_count; ++i)
      if (const auto dtype = static_cast<DType>(i); op->on_devices.contains(dtype))
        list.push_back({{{"operator", std::string(op->name)}, {"dtype", std::string(name_of(dtype))}}});
  return list;
}

}  // namespace

void run(const DevicesRequest& request) {
  std::vector<Record> list;
  for (const Device& device : devices()) {
    if (request.settings.report == Report::text)
      std::cout << std::left << std::setw(12) << device.name << device.description << '\n';
    else
      list.push_back({{{"name", device.name}, {"description", device.description}}});
  }
  if (request.settings.report == Report::text) return print_taken();
  print_json({{{"version", std::string(version())}, {"devices", list}, {"on_devices", taken_records()}}});
}

}  // namespace preamar::cli
