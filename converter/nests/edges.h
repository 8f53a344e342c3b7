// Proofs that an index stays inside the image.
#pragma once

#include "nests/images.h"

namespace preamar::convert {

class Edges {
 public:
  enum class Safety { none, by_loops, guarded, clamped };

  Edges(const Nest& nest, const Images& images, Symbols& symbols);

  // Whether `value` >= 0 at `around`: by the bounds of the loops only, or also by conditions.
  [[nodiscard]] Safety safety(const Poly& value, const Around& around);

 private:
  [[nodiscard]] bool is_shown(const Poly& value, const std::vector<Poly>& facts) const;
  [[nodiscard]] std::vector<Poly> facts_at(const Around& around);

  const Nest& nest_;
  Symbols& symbols_;
  std::vector<Poly> of_loops_;
};

}  // namespace preamar::convert
