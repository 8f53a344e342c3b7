// How much freed scratch the allocator keeps for the next call.
#pragma once

#include <cstdint>

namespace preamar {

// While it lives no more freed scratch than this is kept; of several the smallest holds.
class KeptLimit {
 public:
  explicit KeptLimit(std::int64_t bytes);
  KeptLimit(const KeptLimit&) = delete;
  KeptLimit& operator=(const KeptLimit&) = delete;
  ~KeptLimit();

 private:
  std::int64_t bytes_;
};

}  // namespace preamar
