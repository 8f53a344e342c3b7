#include "generate.h"

#include "commands.h"
#include "core/error_text.h"
#include "core/nearest.h"
#include "files.h"

#include <preamar/blocks.h>

#include <algorithm>
#include <iomanip>
#include <iostream>

namespace preamar::cli {

const Instance& instance_named(std::string_view command, std::string_view name) {
  const auto found = std::ranges::find(instances(), name, &Instance::name);
  if (found != instances().end()) return *found;
  const std::string nearest = nearest_text(name, instances(), "", &Instance::name);
  throw Error(ErrorKind::call, text(command, ": instance '", name, "' is unknown; ", nearest,
                                    nearest.empty() ? "" : ", and ", "'preamar generate --list' lists all"));
}

std::vector<ImageType> types_of(const Instance& instance) {
  constexpr std::int64_t least_side = 8;
  std::vector<ImageType> types;
  for (const Image& image : generate(instance.name, least_side)) types.push_back(image.type());
  return types;
}

void run(const GenerateRequest& request) {
  const Instance& instance = instance_named("generate", request.instance);
  require_outputs("generate", request.outputs, {types_of(instance)}, request.settings);
  std::vector<Record> written;
  {
    Session session("generate", request.settings);
    for (int i = 0; i < instance.images; ++i) {
      const Path& file = request.outputs[static_cast<std::size_t>(i)];
      session.stage(text("write ", file.filename().string()));
      generate_file(request.instance, request.size, i, file, request.settings.write, session.execution());
      written.push_back(file_record(file, instance_type(request.instance, request.size, i)));
    }
  }
  if (request.settings.report == Report::json)
    print_json({{{"instance", request.instance}, {"size", request.size}, {"outputs", written}}});
}

void run(const InstancesRequest& request) {
  if (request.settings.report == Report::json) {
    std::vector<Record> list;
    for (const Instance& instance : instances())
      list.push_back({{{"name", std::string(instance.name)},
                       {"rank", std::int64_t{instance.rank}},
                       {"images", std::int64_t{instance.images}},
                       {"summary", std::string(instance.summary)}}});
    return print_json({{{"instances", list}}});
  }
  for (const Instance& instance : instances())
    std::cout << std::left << std::setw(20) << instance.name
              << text(" ", instance.rank, "-D, ", instance.images, instance.images == 1 ? " image   " : " images  ",
                      instance.summary, "\n");
}

}  // namespace preamar::cli
