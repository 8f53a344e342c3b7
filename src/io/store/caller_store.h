// Stores that the caller made known: names store://NUMBER/KEY.
#pragma once

#include "io/store/store.h"

namespace preamar::io {

[[nodiscard]] const Store& caller_store();

}  // namespace preamar::io
