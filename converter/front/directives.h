// The directives that marked functions before attributes: #P2P_FUNC, #N2P_FUNC, #R2S_FUNC, #R2V_FUNC and #STRUCT, each
// on its own line above what it marks.
#pragma once

#include <string>

namespace preamar::convert {

// The same text with attributes instead, line for line, so that messages name the right line. Declares the types T and
// E, which a #R2S_FUNC may leave open, if the text does not.
[[nodiscard]] std::string with_attributes(const std::string& text);

}  // namespace preamar::convert
