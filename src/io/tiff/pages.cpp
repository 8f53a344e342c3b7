#include "io/tiff/pages.h"

#include "core/error_text.h"
#include "io/mask.h"
#include "io/metadata.h"
#include "io/ome/ome_xml.h"
#include "io/select.h"
#include "io/tiff/colour.h"
#include "io/tiff/imagej.h"
#include "io/tiff/nodata.h"
#include "io/tiff/tags.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace preamar::io {
namespace {

// The sub-pages of the page that `tiff` is at.
std::vector<std::uint64_t> sub_pages(TIFF* tiff) {
  std::uint16_t count = 0;
  toff_t* offsets = nullptr;
  if (!TIFFGetField(tiff, TIFFTAG_SUBIFD, &count, &offsets) || !offsets) return {};
  return {offsets, offsets + count};
}

Shape shape_of_page(TIFF* tiff) {
  std::uint32_t height = 0, width = 0;
  TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height);
  TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width);
  return {height, width};
}

class Finder {
 public:
  Finder(TiffHandle& tiff, const std::filesystem::path& file, std::int64_t file_bytes, const ReadOptions& options)
      : tiff_(tiff),
        file_(file),
        file_bytes_(file_bytes),
        options_(options),
        positions_(parse_select(file, options.select)) {
    choose_band();
    if (options.mask) found_.band = 0;  // whichever: one mask is of all
  }

  TiffPages find() {
    std::optional<OmePixels> axes = read_ome_xml(file_.string(), description(tiff_.get()));
    if (!axes) axes = read_imagej(description(tiff_.get()));
    if (axes && axes->size_x == 0) {  // ImageJ leaves these to the page
      const TiffPage page = read_page(tiff_, file_, file_bytes_, found_.band);
      axes->size_y = page.type.shape[0];
      axes->size_x = page.type.shape[1];
    }
    // OME counts the samples of a colour pixel as channels.
    if (axes) {
      const int samples = std::max(1, read_tags(tiff_.get(), file_).samples);
      if (axes->size_c % samples == 0) axes->size_c /= samples;
    }
    walk(!axes);
    if (axes)
      choose(*axes);
    else
      choose_all();
    // ImageJ describes a stack in its first page only.
    go_to_page(tiff_, axes ? all_[0] : found_.planes[0]);
    if (found_.metadata.axes.empty()) read_metadata();
    if (!channel_name_.empty()) found_.metadata.quantity.description = channel_name_;
    found_.has_mask = find_mask(FILETYPE_MASK).has_value();
    go_to_page(tiff_, found_.planes[0]);
    find_levels();
    if (options_.level != 0) descend();
    if (options_.mask) take_mask();
    go_to_page(tiff_, found_.planes[0]);
    return std::move(found_);
  }

 private:
  struct MaskPage {
    std::uint64_t offset;
    std::uint32_t role;  // as page_role() has it
    Shape shape;
  };
  struct Copy {
    std::size_t index;  // among the sub-pages of a plane, or among the reduced pages
    Shape shape;
  };

  // As GDAL, counted from 1.
  void choose_band() {
    const auto given = positions_.extract("band");
    if (given.empty()) return;
    if (given.mapped() < 1)
      throw Error(ErrorKind::call, text(file_.string(), ": band 0 was given; bands are counted from 1"));
    found_.band = given.mapped() - 1;
  }

  // All pages one after another; where each main one is a plane, it is looked at on the way.
  void walk(bool are_planes) {
    TIFF* const tiff = tiff_.get();
    for (std::int64_t number = 1;; ++number) {
      all_.push_back(TIFFCurrentDirOffset(tiff));
      if (is_reduced_page(tiff)) reduced_.push_back(all_.back());
      if (is_main_page(tiff)) ++main_pages_;
      if (const std::uint32_t role = page_role(tiff); (role & FILETYPE_MASK) != 0)
        masks_.push_back({all_.back(), role, shape_of_page(tiff)});
      if (are_planes && is_main_page(tiff)) add_plane(number);
      if (TIFFLastDirectory(tiff)) break;
      tiff_.require(TIFFReadDirectory(tiff) != 0, text("page ", number + 1, " cannot be read"));
    }
  }

  // The page that the handle is at.
  void add_plane(std::int64_t number) {
    const TiffPage page = read_page(tiff_, file_, file_bytes_, found_.band);
    if (found_.planes.empty()) found_.first = page;
    if (page.colour != found_.first.colour)
      throw Error(ErrorKind::input,
                  text(file_.string(), ": page ", number, " has ", samples_of(page.colour),
                       " samples per pixel, unlike the first, which has ", samples_of(found_.first.colour),
                       "; give a file whose pages are the planes of one image"));
    if (page.type != found_.first.type)
      throw Error(ErrorKind::input,
                  text(file_.string(), ": page ", number, " is ", page.type.shape.text(), " ", name_of(page.type.dtype),
                       ", unlike the first, which is ", found_.first.type.shape.text(), " ",
                       name_of(found_.first.type.dtype), "; give a file whose pages are the planes of one image"));
    found_.planes.push_back(TIFFCurrentDirOffset(tiff_.get()));
  }

  void choose_all() {
    if (found_.planes.empty())
      throw Error(ErrorKind::input, text(file_.string(), ": holds only reduced copies or masks, no main page"));
    if (!positions_.empty())
      throw Error(ErrorKind::call, text(file_.string(), ": select '", options_.select,
                                        "' was given; the file has no axes but those of the image"));
    TIFF* const tiff = tiff_.get();
    go_to_page(tiff_, found_.planes[0]);
    const auto pages = std::ssize(found_.planes);
    require_planes_are_pages(tiff, file_, pages);
    const Shape volume({pages, found_.first.type.shape[0], found_.first.type.shape[1]});
    found_.is_volume = pages > 1 || description(tiff) == one_plane_description(volume);
  }

  void choose(const OmePixels& ome) {
    auto positions = positions_;
    require_chosen(ome, positions);
    const std::int64_t c = position(positions, "c", ome.size_c);
    const std::int64_t t = position(positions, "t", ome.size_t);
    if (!positions.empty())
      throw Error(ErrorKind::call,
                  text(file_.string(), ": select '", options_.select, "' names axis '", positions.begin()->first,
                       "'; a position on 'c' and 't', and a band, can be chosen"));
    const std::vector<std::int64_t> pages = ome.pages(file_.string(), std::ssize(all_));
    for (std::int64_t z = 0; z < ome.size_z; ++z) {
      const std::int64_t page = pages[static_cast<std::size_t>(ome.plane(z, c, t))];
      if (page < 0)
        throw Error(ErrorKind::input,
                    text(file_.string(), ": its metadata gives no page of plane z=", z, ", c=", c, ", t=", t));
      go_to_page(tiff_, all_[static_cast<std::size_t>(page)]);
      add_plane(page + 1);
    }
    found_.is_volume = ome.size_z > 1;
    const Shape& shape = found_.first.type.shape;
    if (shape != Shape({ome.size_y, ome.size_x}))
      throw Error(ErrorKind::io, text(file_.string(), ": its metadata gives planes of ", ome.size_y, "x", ome.size_x,
                                      " pixels; its page has ", shape.text()));
    if (c < std::ssize(ome.channels)) channel_name_ = ome.channels[static_cast<std::size_t>(c)];
    if (!ome.axes.empty()) found_.metadata.axes.assign(ome.axes.begin() + (found_.is_volume ? 0 : 1), ome.axes.end());
  }

  // Neither c nor t is ever read as z.
  void require_chosen(const OmePixels& ome, const std::map<std::string, std::int64_t>& positions) const {
    std::vector<std::string> to_choose;
    if (ome.size_t > 1 && !positions.contains("t")) to_choose.emplace_back("t");
    if (ome.size_c > 1 && !positions.contains("c")) to_choose.emplace_back("c");
    if (to_choose.empty()) return;
    std::vector<AxisExtent> all;
    for (const AxisExtent& axis :
         {AxisExtent{"t", ome.size_t}, AxisExtent{"z", ome.size_z}, AxisExtent{"c", ome.size_c}})
      if (axis.extent > 1) all.push_back(axis);
    all.push_back({"y", ome.size_y});
    all.push_back({"x", ome.size_x});
    refuse_axes(file_, all, to_choose);
  }

  // Takes the axis out of `positions`.
  [[nodiscard]] std::int64_t position(std::map<std::string, std::int64_t>& positions, const char* axis,
                                      std::int64_t size) const {
    const auto given = positions.extract(axis);
    if (given.empty()) return 0;
    if (given.mapped() >= size)
      throw Error(ErrorKind::call, text(file_.string(), ": select ", axis, "=", given.mapped(), " lies outside axis '",
                                        axis, "'; give 0 to ", size - 1));
    return given.mapped();
  }

  // Of the page that the handle is at.
  void read_metadata() {
    const int band = found_.first.band;
    found_.metadata = read_tiff_metadata(tiff_.get(), file_, found_.is_volume ? 3 : 2, band);
    std::optional<double>& nodata = found_.metadata.nodata;
    if (options_.ignore_metadata || options_.mask) return;
    const std::optional<double> beside = pam_nodata(file_, std::max(0, band));
    found_.uses_pam = beside.has_value();
    if (beside) nodata = beside;
  }

  // The mask of the level that was found, in a file of one plane: a page of its size and of this role.
  [[nodiscard]] std::optional<std::uint64_t> find_mask(std::uint32_t role) const {
    if (found_.is_volume || main_pages_ != 1) return std::nullopt;
    const auto mask = std::ranges::find_if(
        masks_, [&](const MaskPage& page) { return page.role == role && page.shape == found_.first.type.shape; });
    return mask == masks_.end() ? std::nullopt : std::optional(mask->offset);
  }

  void take_mask() {
    const auto mask = find_mask(FILETYPE_MASK | (options_.level == 0 ? 0 : FILETYPE_REDUCEDIMAGE));
    if (!mask) refuse_mask_of_level(file_, options_.level);
    found_.planes = {*mask};
    go_to_page(tiff_, *mask);
    found_.first = read_page(tiff_, file_, file_bytes_, found_.band);
  }

  // The copies of the first plane, each smaller than the one before. One that cannot be read is none.
  void find_levels() {
    std::vector<std::uint64_t> offsets = sub_pages(tiff_.get());
    has_sub_pages_ = !offsets.empty();
    if (!has_sub_pages_ && found_.planes.size() == 1) offsets = reduced_;
    Shape last = found_.first.type.shape;
    for (std::size_t i = 0; i < offsets.size(); ++i)
      if (const std::optional<Shape> shape = copy_at(offsets[i]);
          shape && (*shape)[0] <= last[0] && (*shape)[1] <= last[1] && *shape != last) {
        copies_.push_back({i, *shape});
        last = *shape;
      }
    if (copies_.empty()) return;
    found_.levels.push_back(whole(found_.first.type.shape));
    for (const Copy& copy : copies_) found_.levels.push_back(whole(copy.shape));
  }

  [[nodiscard]] std::optional<Shape> copy_at(std::uint64_t offset) try {
    go_to_page(tiff_, offset);
    const TiffPage page = read_page(tiff_, file_, file_bytes_, found_.band);
    if (page.type.dtype != found_.first.type.dtype || page.colour != found_.first.colour) return std::nullopt;
    return page.type.shape;
  } catch (const Error&) {
    return std::nullopt;
  }

  [[nodiscard]] Shape whole(const Shape& plane) const {
    return found_.is_volume ? Shape({std::ssize(found_.planes), plane[0], plane[1]}) : plane;
  }

  // From the planes to their copies.
  void descend() {
    if (options_.level < 0 || options_.level > std::ssize(copies_))
      throw Error(ErrorKind::call,
                  text(file_.string(), ": level ", options_.level, " was given; it has levels 0 to ", copies_.size()));
    const Copy& copy = copies_[static_cast<std::size_t>(options_.level - 1)];
    const Shape full = found_.first.type.shape;
    const std::vector<std::uint64_t> planes = std::exchange(found_.planes, {});
    for (std::size_t z = 0; z < planes.size(); ++z) {
      if (has_sub_pages_) go_to_page(tiff_, planes[z]);
      const std::vector<std::uint64_t> offsets = has_sub_pages_ ? sub_pages(tiff_.get()) : reduced_;
      if (copy.index >= offsets.size())
        throw Error(ErrorKind::input, text(file_.string(), ": plane ", z, " has no level ", options_.level));
      go_to_page(tiff_, offsets[copy.index]);
      add_plane(static_cast<std::int64_t>(z) + 1);
    }
    const Shape& now = found_.first.type.shape;
    std::vector<double> factors(found_.is_volume ? 1 : 0, 1);
    for (int i = 0; i < 2; ++i) factors.push_back(static_cast<double>(full[i]) / static_cast<double>(now[i]));
    found_.metadata = coarser(std::move(found_.metadata), factors);
  }

  TiffHandle& tiff_;
  const std::filesystem::path& file_;
  std::int64_t file_bytes_;
  const ReadOptions& options_;
  std::map<std::string, std::int64_t> positions_;  // on further axes
  std::vector<std::uint64_t> all_, reduced_;
  std::vector<MaskPage> masks_;
  std::int64_t main_pages_ = 0;
  std::vector<Copy> copies_;
  bool has_sub_pages_ = false;
  std::string channel_name_;  // empty: unknown
  TiffPages found_{};
};

}  // namespace

TiffPages find_pages(TiffHandle& tiff, const std::filesystem::path& file, std::int64_t file_bytes,
                     const ReadOptions& options) {
  return Finder(tiff, file, file_bytes, options).find();
}

void go_to_page(TiffHandle& tiff, std::uint64_t offset) {
  if (TIFFCurrentDirOffset(tiff.get()) != offset)
    tiff.require(TIFFSetSubDirectory(tiff.get(), offset) != 0, text("the page at byte ", offset, " cannot be read"));
}

}  // namespace preamar::io
