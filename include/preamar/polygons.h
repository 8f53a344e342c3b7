/// @file
/// Outlines of labelled objects as polygons: one row of a table per vertex.
#pragma once

#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>
#include <preamar/table.h>

namespace preamar {

/// Options of polygons().
struct PolygonsOptions {
  /// Tolerance in pixels: vertices are removed where each stays within this distance of the simplified ring. 0: the
  /// exact outline. A label whose rings would cross or vanish keeps its exact outline. Neighbouring labels may overlap
  /// or leave gaps.
  double simplify = 0;
};

/// Traces the outline of each label along the edges of its pixels. Each 4-connected part is a polygon with one outer
/// ring and its holes. Rings are simple, and touch each other at vertices only. So the result is valid in the sense of
/// the Simple Features standard, and rasterises to the same labels.
///
/// @param labels   Label image of integers or bool, rank 2; 0 is background.
/// @param options  Tolerance.
/// @param on       Threads. The device must be a CPU.
/// @return A table with one row per vertex and these columns: `label` in the dtype of `labels` (uint8 for bool),
///         ascending, without 0; then `polygon`, `ring`, `x` and `y` (int64). Polygons of a label are numbered from 0;
///         ring 0 is the outer one. The first vertex is not repeated at the end of its ring. (x, y) is the top left
///         corner of the pixel in column x and row y. Outer rings are counter-clockwise by the sign of their area in
///         these coordinates, and holes are clockwise; on the screen, where y points down, it is the other way round.
/// @throws Error  `call` for invalid arguments, `device` for an OpenCL or CUDA device.
[[nodiscard]] PREAMAR_API Table polygons(ConstImageView labels, const PolygonsOptions& options = {},
                                         const Execution& on = {});

}  // namespace preamar
