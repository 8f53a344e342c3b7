#include "io/ome/ome_xml.h"

#include "core/checked.h"
#include "core/error_text.h"
#include "io/ome/xml_tags.h"
#include "io/units.h"

#include <preamar/error.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace preamar::io {
namespace {

std::int64_t number(std::string_view file, const XmlTag& tag, std::string_view name, std::int64_t fallback) {
  const std::string* const words = tag.find(name);
  if (!words) return fallback;
  std::int64_t value = -1;
  const char* const end = words->data() + words->size();
  if (std::from_chars(words->data(), end, value).ptr != end || value < 0)
    throw Error(ErrorKind::io, text(file, ": its OME-XML gives ", name, " as '", words->substr(0, 40), "'"));
  return value;
}

Axis axis_from_xml(const XmlTag& pixels, std::string name) {
  const std::string letter(1, static_cast<char>(name[0] - 'a' + 'A'));
  Axis axis{.name = std::move(name)};
  const std::string* const size = pixels.find("PhysicalSize" + letter);
  if (!size) return axis;
  double scale = 0;
  const char* const end = size->data() + size->size();
  if (std::from_chars(size->data(), end, scale).ptr != end || !std::isfinite(scale) || scale <= 0) return axis;
  axis.scale = scale;
  const std::string* const unit = pixels.find("PhysicalSize" + letter + "Unit");
  axis.unit = unit_word(unit ? *unit : "\u00B5m");
  return axis;
}

OmePixels pixels_of(std::string_view file, const XmlTag& tag) {
  OmePixels pixels;
  if (const std::string* const order = tag.find("DimensionOrder")) pixels.order = *order;
  std::string sorted = pixels.order;
  std::ranges::sort(sorted);
  if (sorted != "CTXYZ" || !pixels.order.starts_with("XY"))
    throw Error(ErrorKind::io, text(file, ": its OME-XML gives the order '", pixels.order.substr(0, 40), "'"));
  pixels.size_x = number(file, tag, "SizeX", 0);
  pixels.size_y = number(file, tag, "SizeY", 0);
  pixels.size_z = number(file, tag, "SizeZ", 1);
  pixels.size_c = number(file, tag, "SizeC", 1);
  pixels.size_t = number(file, tag, "SizeT", 1);
  if (std::min({pixels.size_x, pixels.size_y, pixels.size_z, pixels.size_c, pixels.size_t}) < 1)
    throw Error(ErrorKind::io, text(file, ": its OME-XML gives an axis without a pixel"));
  std::vector<Axis> axes = {axis_from_xml(tag, "z"), axis_from_xml(tag, "y"), axis_from_xml(tag, "x")};
  if (std::ranges::any_of(axes, [](const Axis& axis) { return !axis.unit.empty(); })) pixels.axes = std::move(axes);
  return pixels;
}

OmePixels::Run run_of(std::string_view file, const XmlTag& tag) {
  OmePixels::Run run;
  run.page = number(file, tag, "IFD", 0);
  run.z = number(file, tag, "FirstZ", 0);
  run.c = number(file, tag, "FirstC", 0);
  run.t = number(file, tag, "FirstT", 0);
  run.count = number(file, tag, "PlaneCount", tag.find("IFD") ? 1 : -1);
  return run;
}

[[noreturn]] void refuse_other_file(std::string_view file, std::string_view field, const std::string* name) {
  throw Error(ErrorKind::input, text(file, ": its OME-XML names another file in its field ", field, ", '",
                                     name ? name->substr(0, 200) : "", "'; files that metadata names are not opened, ",
                                     "so convert the set to one file"));
}

// The file that holds the planes. It may have been renamed, so its identifier counts, or else the first name.
struct Holder {
  std::string uuid, name;  // empty: not known

  // A tag within TiffData, and what it contains.
  void require(std::string_view file, const XmlTag& tag, std::string_view content) {
    const std::string* const given = tag.find("FileName");
    if (name.empty() && given) name = *given;
    const bool is_own = uuid.empty() || content.empty() ? !given || *given == name : content == uuid;
    if (!is_own) refuse_other_file(file, "TiffData UUID FileName", given);
  }
};

std::string_view pixel_type(DType dtype) {
  if (dtype == DType::boolean) return "bit";
  if (dtype == DType::float32) return "float";
  if (dtype == DType::float64) return "double";
  return name_of(dtype);
}

}  // namespace

std::int64_t OmePixels::plane(std::int64_t z, std::int64_t c, std::int64_t t) const {
  std::int64_t index = 0, step = 1;
  for (const char axis : order.substr(2)) {
    index += step * (axis == 'Z' ? z : axis == 'C' ? c : t);
    step *= axis == 'Z' ? size_z : axis == 'C' ? size_c : size_t;
  }
  return index;
}

std::vector<std::int64_t> OmePixels::pages(std::string_view file, std::int64_t page_count) const {
  const std::int64_t planes = checked_product(checked_product(size_z, size_c, file), size_t, file);
  if (planes > page_count)
    throw Error(ErrorKind::input, text(file, ": its metadata names ", planes, " planes and the file has ", page_count,
                                       " pages; the others may be in files beside it, so convert it to one file"));
  std::vector<std::int64_t> found(static_cast<std::size_t>(planes), runs.empty() ? 0 : -1);
  if (runs.empty())
    for (std::int64_t i = 0; i < planes; ++i) found[static_cast<std::size_t>(i)] = i;
  std::int64_t named = 0;
  for (const Run& run : runs) {
    if (run.z >= size_z || run.c >= size_c || run.t >= size_t || run.page >= page_count)
      throw Error(ErrorKind::io, text(file, ": its OME-XML places a plane outside the image or the file"));
    const std::int64_t first = plane(run.z, run.c, run.t);
    const std::int64_t room = std::min(planes - first, page_count - run.page);
    const std::int64_t count = run.count < 0 ? room : std::min(run.count, room);
    named += count;
    if (named > planes) throw Error(ErrorKind::io, text(file, ": its OME-XML names a plane twice"));
    for (std::int64_t i = 0; i < count; ++i) found[static_cast<std::size_t>(first + i)] = run.page + i;
  }
  return found;
}

std::optional<OmePixels> read_ome_xml(std::string_view file, std::string_view words) {
  if (words.substr(0, 4096).find("<OME") == std::string_view::npos &&
      words.substr(0, 4096).find(":OME") == std::string_view::npos)
    return std::nullopt;
  XmlTags tags(words);
  std::optional<OmePixels> pixels;
  bool is_ome = false;
  Holder holder;
  while (const XmlTag* const tag = tags.next()) {
    if (!is_ome && tag->name != "OME") return std::nullopt;
    is_ome = true;
    if (tag->name == "Pixels") {
      if (pixels) break;  // of the next image
      pixels = pixels_of(file, *tag);
    }
    if (tag->name == "Channel" && pixels)
      pixels->channels.push_back(tag->find("Name") ? one_line(*tag->find("Name")) : std::string());
    if (tag->name == "TiffData" && pixels) pixels->runs.push_back(run_of(file, *tag));
    if (tag->name == "OME" && tag->find("UUID")) holder.uuid = *tag->find("UUID");
    if (tag->name == "UUID" && pixels) holder.require(file, *tag, tags.content());
    if (tag->name == "BinaryOnly") refuse_other_file(file, "BinaryOnly MetadataFile", tag->find("MetadataFile"));
  }
  return pixels;
}

std::string write_ome_xml(const ImageType& type, const Metadata& metadata) {
  const std::vector<Axis>& axes = metadata.axes;
  const std::string name = one_line(metadata.quantity.description);
  const int rank = type.shape.rank();
  const std::int64_t planes = rank == 3 ? type.shape[0] : 1;
  std::string sizes;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (axes[i].unit.empty()) continue;
    const char letter = "ZYX"[i + 3 - axes.size()];
    sizes += text(" PhysicalSize", letter, "=\"", xml_digits(axes[i].scale), "\" PhysicalSize", letter, "Unit=\"",
                  xml_escaped(unit_sign(axes[i].unit)), "\"");
  }
  return text(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
      "<OME xmlns=\"http://www.openmicroscopy.org/Schemas/OME/2016-06\" "
      "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
      "xsi:schemaLocation=\"http://www.openmicroscopy.org/Schemas/OME/2016-06 "
      "http://www.openmicroscopy.org/Schemas/OME/2016-06/ome.xsd\">"
      "<Image ID=\"Image:0\"><Pixels ID=\"Pixels:0\" DimensionOrder=\"XYZCT\" Type=\"",
      pixel_type(type.dtype), "\" BigEndian=\"false\" SizeX=\"", type.shape[rank - 1], "\" SizeY=\"",
      type.shape[rank - 2], "\" SizeZ=\"", planes, "\" SizeC=\"1\" SizeT=\"1\"", sizes, "><Channel ID=\"Channel:0:0\"",
      name.empty() ? "" : text(" Name=\"", xml_escaped(name), "\""),
      " SamplesPerPixel=\"1\"/><TiffData IFD=\"0\" PlaneCount=\"", planes, "\"/></Pixels></Image></OME>");
}

}  // namespace preamar::io
