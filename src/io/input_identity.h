// Whether an input is still what it was.
#pragma once

#include "io/source.h"

#include <cstdint>

namespace preamar::io {

// The state of all files that an image is read from, as the file system reports it.
struct InputIdentity {
  std::uint64_t content;  // name, size, inode and time of modification of each file
  std::uint64_t change;  // the same and the time of change, which no program can set back; a new hard link moves it too
  friend bool operator==(const InputIdentity&, const InputIdentity&) = default;
};

[[nodiscard]] InputIdentity identity_of(const Source& source);

}  // namespace preamar::io
