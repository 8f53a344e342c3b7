// Metadata that the formats of outputs do not keep.
#pragma once

#include "request.h"

#include <string>
#include <string_view>
#include <vector>

namespace preamar::cli {

struct OutputImage {
  Path file;
  ImageType type;
  Metadata metadata;
  std::vector<std::string> lost;  // ResultMetadata::lost
};

// Returns a warning per image that loses metadata, by its operator or its format, and prints them on standard error
// unless the command is quiet. Throws Error (input) instead if the settings are strict.
std::vector<std::string> warn_of_loss(std::string_view command, const std::vector<OutputImage>& images,
                                      const Settings& settings);

}  // namespace preamar::cli
