#include "io/ome/ome.h"

#include "core/error_text.h"
#include "io/named_file.h"
#include "io/ome/xml_tags.h"

#include <algorithm>
#include <cmath>

namespace preamar::io {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_levels = 64;

OmeAxis axis_from_json(const JsonField& given) {
  OmeAxis axis;
  if (given.value().is_string()) {  // before 0.4 an axis was its name
    axis.axis.name = given.word();
  } else {
    axis.axis.name = given.at("name").word();
    const JsonField unit = given.find("unit");
    if (unit.value().is_string()) axis.axis.unit = unit.word();
  }
  const JsonField type = given.find("type");
  axis.is_space = type.value().is_string() ? type.word() == "space" : axis.axis.name != "t" && axis.axis.name != "c";
  return axis;
}

// Applies the scales and translations in their order.
void apply(const JsonField& transformations, OmeLevel& level) {
  if (transformations.is_null()) return;
  for (const JsonField& transformation : transformations.list()) {
    const std::string type = transformation.at("type").word();
    if (type != "scale" && type != "translation") continue;
    const auto numbers = transformation.at(type).list();
    if (numbers.size() != level.scale.size()) transformation.fail(text("has not one number each axis in ", type));
    if (type == "translation" && level.shift.empty()) level.shift.resize(level.scale.size(), 0);
    for (std::size_t axis = 0; axis < numbers.size(); ++axis) {
      const double number = numbers[axis].number();
      if (type == "scale") level.scale[axis] *= number;
      if (type == "scale" && !level.shift.empty()) level.shift[axis] *= number;
      if (type == "translation") level.shift[axis] += number;
    }
  }
}

OmeImage image_of(const JsonField& multiscale, const std::string& version) {
  OmeImage image;
  image.version = version;
  const JsonField axes = multiscale.find("axes");
  if (!axes.is_null())
    for (const JsonField& axis : axes.list()) image.axes.push_back(axis_from_json(axis));
  for (const JsonField& dataset : multiscale.at("datasets").list()) {
    OmeLevel level{dataset.at("path").word(), std::vector<double>(image.axes.size(), 1)};
    apply(dataset.find("coordinateTransformations"), level);
    apply(multiscale.find("coordinateTransformations"), level);
    (void)named_file(multiscale.file(), "datasets.path", level.path);
    image.levels.push_back(level);
  }
  if (image.levels.empty() || image.levels.size() > most_levels)
    multiscale.fail(text("has ", image.levels.size(), " datasets; 1 to ", most_levels, " are read"));
  for (std::size_t axis = 0; axis < image.axes.size(); ++axis)
    image.axes[axis].axis.scale = image.levels[0].scale[axis];
  return image;
}

// Viewers read the same names. Labels that are not text are ignored, as is all else: colours and windows are how an
// image is shown.
std::vector<std::string> channels_of(const JsonField& attributes) {
  std::vector<std::string> names;
  const JsonField channels = attributes.find("omero").find("channels");
  if (!channels.value().is_array()) return names;
  for (const JsonField& channel : channels.list()) {
    const JsonField label = channel.find("label");
    names.push_back(label.value().is_string() ? one_line(label.word()) : "");
  }
  return names;
}

// What a group without an image holds, with an example of it.
std::pair<std::string_view, fs::path> contents_of(const JsonField& attributes) {
  const JsonField labels = attributes.find("labels");
  if (!labels.is_null() && !labels.list().empty()) return {"labels", labels.list()[0].word()};
  if (!attributes.find("plate").is_null()) return {"the wells of a plate", fs::path("A") / "1" / "0"};
  if (!attributes.find("well").is_null()) return {"the fields of a well", "0"};
  return {"arrays or groups", "0"};
}

[[noreturn]] void refuse_group(const fs::path& folder, const JsonField& attributes) {
  const auto [what, example] = contents_of(attributes);
  throw Error(ErrorKind::input,
              text(folder.string(), ": holds ", what, "; give one of them, as ", (folder / example).string()));
}

Json transformations(const OmeLevel& level) {
  Json list = Json::array({{{"type", "scale"}, {"scale", level.scale}}});
  if (!level.shift.empty()) list.push_back({{"type", "translation"}, {"translation", level.shift}});
  return list;
}

std::string group_text(Json ome) {
  ome["version"] = "0.5";
  const Json group = {{"zarr_format", 3}, {"node_type", "group"}, {"attributes", {{"ome", std::move(ome)}}}};
  return group.dump(2) + "\n";
}

}  // namespace

std::optional<OmeImage> read_ome(const fs::path& folder, const Json* group) {
  const bool is_v3 = group != nullptr;
  const fs::path file = folder / (is_v3 ? "zarr.json" : ".zattrs");
  const auto older = is_v3 ? std::nullopt : find_json(file, folder);
  if (!is_v3 && !older) return std::nullopt;
  const JsonField root(file, is_v3 ? *group : *older);
  const JsonField attributes = is_v3 ? root.find("attributes").find("ome") : root;
  const JsonField multiscales = attributes.find("multiscales");
  if (multiscales.is_null()) refuse_group(folder, attributes);
  const auto list = multiscales.list();
  if (list.empty()) multiscales.fail("is empty");
  const JsonField version = is_v3 ? attributes.find("version") : list[0].find("version");
  OmeImage image = image_of(list[0], version.value().is_string() ? version.word() : "0.1");
  image.channels = channels_of(attributes);
  return image;
}

std::string ome_text(const OmeImage& image, const std::string& name, OmeKind kind) {
  Json axes = Json::array();
  for (const OmeAxis& given : image.axes) {
    Json axis = {{"name", given.axis.name}, {"type", "space"}};
    if (!given.axis.unit.empty()) axis["unit"] = given.axis.unit;
    axes.push_back(axis);
  }
  Json datasets = Json::array();
  for (const OmeLevel& level : image.levels)
    datasets.push_back({{"path", level.path}, {"coordinateTransformations", transformations(level)}});
  Json ome = {{"multiscales", Json::array({{{"name", name}, {"axes", axes}, {"datasets", datasets}}})}};
  if (kind == OmeKind::labels) ome["image-label"] = {{"source", {{"image", "../../"}}}};
  return group_text(std::move(ome));
}

std::string labels_text(const fs::path& old, const std::string& name) {
  std::vector<std::string> names;
  if (!old.empty()) {
    const Json metadata = read_json(old, old.parent_path());
    const JsonField list = JsonField(old, metadata).find("attributes").find("ome").find("labels");
    if (!list.is_null())
      for (const JsonField& item : list.list()) names.push_back(item.word());
  }
  if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  return group_text({{"labels", names}});
}

}  // namespace preamar::io
