#include "primitives/row_function.h"

#include "backends/cpu/backend.h"
#include "backends/cpu/row_function/further_row.h"
#include "backends/cpu/row_function/row_cache.h"
#include "backends/cpu/workers.h"

#include <vector>

namespace preamar::cpu {
using namespace primitives;
namespace {

class RowsJob {
 public:
  RowsJob(const RowFunctionSpec& spec, ConstImageView image, const std::optional<ImageView>& out)
      : spec_(spec),
        image_(image),
        out_(out),
        rows_in_plane_(image.shape()[image.rank() - 2]),
        planes_(image.rank() == 3 ? image.shape()[0] : 1),
        length_(row_length(image.shape())),
        reads_image_(image.dtype() == spec.rows.argument && image.has_dense_rows()),
        writes_out_(!out || (out->dtype() == spec.rows.result && out->has_dense_rows())) {}

  // The function reads the interior of rows that need no conversion in place; only columns near the edges are copied.
  void run(std::int64_t tile, const RowTiles::Part& part, int worker) const {
    const std::int64_t begin = part.first_column, end = begin + part.columns, half = window(2) / 2;
    const std::int64_t first = reads_image_ ? std::clamp(half, begin, end) : end;
    const std::int64_t last = reads_image_ ? std::clamp(length_ - half, first, end) : end;
    TileWork work{tile, worker, {}, {}, Buffer<std::byte>(writes_out_ ? 0 : part.columns * size_of(spec_.rows.result))};
    for (std::size_t i = 0; i < spec_.further.size(); ++i)
      work.further.emplace_back(spec_.further[i], spec_.rows.further[i], part.columns);
    through_cache(work, part, begin, first);
    as_they_are(work, part, first, last);
    through_cache(work, part, last, end);
  }

 private:
  struct TileWork {
    std::int64_t index;
    int worker;
    std::vector<const void*> from;
    std::vector<FurtherRow> further;
    Buffer<std::byte> result;
  };

  [[nodiscard]] std::int64_t window(std::size_t axis) const { return spec_.rows.window[axis]; }
  [[nodiscard]] std::int64_t window_rows() const { return window(0) * window(1); }

  // Sets `from` to source(row) for the rows of the window around row `r`.
  template <class Source>
  void gather(TileWork& work, std::int64_t r, const Source& source) const {
    work.from.clear();
    const std::int64_t z = r / rows_in_plane_, y = r % rows_in_plane_;
    for (std::int64_t dz = -(window(0) / 2); dz <= window(0) / 2; ++dz)
      for (std::int64_t dy = -(window(1) / 2); dy <= window(1) / 2; ++dy) {
        const std::int64_t plane = border_index(spec_.border, z + dz, planes_);
        const std::int64_t row_in_plane = border_index(spec_.border, y + dy, rows_in_plane_);
        const bool is_outside = plane == outside || row_in_plane == outside;
        work.from.push_back(source(is_outside ? outside : plane * rows_in_plane_ + row_in_plane));
      }
  }

  void through_cache(TileWork& work, const RowTiles::Part& part, std::int64_t begin, std::int64_t end) const {
    if (begin >= end) return;
    const std::int64_t half = window(2) / 2;
    RowCache cache(spec_, image_, begin - half, end + half, window_rows());
    for (std::int64_t r = part.first_row; r < part.first_row + part.rows; ++r) {
      gather(work, r, [&](std::int64_t index) { return cache.row(index); });
      call(work, r, begin, end);
    }
  }

  void as_they_are(TileWork& work, const RowTiles::Part& part, std::int64_t begin, std::int64_t end) const {
    if (begin >= end) return;
    const std::int64_t half = window(2) / 2, offset = (begin - half) * size_of(image_.dtype());
    RowCache beyond(spec_, image_, begin - half, end + half, 1);  // used for rows beyond the edge only
    for (std::int64_t r = part.first_row; r < part.first_row + part.rows; ++r) {
      gather(work, r,
             [&](std::int64_t index) { return index == outside ? beyond.row(index) : row(image_, index) + offset; });
      call(work, r, begin, end);
    }
  }

  void call(TileWork& work, std::int64_t r, std::int64_t begin, std::int64_t end) const {
    for (FurtherRow& further : work.further) work.from.push_back(further.row(r, begin, end));
    const auto function = [&](void* to) {
      spec_.rows.function(spec_.rows.context,
                          {work.from.data(), to, end - begin, r * length_ + begin, work.index, work.worker});
    };
    if (!out_) return function(nullptr);
    std::byte* const to = row(*out_, r) + begin * row_stride(*out_);
    if (writes_out_) return function(to);
    function(work.result.data());
    convert_row(spec_.rows.result, {work.result.data(), size_of(spec_.rows.result)}, out_->dtype(),
                {to, row_stride(*out_)}, end - begin);
  }

  const RowFunctionSpec& spec_;
  ConstImageView image_;
  std::optional<ImageView> out_;
  std::int64_t rows_in_plane_, planes_, length_;
  bool reads_image_, writes_out_;
};

}  // namespace

void row_function(const Execution& on, const RowFunctionSpec& spec, ConstImageView image,
                  const std::optional<ImageView>& out) {
  if (image.shape().count() == 0) return;
  const RowsJob job(spec, image, out);
  const RowTiles tiles(image.shape());
  ProgressReporter progress(on, tiles.count());
  for_worker_ranges(on, worker_count(on), tiles.count(), 1, [&](int worker, std::int64_t tile, std::int64_t) {
    job.run(tile, tiles.part(tile), worker);
    progress.add(1);
  });
}

}  // namespace preamar::cpu
