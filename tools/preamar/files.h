// The files of a command: checked before any work, read and written through a session.
#pragma once

#include "report.h"
#include "request.h"
#include "session.h"

#include <preamar/io.h>

#include <string_view>
#include <vector>

namespace preamar::cli {

// Throws Error (call) where not one file a type is named, one is named twice, or one exists and may not be overwritten;
// Error (io) where a folder does not exist; and what the format of a file says of its type.
void require_outputs(std::string_view command, const std::vector<Path>& outputs, const std::vector<ImageType>& types,
                     const Settings& settings);
[[nodiscard]] OwnedImage read_file(Session& session, const Path& file);
void write_file(Session& session, const Path& file, const ConstImage& image, const Settings& settings);

// An image of a file, for the report.
[[nodiscard]] Record file_record(const Path& file, const ImageType& type);

}  // namespace preamar::cli
