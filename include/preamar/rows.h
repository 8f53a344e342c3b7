// The boundary between a user's own function, compiled into rows in the user's program, and the library, which brings
// the rows from and to images: behind <preamar/map.h>, stencil.h, reduce.h and histogram.h, and seldom used alone.
#pragma once

#include <preamar/border.h>
#include <preamar/execution.h>
#include <preamar/export.h>
#include <preamar/image.h>

#include <array>
#include <cstdint>
#include <span>

namespace preamar {

// One call of a row function.
struct RowCall {
  // The rows of the window, by plane and row, each from half a window before the first pixel; then a row of each
  // further image.
  const void* const* from;
  void* to;             // the row to write, or null where nothing is written
  std::int64_t length;  // how many pixels are to be written
  std::int64_t first;   // the number of the first of them, counted in the order of C: columns fastest
  std::int64_t piece;   // of the image, 0 to row_pieces() - 1; calls for one piece come one after another
  int worker;           // calls with the same number come one after another
};

struct OwnRows {
  DType argument, result;                       // of what `from` and `to` point to
  std::array<std::int64_t, 3> window{1, 1, 1};  // planes, rows, columns; odd
  void (*function)(const void* context, const RowCall& call);
  const void* context;
  std::span<const DType> further{};  // of the rows of the further images
};

// What lies beyond the edge of an image.
struct Beyond {
  Beyond(Border policy, double constant = 0) : border(policy), value(constant) {}  // so that a Border will do
  Border border;
  double value;  // of a constant border
};

// Each pixel of `out` from the same pixel of the image or images, or from the window around it. Pixels are converted to
// the function's types and back: to floats by rounding, to integers to the nearest, the even one of two, stopped at the
// ends of the type. Throws Error (call) for images that do not fit together, and whatever the function throws.
// `images` are the first image and the further ones, as many as `rows` names types.
PREAMAR_API void map_rows(ConstImageView image, ImageView out, const OwnRows& rows, const Execution& on);
PREAMAR_API void map_rows(std::span<const ConstImageView> images, ImageView out, const OwnRows& rows,
                          const Execution& on);
PREAMAR_API void stencil_rows(ConstImageView image, ImageView out, const OwnRows& rows, const Beyond& beyond,
                              const Execution& on);

// Into how many pieces an image of this shape is cut; its shape alone says how.
[[nodiscard]] PREAMAR_API std::int64_t row_pieces(const Shape& shape);
// Gives all rows to the function, which writes none.
PREAMAR_API void reduce_rows(ConstImageView image, const OwnRows& rows, const Execution& on);

// Calls the function with `to` at counters, as many as `counts` has, that belong to one thread; the sums go to
// `counts`, int64 of rank 1.
PREAMAR_API void histogram_rows(ConstImageView image, ImageView counts, const OwnRows& rows, const Execution& on);

}  // namespace preamar
