// Limits how much freed scratch the allocator keeps for the next call.
#pragma once

#include <cstdint>

namespace preamar {

// During its lifetime the allocator keeps at most this many bytes of freed scratch. The smallest of several limits
// applies.
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
