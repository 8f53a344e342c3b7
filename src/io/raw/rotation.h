// Rotations as matrices and as quaternions.
#pragma once

#include <array>

namespace preamar::io {

using Matrix3 = std::array<std::array<double, 3>, 3>;  // [row][column]

[[nodiscard]] double determinant(const Matrix3& m);
// Whether the columns are unit vectors at right angles, to five digits.
[[nodiscard]] bool is_orthonormal(const Matrix3& m);
// The rotation of the unit quaternion (a, b, c, d) with a >= 0; b, c, d are given. An a * a below `rounding`, their
// error, is 0.
[[nodiscard]] Matrix3 rotation_of(std::array<double, 3> bcd, double rounding);
// The inverse, for a rotation.
[[nodiscard]] std::array<double, 3> quaternion_of(const Matrix3& rotation);

}  // namespace preamar::io
