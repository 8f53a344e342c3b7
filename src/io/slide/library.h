// OpenSlide, opened at run time: never linked, never shipped. Versions 3.4 and 4 have these functions.
#pragma once

#include <cstdint>
#include <filesystem>

namespace preamar::io::slide {

struct Handle;  // openslide_t

struct Library {
  const char* (*get_version)();
  const char* (*detect_vendor)(const char* file);
  Handle* (*open)(const char* file);
  void (*close)(Handle* slide);
  std::int32_t (*get_level_count)(Handle* slide);
  void (*get_level_dimensions)(Handle* slide, std::int32_t level, std::int64_t* width, std::int64_t* height);
  double (*get_level_downsample)(Handle* slide, std::int32_t level);
  // `x` and `y` are positions in level 0, `width` and `height` extents in `level`.
  void (*read_region)(Handle* slide, std::uint32_t* to, std::int64_t x, std::int64_t y, std::int32_t level,
                      std::int64_t width, std::int64_t height);
  const char* (*get_error)(Handle* slide);
  const char* (*get_property_value)(Handle* slide, const char* name);
};

// The first that opens of: the environment variable PREAMAR_OPENSLIDE (if set, no other is tried), the library of
// set_openslide_library(), libopenslide.so.1, libopenslide.so.0. Found once per process. Throws Error (io), with the
// packages to install and `file`, if there is none.
[[nodiscard]] const Library& library(const std::filesystem::path& file);
// Null if there is none.
[[nodiscard]] const Library* library_if_present();

}  // namespace preamar::io::slide
