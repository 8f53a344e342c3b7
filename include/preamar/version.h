/// @file
/// The version of the library. The build reads it from here. Semantic versioning: docs/versioning.md.
#pragma once

#include <preamar/export.h>

namespace preamar {

inline constexpr int version_major = 0;  ///< major version of these headers
inline constexpr int version_minor = 1;  ///< minor version of these headers
inline constexpr int version_patch = 0;  ///< patch version of these headers

/// Returns the version of the library that is linked at run time, as "0.1.0". It may differ from that of the headers.
PREAMAR_API const char* version() noexcept;

}  // namespace preamar
