#include "operators/crofton.h"

#include "operators/arctangent.h"

#include <cmath>
#include <numbers>
#include <vector>

namespace preamar {
using namespace primitives;
namespace {

using Vector = std::array<double, 3>;

double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Vector unit(const Vector& v) {
  const double length = std::sqrt(dot(v, v));
  return {v[0] / length, v[1] / length, v[2] / length};
}

Vector in_space(const Cell& step, const Vector& spacing) {
  return {static_cast<double>(step[0]) * spacing[0], static_cast<double>(step[1]) * spacing[1],
          static_cast<double>(step[2]) * spacing[2]};
}

// The solid angle of a triangle of unit vectors (Van Oosterom and Strackee).
double solid_angle(const Vector& a, const Vector& b, const Vector& c) {
  return 2 * arctangent(std::abs(dot(a, cross(b, c))), 1 + dot(a, b) + dot(b, c) + dot(c, a));
}

using Polygon = std::vector<Vector>;

// The part of a convex polygon on the positive side of a plane through the origin.
Polygon clipped(const Polygon& polygon, const Vector& normal) {
  Polygon part;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vector &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    const double at_a = dot(a, normal), at_b = dot(b, normal);
    if (at_a >= 0) part.push_back(a);
    if ((at_a < 0) == (at_b < 0)) continue;
    const double t = at_a / (at_a - at_b);
    part.push_back({a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), a[2] + t * (b[2] - a[2])});
  }
  return part;
}

// The solid angle of the directions nearer to `centre` than to any other of `all`: a cell of the Voronoi diagram on the
// sphere, as a polygon in the plane that touches it there. No cell reaches beyond 55 degrees, because all three axes
// are among the directions.
double cell_angle(const Vector& centre, const std::vector<Vector>& all) {
  const Vector aside = std::abs(centre[0]) < 0.8 ? Vector{1, 0, 0} : Vector{0, 1, 0};
  const Vector u = unit(cross(centre, aside)), v = cross(centre, u);
  Polygon polygon;
  for (const auto& [a, b] : {std::array{2.0, 2.0}, {-2.0, 2.0}, {-2.0, -2.0}, {2.0, -2.0}})
    polygon.push_back(
        {centre[0] + a * u[0] + b * v[0], centre[1] + a * u[1] + b * v[1], centre[2] + a * u[2] + b * v[2]});
  for (const Vector& other : all)
    if (other != centre) polygon = clipped(polygon, {centre[0] - other[0], centre[1] - other[1], centre[2] - other[2]});
  double sum = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i)
    sum += solid_angle(centre, unit(polygon[i]), unit(polygon[(i + 1) % polygon.size()]));
  return sum;
}

// The angle of the directions nearest to each step. Opposite directions are one.
std::array<double, 13> angles_in_plane(const Vector& spacing) {
  constexpr double quarter = std::numbers::pi / 4;
  const double diagonal = spacing[1] == spacing[2] ? quarter : arctangent(spacing[1], spacing[2]);
  std::array<double, 13> angles{};
  angles[row_step - 1] = angles[row_step + 1] = quarter;
  angles[row_step] = std::numbers::pi / 2 - diagonal;
  angles[column_step] = diagonal;
  return angles;
}

std::array<double, 13> angles_in_space(const Vector& spacing) {
  std::vector<Vector> directions;
  for (const Cell& step : earlier_steps) {
    const Vector direction = unit(in_space(step, spacing));
    directions.push_back(direction);
    directions.push_back({-direction[0], -direction[1], -direction[2]});
  }
  std::array<double, 13> angles{};
  for (std::size_t i = 0; i < angles.size(); ++i) angles[i] = cell_angle(directions[2 * i], directions);
  return angles;
}

}  // namespace

// The perimeter is pi times the mean width over all directions, the surface area 4 times the mean projected area.
std::array<double, 13> crofton_weights(const std::array<double, 3>& spacing, int rank) {
  std::array<double, 13> weights = rank == 2 ? angles_in_plane(spacing) : angles_in_space(spacing);
  const double cell = rank == 2 ? spacing[1] * spacing[2] : spacing[0] * spacing[1] * spacing[2];
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] == 0) continue;
    const Vector step = in_space(earlier_steps[i], spacing);
    const double apart = cell / std::sqrt(dot(step, step));
    // Each direction and its opposite have a cell on the sphere, of 4 pi in total.
    weights[i] *= rank == 2 ? apart : 4 * 2 * apart / (4 * std::numbers::pi);
  }
  return weights;
}

}  // namespace preamar
