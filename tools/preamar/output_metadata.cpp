#include "output_metadata.h"

#include "core/error_text.h"
#include "core/notation.h"
#include "files.h"

#include <iostream>

namespace preamar::cli {
namespace {

// As "spacing, unit and origin".
std::string enumerated(const std::vector<std::string>& words) {
  std::string list;
  for (std::size_t i = 0; i < words.size(); ++i)
    list += text(i == 0 ? "" : i + 1 == words.size() ? " and " : ", ", words[i]);
  return list;
}

}  // namespace

std::vector<std::string> warn_of_loss(std::string_view command, const std::vector<OutputImage>& images,
                                      const Settings& settings) {
  std::vector<std::string> warnings;
  for (const auto& [file, type, metadata, lost_by_operator] : images) {
    if (file == standard_output || type.shape.rank() < 2) continue;
    WriteOptions write = settings.write;
    write.metadata = metadata;
    require_writable(file, type, write);
    if (write.strict) require_nothing_lost(file.string(), lost_by_operator);
    for (const std::string& part : lost_by_operator)
      warnings.push_back(in_command_notation(loss_text(file.string(), part)));
    if (const auto lost = metadata_loss(file, type, metadata); !lost.empty())
      warnings.push_back(text(file.string(), ": its format does not keep the ", enumerated(lost), " of the input"));
  }
  if (settings.verbosity != Verbosity::quiet)
    for (const std::string& warning : warnings) std::cerr << text("preamar: ", command, ": warning: ", warning, "\n");
  return warnings;
}

}  // namespace preamar::cli
