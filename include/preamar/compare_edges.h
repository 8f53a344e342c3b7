/// @file
/// Compare detected edges with ground truth: fractions of correct, missed and false-alarm pixels.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

namespace preamar {

/// Numbers of pixels, each divided by the larger of the two numbers of edge pixels (found, expected).
struct EdgeAgreement {
  double pco = 1;  ///< Correct: found and expected.
  double pnd = 0;  ///< Not detected: expected but not found.
  double pfa = 0;  ///< False alarms: found but not expected.
  /// Whether all three numbers are equal.
  friend bool operator==(const EdgeAgreement&, const EdgeAgreement&) = default;
};

/// Compares two edge images pixel by pixel, without tolerance. Runs on the CPU only.
/// @param found     Detected edges: non-zero pixels. Rank 2 or 3, bool or integers.
/// @param expected  Ground truth: non-zero pixels. Same shape as `found`, bool or integers.
/// @param on        Device, threads and limits.
/// @return The fractions; 1, 0 and 0 if the images have the same edges or none.
/// @throws Error if an argument is not valid, the device is not a CPU, or memory does not suffice.
[[nodiscard]] PREAMAR_API EdgeAgreement compare_edges(ConstImageView found, ConstImageView expected,
                                                      const Execution& on = {});

}  // namespace preamar
