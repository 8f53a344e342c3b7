// Proofs that an index stays inside the image.
#pragma once

#include "nests/images.h"

namespace preamar::convert {

class Edges {
 public:
  enum class Safety { none, by_loops, guarded, clamped };

  Edges(const Nest& nest, const Images& images, Symbols& symbols);

  // Whether `value` is at least 0 where `around` leads: by the bounds of the loops alone, or by conditions too.
  [[nodiscard]] Safety safety(const Poly& value, const Around& around);

 private:
  [[nodiscard]] bool is_shown(const Poly& value, const std::vector<Poly>& facts) const;
  [[nodiscard]] std::vector<Poly> facts_at(const Around& around);

  const Nest& nest_;
  Symbols& symbols_;
  std::vector<Poly> of_loops_;
};

}  // namespace preamar::convert
