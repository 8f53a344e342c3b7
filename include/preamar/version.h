// The version, read from here by the build too. Semantic versioning: docs/versioning.md.
#pragma once

#include <preamar/export.h>

namespace preamar {

inline constexpr int version_major = 0;
inline constexpr int version_minor = 1;
inline constexpr int version_patch = 0;

// The version of the library that runs, as "0.1.0"; a program may have been compiled against another.
PREAMAR_API const char* version() noexcept;

}  // namespace preamar
