// Images on a web server, read only.
#pragma once

#include "io/store/store.h"

namespace preamar::io {

// For names http:// and https://.
[[nodiscard]] const Store& http_store();

}  // namespace preamar::io
