// Pixels of slides. OpenSlide addresses a level by positions in level 0 and interpolates between pixels where these do
// not coincide. So that a pixel never depends on the region that is read, every call to OpenSlide reads one chunk of a
// fixed grid.
#include "io/slide/slide.h"

#include "core/error_text.h"
#include "core/memory.h"
#include "io/format.h"
#include "io/limits.h"
#include "io/slide/companions.h"
#include "io/slide/handle.h"
#include "io/slide/properties.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

namespace preamar::io::slide {
namespace {

constexpr std::string_view suffixes[] = {".svs", ".ndpi", ".mrxs", ".scn",     ".vms",
                                         ".vmu", ".bif",  ".dcm",  ".svslide", ".czi"};

constexpr std::int64_t most_pixels = std::int64_t{1} << 28;  // of a tile, which OpenSlide decodes whole

class SlideSource : public SampleSource {
 public:
  SlideSource(const std::filesystem::path& file, const ReadOptions& options)
      : SampleSource(file), slide_(shared_slide(file)), level_(options.level) {
    require_options(options);
    const std::string vendor = slide_->property("openslide.vendor");
    info_.format = text("slide (", vendor.empty() ? "unknown vendor" : vendor, ")");
    info_.decoder = text("OpenSlide ", library(file).get_version());
    info_.chunk_kind = "chunks";
    info_.samples = 3;
    for (int level = 0; level < slide_->levels(); ++level) info_.levels.push_back(shape_of(level));
    info_.type = {DType::uint8, info_.levels[static_cast<std::size_t>(level_)]};
    info_.chunk = Shape({side_of("tile-height"), side_of("tile-width")});
    downsample_ = slide_->downsample(level_);
    if (!(downsample_ >= 1 && downsample_ < 0x1p31))
      throw Error(ErrorKind::io, text(file.string(), ": level ", level_, " has the downsample ", downsample_,
                                      ", which is not a ratio; the file is damaged"));
    background_ = parse_colour(slide_->property("openslide.background-color")).value_or(Colour{255, 255, 255});
    set_axes();
    require_size();
    if (info_.chunk.count() > most_pixels)
      throw Error(ErrorKind::input, text(file.string(), ": level ", level_, " has tiles of ", info_.chunk.text(),
                                         " pixels; at most ", most_pixels, " pixels per tile are read"));
  }

  void read_samples(const std::int64_t* origin, const Shape& shape, void* to) override {
    const std::int64_t rows = info_.chunk[0];
    const std::int64_t columns = info_.chunk[1];
    const std::int64_t end_y = origin[0] + shape[0];
    const std::int64_t end_x = origin[1] + shape[1];
    const Buffer<std::uint32_t> argb(rows * columns);
    for (std::int64_t y = origin[0] / rows * rows; y < end_y; y += rows)
      for (std::int64_t x = origin[1] / columns * columns; x < end_x; x += columns) {
        const std::int64_t height = std::min(rows, info_.type.shape[0] - y);
        const std::int64_t width = std::min(columns, info_.type.shape[1] - x);
        read_chunk(y, x, height, width, argb.data());
        const std::int64_t from_x = std::max(x, origin[1]);
        const std::int64_t count = std::min(x + width, end_x) - from_x;
        for (std::int64_t i = std::max(y, origin[0]); i < std::min(y + height, end_y); ++i)
          compose(argb.data() + (i - y) * width + from_x - x, count, background_,
                  static_cast<std::uint8_t*>(to) + 3 * ((i - origin[0]) * shape[1] + from_x - origin[1]));
      }
  }

  void each_file(const std::function<void(const std::filesystem::path&)>& visit) const override {
    visit(file());
    for (const std::filesystem::path& companion : companions(file())) visit(companion);
  }

 private:
  void require_options(const ReadOptions& options) const {
    if (const int levels = slide_->levels(); options.level >= levels)
      throw Error(ErrorKind::call, text(file().string(), ": level ", options.level, " was given; the slide has levels ",
                                        "0 to ", levels - 1));
    if (!options.select.empty())
      throw Error(ErrorKind::call, text(file().string(), ": select '", options.select,
                                        "' was given; a slide has no axes but y and x; choose a channel instead"));
  }

  [[nodiscard]] Shape shape_of(int level) const {
    std::int64_t width = 0;
    std::int64_t height = 0;
    slide_->dimensions(level, width, height);
    if (width <= 0 || height <= 0)
      throw Error(ErrorKind::io,
                  text(file().string(), ": level ", level, " has no width or height; the file is damaged"));
    return Shape({height, width});
  }

  // OpenSlide decodes tiles whole, and ends the process if there is no memory for one.
  [[nodiscard]] std::int64_t side_of(const char* property) const {
    const std::string words = slide_->level_property(level_, property);
    if (const auto side = chunk_side(words)) return *side;
    throw Error(ErrorKind::io, text(file().string(), ": level ", level_, " has the ", property, " '", words,
                                    "', which is not a number from 1 to ", 1 << 20, "; the file is damaged"));
  }

  // Micrometers per pixel, by the ratio of the extents along each axis.
  void set_axes() {
    const auto y = parse_length(slide_->property("openslide.mpp-y"));
    const auto x = parse_length(slide_->property("openslide.mpp-x"));
    if (!x || !y) return;
    const auto ratio = [&](int axis) {
      return static_cast<double>(info_.levels[0][axis]) / static_cast<double>(info_.type.shape[axis]);
    };
    info_.metadata.axes = {{"y", "micrometer", *y * ratio(0)}, {"x", "micrometer", *x * ratio(1)}};
  }

  // A tile takes at least 6 bytes of a file: its offset and its length.
  void require_size() const {
    std::int64_t stored = 0;
    each_file([&](const std::filesystem::path& part) {
      std::error_code none;
      const std::uintmax_t bytes = std::filesystem::file_size(part, none);
      if (!none) stored += static_cast<std::int64_t>(bytes);
    });
    const ImageType& type = info_.type;
    require_plausible(file(), type.shape, checked_product(pixel_bytes(file(), type), 3, file().string()), stored,
                      std::max(info_.chunk.count(), std::int64_t{1} << 18));
  }

  // Where the chunk begins in level 0. OpenSlide rounds down in the same way within large regions.
  [[nodiscard]] std::int64_t in_level_0(std::int64_t position) const {
    return static_cast<std::int64_t>(std::floor(static_cast<double>(position) * downsample_));
  }

  void read_chunk(std::int64_t y, std::int64_t x, std::int64_t height, std::int64_t width, std::uint32_t* to) {
    const auto done = [&] { return slide_->read(level_, in_level_0(x), in_level_0(y), width, height, to); };
    if (done()) return;
    // The error may be of another thread's region, so a slide of its own reads this one again.
    slide_ = std::make_shared<const Slide>(file());
    if (done()) return;
    throw Error(ErrorKind::io, text(file().string(), ": the region at row ", y, ", column ", x, " of ",
                                    Shape({height, width}).text(), " pixels in level ", level_, " cannot be read by ",
                                    info_.decoder, ": ", slide_->error(), "; the file is truncated or broken"));
  }

  std::shared_ptr<const Slide> slide_;
  int level_;
  double downsample_ = 1;
  Colour background_{};
};

}  // namespace

std::unique_ptr<SampleSource> open_samples(const std::filesystem::path& file, const ReadOptions& options) {
  return std::make_unique<SlideSource>(file, options);
}

std::unique_ptr<Source> open_source(const std::filesystem::path& file, const ReadOptions& options) {
  return choose_channel(open_samples(file, options), options);
}

FileInfo outline(const std::filesystem::path& file) { return open_samples(file, {})->info(); }

bool is_slide(const std::filesystem::path& file) {
  const Library* const openslide = library_if_present();
  return openslide && openslide->detect_vendor(file.c_str());
}

}  // namespace preamar::io::slide

namespace preamar::io {

constinit const Format slide_format = {
    .name = "a slide",
    .suffixes = slide::suffixes,
    .compressions = {},
    .dtypes = {},
    .highest_rank = 2,
    .instead = ".tif or .ome.zarr",
    .open_source = slide::open_source,
    .open_sink = nullptr,
    .has_parts = true,
    .outline = slide::outline,
};

}  // namespace preamar::io
