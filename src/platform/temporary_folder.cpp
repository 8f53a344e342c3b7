#include "platform/temporary_folder.h"

#include "core/error_text.h"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

namespace preamar {

TemporaryFolder::TemporaryFolder() {
  std::error_code code;
  std::string name = (std::filesystem::temp_directory_path(code) / "preamar-XXXXXX").string();
  if (code || !mkdtemp(name.data()))
    throw Error(ErrorKind::io, text(name, ": cannot make a temporary folder: ",
                                    (code ? code : std::error_code(errno, std::generic_category())).message(),
                                    "; set TMPDIR to a folder that can be written"));
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace preamar
