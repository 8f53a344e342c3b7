// Summaries that may be merged in any order.
#pragma once

#include "core/bytes.h"

namespace preamar::blocks {

// Reduces the summaries of blocks to one, in order of arrival. Thread-safe.
class Fold {
 public:
  Fold() = default;
  Fold(const Fold&) = delete;
  Fold& operator=(const Fold&) = delete;
  virtual ~Fold() = default;
  virtual void add(Bytes summary) = 0;
  // The summary of the image, after the last `add`.
  [[nodiscard]] virtual Bytes take() = 0;
};

}  // namespace preamar::blocks
