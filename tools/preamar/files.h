// The files of a command: checked before any work, read and written through a session.
#pragma once

#include "report.h"
#include "request.h"
#include "session.h"

#include <preamar/io.h>

#include <string_view>
#include <vector>

namespace preamar::cli {

// Throws Error (call) where not exactly `count` files are named, one is named twice, or one exists and may not be
// overwritten; Error (io) where a folder does not exist.
void require_outputs(std::string_view command, const std::vector<Path>& outputs, std::size_t count,
                     const Settings& settings);
[[nodiscard]] OwnedImage read_file(Session& session, const Path& file);
void write_file(Session& session, const Path& file, const ConstImage& image, const Settings& settings);

// An image of a file, for the report.
[[nodiscard]] Record file_record(const Path& file, const ImageType& type);

}  // namespace preamar::cli
