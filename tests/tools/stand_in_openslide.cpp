// A stand-in OpenSlide: a slide is a file of text, so that tests choose what a library reports.
//   level WIDTH HEIGHT DOWNSAMPLE
//   property NAME VALUE
//   absent X Y WIDTH HEIGHT    pixels of level 0 without a tile: alpha 0
//   half X Y WIDTH HEIGHT      pixels of level 0 of alpha 128
//   broken X Y                 a read of this pixel of level 0 fails, and all reads after it
//   error WORDS                opening fails
// Samples are functions of the exact position that is read, in sixteenths of a pixel of the level.
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <vector>

namespace {

std::atomic<int> open_slides = 0;

struct Level {
  std::int64_t width, height;
  double downsample;
};

struct Box {
  std::int64_t x, y, width, height;
  [[nodiscard]] bool holds(double px, double py) const {
    return px >= static_cast<double>(x) && px < static_cast<double>(x + width) && py >= static_cast<double>(y) &&
           py < static_cast<double>(y + height);
  }
};

}  // namespace

// Named as in OpenSlide's interface.
struct openslide_t {
  std::vector<Level> levels;
  std::map<std::string, std::string> properties;
  std::vector<Box> absent, half, broken;
  std::string opens;
  std::mutex mutex;
  std::string first_error;
  std::atomic<const char*> error = nullptr;

  void fail(const std::string& words) {
    const std::lock_guard lock(mutex);
    if (error) return;
    first_error = words;
    error = first_error.c_str();
  }
};

namespace {

bool parse(openslide_t& slide, std::istream& in) {
  std::string line;
  bool is_slide = false;
  while (std::getline(in, line)) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    std::string rest;
    Box box{0, 0, 1, 1};
    if (kind == "level") {
      std::string downsample;
      Level level{};
      words >> level.width >> level.height >> downsample;
      level.downsample = std::strtod(downsample.c_str(), nullptr);
      slide.levels.push_back(level);
      is_slide = true;
    } else if (kind == "property") {
      words >> kind;
      std::getline(words >> std::ws, rest);
      slide.properties[kind] = rest;
    } else if (kind == "absent" || kind == "half") {
      words >> box.x >> box.y >> box.width >> box.height;
      (kind == "half" ? slide.half : slide.absent).push_back(box);
    } else if (kind == "broken") {
      words >> box.x >> box.y;
      slide.broken.push_back(box);
    } else if (kind == "error") {
      std::getline(words >> std::ws, rest);
      slide.fail(rest);
      is_slide = true;
    }
  }
  return is_slide;
}

std::uint32_t pixel(const openslide_t& slide, const Level& level, double x, double y) {
  const double px = x * level.downsample;
  const double py = y * level.downsample;
  for (const Box& box : slide.absent)
    if (box.holds(px, py)) return 0;
  const auto sample = [](double value) { return static_cast<std::uint32_t>(std::llround(value * 16)) & 255; };
  std::uint32_t red = sample(x);
  std::uint32_t green = sample(y);
  std::uint32_t blue = (red * 7 + green * 13 + static_cast<std::uint32_t>(level.downsample)) & 255;
  std::uint32_t alpha = 255;
  for (const Box& box : slide.half)
    if (box.holds(px, py)) alpha = 128, red /= 2, green /= 2, blue /= 2;
  return alpha << 24 | red << 16 | green << 8 | blue;
}

}  // namespace

extern "C" {

[[gnu::visibility("default")]] const char* openslide_get_version() { return "0.stand-in"; }

[[gnu::visibility("default")]] openslide_t* openslide_open(const char* file) {
  std::ifstream in(file);
  auto* const slide = new openslide_t;
  if (!parse(*slide, in)) {
    delete slide;
    return nullptr;
  }
  ++open_slides;
  return slide;
}

[[gnu::visibility("default")]] void openslide_close(openslide_t* slide) {
  --open_slides;
  delete slide;
}

[[gnu::visibility("default")]] const char* openslide_detect_vendor(const char* file) {
  openslide_t slide;
  std::ifstream in(file);
  return parse(slide, in) ? "stand-in" : nullptr;
}

[[gnu::visibility("default")]] std::int32_t openslide_get_level_count(openslide_t* slide) {
  return static_cast<std::int32_t>(slide->levels.size());
}

[[gnu::visibility("default")]] void openslide_get_level_dimensions(openslide_t* slide, std::int32_t level,
                                                                   std::int64_t* width, std::int64_t* height) {
  *width = slide->levels.at(static_cast<std::size_t>(level)).width;
  *height = slide->levels.at(static_cast<std::size_t>(level)).height;
}

[[gnu::visibility("default")]] double openslide_get_level_downsample(openslide_t* slide, std::int32_t level) {
  return slide->levels.at(static_cast<std::size_t>(level)).downsample;
}

[[gnu::visibility("default")]] const char* openslide_get_error(openslide_t* slide) { return slide->error; }

// "stand-in.open" is the number of slides that are open.
[[gnu::visibility("default")]] const char* openslide_get_property_value(openslide_t* slide, const char* name) {
  if (std::strcmp(name, "stand-in.open") == 0) return (slide->opens = std::to_string(open_slides)).c_str();
  const auto found = slide->properties.find(name);
  return found == slide->properties.end() ? nullptr : found->second.c_str();
}

[[gnu::visibility("default")]] void openslide_read_region(openslide_t* slide, std::uint32_t* to, std::int64_t x,
                                                          std::int64_t y, std::int32_t number, std::int64_t width,
                                                          std::int64_t height) {
  std::memset(to, 0, static_cast<std::size_t>(4 * width * height));
  if (slide->error) return;
  const Level& level = slide->levels.at(static_cast<std::size_t>(number));
  const auto ends = [&](std::int64_t from, std::int64_t count) {
    return static_cast<double>(from) + static_cast<double>(count) * level.downsample;
  };
  for (const Box& box : slide->broken)
    if (box.x >= x && static_cast<double>(box.x) < ends(x, width) && box.y >= y &&
        static_cast<double>(box.y) < ends(y, height))
      return slide->fail("a tile cannot be decoded");
  for (std::int64_t i = 0; i < height; ++i)
    for (std::int64_t j = 0; j < width; ++j)
      *to++ = pixel(*slide, level, static_cast<double>(x) / level.downsample + static_cast<double>(j),
                    static_cast<double>(y) / level.downsample + static_cast<double>(i));
}

}  // extern "C"
