// A slide that OpenSlide has open.
#pragma once

#include "io/slide/library.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace preamar::io::slide {

// Thread-safe, as OpenSlide is. OpenSlide keeps the first error: all later reads of the same slide fail.
class Slide {
 public:
  // Throws Error (io) if OpenSlide is missing or does not open the file.
  explicit Slide(const std::filesystem::path& file);
  Slide(const Slide&) = delete;
  Slide& operator=(const Slide&) = delete;
  ~Slide();

  // Empty if the slide has no such property.
  [[nodiscard]] std::string property(const std::string& name) const;
  // The property of one level, such as "tile-width".
  [[nodiscard]] std::string level_property(int level, const char* name) const;
  [[nodiscard]] int levels() const { return library_.get_level_count(handle_); }
  void dimensions(int level, std::int64_t& width, std::int64_t& height) const;
  [[nodiscard]] double downsample(int level) const { return library_.get_level_downsample(handle_, level); }
  // Reads premultiplied ARGB; `x` and `y` are positions in level 0. Returns false after an error.
  [[nodiscard]] bool read(int level, std::int64_t x, std::int64_t y, std::int64_t width, std::int64_t height,
                          std::uint32_t* to) const;
  // What went wrong; empty without an error.
  [[nodiscard]] std::string error() const;

 private:
  const Library& library_;
  Handle* handle_;
};

// One Slide per file for all sources of the process, because each has a cache of 32 MB. A file that changed, or had an
// error, is opened anew.
[[nodiscard]] std::shared_ptr<const Slide> shared_slide(const std::filesystem::path& file);

}  // namespace preamar::io::slide
