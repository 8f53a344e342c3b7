#include "commands.h"
#include "core/error_text.h"
#include "files.h"

#include <preamar/devices.h>
#include <preamar/version.h>

#include <iomanip>
#include <iostream>

namespace preamar::cli {

void run(const TextRequest& request) { std::cout << request.text; }

void run(const InfoRequest& request) {
  std::vector<Record> list;
  for (const Path& file : request.files) {
    const FileInfo info = describe(file);
    if (request.settings.report == Report::text) {
      std::cout << text(file.string(), ": ", info.format, ", ", type_text(info.type), ", ",
                        bytes_text(bytes_of(info.type)), ", ", info.compression, ", pieces of ", info.chunk.text(),
                        "\n");
      continue;
    }
    Record record = file_record(file, info.type);
    record.fields.emplace_back("format", info.format);
    record.fields.emplace_back("compression", info.compression);
    record.fields.emplace_back("chunk", extents(info.chunk));
    list.push_back(record);
  }
  if (request.settings.report == Report::json) print_json({{{"files", list}}});
}

void run(const DevicesRequest& request) {
  std::vector<Record> list;
  for (const Device& device : devices()) {
    if (request.settings.report == Report::text)
      std::cout << std::left << std::setw(12) << device.name << device.description << '\n';
    else
      list.push_back({{{"name", device.name}, {"description", device.description}}});
  }
  if (request.settings.report == Report::json) print_json({{{"version", std::string(version())}, {"devices", list}}});
}

}  // namespace preamar::cli
