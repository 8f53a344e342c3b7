// The number of threads that a call may ask for.
#pragma once

namespace preamar {

// More are a mistake, and each takes memory before it has any work.
inline constexpr int most_threads = 4096;

}  // namespace preamar
