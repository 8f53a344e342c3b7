// Units of length: the words of OME, and the signs that other formats write.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace preamar::io {

// "um" is "micrometer"; signs that are not known are returned as they are.
[[nodiscard]] std::string unit_word(std::string_view sign);
// "micrometer" is the sign of OME-XML for it; other words are returned as they are.
[[nodiscard]] std::string unit_sign(std::string_view word);
// In metres; nothing for a word that is not a unit of length.
[[nodiscard]] std::optional<double> metres_per(std::string_view word);

}  // namespace preamar::io
