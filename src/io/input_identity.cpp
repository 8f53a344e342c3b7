#include "io/input_identity.h"

#include "core/digest.h"
#include "core/error_text.h"

#include <array>
#include <span>
#include <string>

namespace preamar::io {

InputIdentity identity_of(const Source& source) try {
  InputIdentity all{};
  source.each_stamp([&](const std::filesystem::path& file, const FileStamp& stamp) {
    const std::string name = file.string();
    const std::array facts = {static_cast<std::int64_t>(stamp.inode), stamp.bytes, stamp.modified};
    const std::uint64_t content = digest(std::as_bytes(std::span(name)), digest(std::as_bytes(std::span(facts))));
    // Sums: files come in any order.
    all.content += content;
    all.change += digest(std::as_bytes(std::span(&stamp.changed, 1)), content);
  });
  return all;
} catch (const std::filesystem::filesystem_error& error) {
  throw Error(ErrorKind::io, text(source.file().string(), ": ", error.code().message(), ": ", error.path1().string()));
}

}  // namespace preamar::io
