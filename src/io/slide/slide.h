// Whole-slide images through OpenSlide.
#pragma once

#include "io/colour/samples.h"

#include <filesystem>
#include <memory>

namespace preamar::io::slide {

// RGB of uint8 of the level that the options name. Throws Error (io) if OpenSlide is missing or cannot open the file,
// Error (call) for a level that the slide does not have.
[[nodiscard]] std::unique_ptr<SampleSource> open_samples(const std::filesystem::path& file, const ReadOptions& options);
// As Format::open_source and Format::outline.
[[nodiscard]] std::unique_ptr<Source> open_source(const std::filesystem::path& file, const ReadOptions& options);
[[nodiscard]] FileInfo outline(const std::filesystem::path& file);
// Whether OpenSlide is there and recognises the file.
[[nodiscard]] bool is_slide(const std::filesystem::path& file);

}  // namespace preamar::io::slide
