// The directives that marked functions before attributes did: #P2P_FUNC, #N2P_FUNC, #R2S_FUNC, #R2V_FUNC and #STRUCT,
// each alone on a line above what it marks.
#pragma once

#include <string>

namespace preamar::convert {

// The same text with attributes in their place, line for line, so that messages still name the right one. Types T and
// E, which a #R2S_FUNC may leave open, are declared where the text does not.
[[nodiscard]] std::string with_attributes(const std::string& text);

}  // namespace preamar::convert
