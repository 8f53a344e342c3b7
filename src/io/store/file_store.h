// Files on a disk as a store.
#pragma once

#include "io/store/store.h"

#include <memory>

namespace preamar::io {

[[nodiscard]] const Store& file_store();
// The object of an open file.
[[nodiscard]] std::unique_ptr<Object> file_object(std::unique_ptr<InFile> file);

}  // namespace preamar::io
