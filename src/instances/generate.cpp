#include <preamar/generate.h>

#include "core/error_text.h"
#include "core/require.h"
#include "core/rows.h"
#include "instances/instances.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <vector>

namespace preamar {
namespace {

using painters::Entry;
using painters::Window;

// For larger sizes, squares of coordinates would overflow 64 bits.
constexpr std::int64_t greatest_size = std::int64_t{1} << 28;
// Columns painted together: the rows that a painter caches fit in the processor cache for images of any width.
constexpr std::int64_t strip_width = 4096;
constexpr std::int64_t rows_between_reports = 32;

using Report = std::function<void(std::int64_t rows)>;

void copy_pixels(const std::byte* from, std::int64_t pixel_size, std::int64_t count, std::byte* to,
                 std::int64_t stride) {
  for (std::int64_t i = 0; i < count; ++i)
    std::memcpy(to + i * stride, from + i * pixel_size, static_cast<std::size_t>(pixel_size));
}

// The columns of `out` from `column` on, at most strip_width of them. `origin` is the position of `out` in the image.
void paint_strip(const Entry& entry, std::int64_t size, int which, std::span<const std::int64_t> origin, ImageView out,
                 std::int64_t column, const Report& report) {
  const Shape& shape = out.shape();
  const std::int64_t count = std::min(strip_width, row_length(shape) - column);
  const painters::Painter paint =
      entry.images[static_cast<std::size_t>(which)](Window{size, origin.back() + column, count});
  const std::int64_t pixel_size = size_of(out.dtype());
  const std::int64_t stride = row_stride(out);
  std::vector<std::byte> gapless(static_cast<std::size_t>(stride == pixel_size ? 0 : count * pixel_size));

  const std::int64_t rows = row_count(shape);
  const std::int64_t rows_a_plane = shape[shape.rank() - 2];
  for (std::int64_t r = 0; r < rows; ++r) {
    const std::int64_t plane = shape.rank() == 3 ? origin[0] + r / rows_a_plane : 0;
    const std::int64_t row_in_plane = origin[origin.size() - 2] + r % rows_a_plane;
    std::byte* to = row(out, r) + column * stride;
    paint(plane, row_in_plane, gapless.empty() ? to : gapless.data());
    if (!gapless.empty()) copy_pixels(gapless.data(), pixel_size, count, to, stride);
    if ((r + 1) % rows_between_reports == 0) report(rows_between_reports);
  }
  report(rows % rows_between_reports);
}

void paint(const Entry& entry, std::int64_t size, int which, std::span<const std::int64_t> origin, ImageView out,
           const Report& report) {
  if (out.shape().count() == 0) return;
  for (std::int64_t column = 0; column < row_length(out.shape()); column += strip_width)
    paint_strip(entry, size, which, origin, out, column, report);
}

void require_size(const Entry& entry, std::int64_t size) {
  require_within(entry.shown.name, "size", size, 8, greatest_size);
}

ImageType type_of(const Entry& entry, std::int64_t size, int which) {
  const std::int64_t extents[] = {size, size, size};
  return {which == 0 ? DType::uint8 : entry.second, Shape(extents, entry.shown.rank)};
}

void require_region(const Entry& entry, std::int64_t size, int which, std::span<const std::int64_t> origin,
                    ImageView out) {
  const ImageType whole = type_of(entry, size, which);
  require_rank(entry.shown.name, {"out", out}, entry.shown.rank, entry.shown.rank);
  require_within(entry.shown.name, "the length of origin", static_cast<std::int64_t>(origin.size()), entry.shown.rank,
                 entry.shown.rank);
  if (out.dtype() != whole.dtype)
    throw Error(ErrorKind::call, text(entry.shown.name, ": out is ", name_of(out.dtype()), "; image ", which, " is ",
                                      name_of(whole.dtype)));
  for (int axis = 0; axis < out.rank(); ++axis) {
    const std::int64_t at = origin[static_cast<std::size_t>(axis)];
    const std::int64_t extent = out.shape()[axis];
    if (at < 0 || extent > size || at > size - extent)
      throw Error(ErrorKind::call, text(entry.shown.name, ": the region from ", at, " on with ", extent,
                                        " pixels along axis ", axis, " is not within 0 to ", size));
  }
}

}  // namespace

ImageType instance_type(std::string_view name, std::int64_t size, int which) {
  const Entry& entry = painters::entry_named(name);
  require_size(entry, size);
  require_within(name, "which", which, 0, entry.shown.images - 1);
  return type_of(entry, size, which);
}

std::vector<Image> generate(std::string_view name, std::int64_t size, const Execution& on) {
  const Entry& entry = painters::entry_named(name);
  require_size(entry, size);
  std::vector<Image> images;
  for (int which = 0; which < entry.shown.images; ++which) images.emplace_back(type_of(entry, size, which));

  std::int64_t done = 0;
  const std::int64_t strips = (size + strip_width - 1) / strip_width;
  const std::int64_t all = row_count(images[0].shape()) * strips * entry.shown.images;
  const Report report = [&](std::int64_t rows) {
    if (on.stop.stop_requested()) throw Error(ErrorKind::stopped, text(name, ": stopped"));
    done += rows;
    if (on.progress) on.progress(static_cast<double>(done) / static_cast<double>(all));
  };
  const std::int64_t origin[] = {0, 0, 0};
  for (int which = 0; which < entry.shown.images; ++which)
    paint(entry, size, which, std::span(origin).first(static_cast<std::size_t>(entry.shown.rank)),
          images[static_cast<std::size_t>(which)], report);
  return images;
}

void generate_region(std::string_view name, std::int64_t size, int which, std::span<const std::int64_t> origin,
                     ImageView out) {
  const Entry& entry = painters::entry_named(name);
  require_size(entry, size);
  require_within(name, "which", which, 0, entry.shown.images - 1);
  require_region(entry, size, which, origin, out);
  paint(entry, size, which, origin, out, [](std::int64_t) {});
}

}  // namespace preamar
