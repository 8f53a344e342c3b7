// Users' own functions: checks before rows are passed to them.
#include <preamar/rows.h>

#include "core/error_text.h"
#include "core/memory.h"
#include "core/require.h"
#include "primitives/dense.h"
#include "primitives/row_function.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <span>
#include <string>

namespace preamar {
using namespace primitives;
namespace {

void require_out(std::string_view op, ConstImageView image, ImageView out) {
  require_rank(op, {"image", image}, 2, 3);
  if (out.shape() != image.shape())
    throw Error(ErrorKind::call,
                text(op, ": out is ", out.shape().text(), "; it must be ", image.shape().text(), ", as the image"));
}

void require_window(ConstImageView image, const OwnRows& rows) {
  if (image.rank() == 2 && rows.window[0] != 1)
    throw Error(ErrorKind::call, text("stencil: image has rank 2 and the window ", rows.window[0],
                                      " planes; give it two extents, or an image of rank 3"));
}

// One table of counters per worker.
struct WorkerTables {
  const OwnRows& rows;
  std::int64_t bins;
  std::mutex mutex{};
  std::map<int, Buffer<std::int64_t>> tables{};

  std::int64_t* of(int worker) {
    const std::lock_guard lock(mutex);
    Buffer<std::int64_t>& table = tables[worker];
    if (!table.data()) {
      table = Buffer<std::int64_t>(bins);
      std::fill_n(table.data(), bins, 0);
    }
    return table.data();
  }
};

void count_row(const void* context, const RowCall& call) {
  auto& tables = *static_cast<WorkerTables*>(const_cast<void*>(context));
  RowCall counting = call;
  counting.to = tables.of(call.worker);
  tables.rows.function(tables.rows.context, counting);
}

}  // namespace

void map_rows(ConstImageView image, ImageView out, const OwnRows& rows, const Execution& on) {
  map_rows(std::span(&image, 1), out, rows, on);
}

void map_rows(std::span<const ConstImageView> images, ImageView out, const OwnRows& rows, const Execution& on) {
  if (images.size() != 1 + rows.further.size())
    throw Error(ErrorKind::call, text("map: the number of images is ", images.size(), " and the function takes ",
                                      1 + rows.further.size(), " pixels; give one image per pixel"));
  for (std::size_t i = 0; i < images.size(); ++i) {
    const std::string name = images.size() == 1 ? "image" : text("image ", i + 1);
    require_usable("map", on, {{name, images[i]}});
    if (images[i].shape() != images[0].shape())
      throw Error(ErrorKind::call, text("map: ", name, " is ", images[i].shape().text(), "; it must be ",
                                        images[0].shape().text(), ", as image 1"));
    require_apart_or_same("map", {name, images[i]}, {"out", out});
  }
  require_usable("map", on, {}, {{"out", out}});
  require_out("map", images[0], out);
  primitives::row_function(on, {.rows = rows, .further = images.subspan(1)}, images[0], out);
}

void stencil_rows(ConstImageView image, ImageView out, const OwnRows& rows, const Beyond& beyond, const Execution& on) {
  require_usable("stencil", on, {{"image", image}}, {{"out", out}});
  require_out("stencil", image, out);
  require_apart("stencil", {"image", image}, {"out", out});
  require_window(image, rows);
  primitives::row_function(on, {.rows = rows, .border = beyond.border, .beyond = beyond.value}, image, out);
}

std::int64_t row_tiles(const Shape& shape) { return shape.count() == 0 ? 0 : RowTiles(shape).count(); }

void reduce_rows(ConstImageView image, const OwnRows& rows, const Execution& on) {
  require_usable("reduce", on, {{"image", image}});
  require_rank("reduce", {"image", image}, 2, 3);
  primitives::row_function(on, {.rows = rows}, image, {});
}

void histogram_rows(ConstImageView image, ImageView counts, const OwnRows& rows, const Execution& on) {
  require_usable("histogram", on, {{"image", image}}, {{"counts", counts}});
  require_rank("histogram", {"image", image}, 2, 3);
  require_apart("histogram", {"image", image}, {"counts", counts});
  WorkerTables tables{rows, counts.shape()[0]};
  OwnRows counting = rows;
  counting.function = count_row;
  counting.context = &tables;
  primitives::row_function(on, {.rows = counting}, image, {});
  const DenseOutput sums(counts);
  auto* const sum = static_cast<std::int64_t*>(sums.view().data());
  std::fill_n(sum, tables.bins, 0);
  for (const auto& [worker, table] : tables.tables)
    std::transform(sum, sum + tables.bins, table.data(), sum, std::plus<>());
  sums.finish(on);
}

}  // namespace preamar
