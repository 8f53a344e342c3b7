// How well the edges that were found are those that were expected.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

namespace preamar {

// Pixels as parts of the edges that were found or of those expected, whichever are more.
struct EdgeAgreement {
  double pco = 1;  // found and expected
  double pnd = 0;  // expected and not found
  double pfa = 0;  // found and not expected
  friend bool operator==(const EdgeAgreement&, const EdgeAgreement&) = default;
};

// Images of bool or integers, of one shape and of rank 2 or 3, in which an edge is what is not 0. Where there is no
// edge in either, they agree: 1, 0 and 0.
[[nodiscard]] PREAMAR_API EdgeAgreement compare_edges(ConstImageView found, ConstImageView expected,
                                                      const Execution& on = {});

}  // namespace preamar
