#include "backends/cpu/label_sums/band_sums.h"

#include "core/dispatch.h"
#include "core/rows.h"

#include <utility>

namespace preamar::cpu {
namespace {

struct Run {
  std::int64_t begin, end;
  std::uint64_t key;
  std::int64_t place;  // index among the labels of the band; -1 for the background
};

// The runs of one row.
struct RunList {
  Buffer<Run> runs;
  std::int64_t count = 0;
};

// The index of each label in a list: open addressing, at most half full.
class Places {
 public:
  explicit Places(GrowingArray<std::uint64_t>& labels) : labels_(labels), slots_(1024) { clear(); }

  // The index of `key`; appends it if it is new.
  std::int64_t place_of(std::uint64_t key) {
    if (2 * labels_.size() >= slots_.count()) grow();
    std::int64_t& slot = slot_of(key);
    if (slot < 0) {
      slot = labels_.size();
      labels_.push(key);
    }
    return slot;
  }

 private:
  void clear() { std::fill_n(slots_.data(), slots_.count(), -1); }

  std::int64_t& slot_of(std::uint64_t key) const {
    const std::uint64_t mixed = key * 0x9e3779b97f4a7c15U;
    std::int64_t at = static_cast<std::int64_t>(mixed >> 20) & (slots_.count() - 1);
    while (slots_[at] >= 0 && labels_[slots_[at]] != key) at = (at + 1) & (slots_.count() - 1);
    return slots_[at];
  }

  void grow() {
    slots_ = Buffer<std::int64_t>(2 * slots_.count());
    clear();
    for (std::int64_t i = 0; i < labels_.size(); ++i) slot_of(labels_[i]) = i;
  }

  GrowingArray<std::uint64_t>& labels_;
  Buffer<std::int64_t> slots_;
};

// Sums of x and of x*x over begin ... end - 1.
Int128 sum_between(std::int64_t begin, std::int64_t end) { return Int128{end - begin} * (begin + end - 1) / 2; }

Int128 squares_below(std::int64_t end) { return Int128{end} * (end - 1) / 2 * (2 * end - 1) / 3; }

void add_run(CellSums& cells, std::int64_t z, std::int64_t y, const Run& run) {
  const std::int64_t length = run.end - run.begin;
  cells.size += length;
  cells.low = {std::min(cells.low[0], z), std::min(cells.low[1], y), std::min(cells.low[2], run.begin)};
  cells.high = {std::max(cells.high[0], z + 1), std::max(cells.high[1], y + 1), std::max(cells.high[2], run.end)};
  cells.sum[0] += Int128{length} * z;
  cells.sum[1] += Int128{length} * y;
  cells.sum[2] += sum_between(run.begin, run.end);
}

void add_run(ProductSums& products, std::int64_t z, std::int64_t y, const Run& run) {
  const std::int64_t length = run.end - run.begin;
  const Int128 columns = sum_between(run.begin, run.end);
  products.sum[0] += Int128{length} * z * z;
  products.sum[1] += Int128{length} * z * y;
  products.sum[2] += columns * z;
  products.sum[3] += Int128{length} * y * y;
  products.sum[4] += columns * y;
  products.sum[5] += squares_below(run.end) - squares_below(run.begin);
}

// For levels of at most 16 bits, the sums over a run fit 64 bits and are vectorised.
template <class T>
void add_narrow(const T* levels, std::int64_t count, WholeSums& whole) {
  T least = levels[0], most = levels[0];
  std::int64_t sum = 0;
  std::uint64_t squares = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    least = std::min(least, levels[i]);
    most = std::max(most, levels[i]);
    sum += levels[i];
    squares += static_cast<std::uint64_t>(std::int64_t{levels[i]} * levels[i]);
  }
  whole.least = std::min<Int128>(whole.least, least);
  whole.most = std::max<Int128>(whole.most, most);
  whole.sum += sum;
  whole.squares.add(squares);
}

template <class T>
void add_levels(const std::byte* row, std::int64_t begin, std::int64_t end, WholeSums* whole, RealSums* real) {
  constexpr std::int64_t at_once = std::int64_t{1} << 30;
  const T* const levels = reinterpret_cast<const T*>(row);
  if constexpr (std::is_floating_point_v<T>) {
    for (std::int64_t x = begin; x < end; ++x) real->add_level(levels[x]);
  } else if constexpr (sizeof(T) <= 2) {
    for (std::int64_t x = begin; x < end; x += at_once) add_narrow(levels + x, std::min(at_once, end - x), *whole);
  } else {
    for (std::int64_t x = begin; x < end; ++x) whole->add_level(levels[x]);
  }
}

}  // namespace

class BandSummer {
 public:
  BandSummer(const LabelSumsJob& job, BandSums& band)
      : job_(job), band_(band), places_(band.labels), ends_(job.columns()) {
    for (RunList* list : {&now_, &before_, &other_}) list->runs = Buffer<Run>(ends_.count());
  }

  // Processes the counted rows up to the one in which the number of labels reaches the limit. Returns the end.
  std::int64_t add_rows(std::int64_t begin, std::int64_t end, std::int64_t labels_enough = INT64_MAX) {
    std::int64_t r = begin;
    for (; r < end && band_.labels.size() < labels_enough; ++r) {
      const std::int64_t z = job_.cells_.begin[0] + r / job_.rows(), y = job_.cells_.begin[1] + r % job_.rows();
      const bool knows_before = r > begin && y > job_.cells_.begin[1];
      if (job_.spec_.faces && y > 0 && !knows_before) find_runs(z, y - 1, before_);
      add_row(z, y);
      std::swap(now_, before_);
    }
    return r;
  }

 private:
  [[nodiscard]] static const std::byte* cells_at(ConstImageView image, std::int64_t rows, const Cell& at) {
    return row(image, at[0] * rows + at[1]) + at[2] * size_of(image.dtype());
  }
  [[nodiscard]] const std::byte* labels_at(std::int64_t z, std::int64_t y) const {
    return cells_at(job_.labels_, job_.extent_[1], {z, y, job_.cells_.begin[2]});
  }

  void find_runs(std::int64_t z, std::int64_t y, RunList& list) {
    const std::byte* const at = labels_at(z, y);
    list.count = job_.run_ends_(at, ends_.count(), ends_.data());
    std::int64_t begin = 0;
    for (std::int64_t i = 0; i < list.count; ++i) {
      list.runs[i] = {begin, ends_[i], job_.key_at_(at, begin), -1};
      begin = ends_[i];
    }
  }

  void add_row(std::int64_t z, std::int64_t y) {
    find_runs(z, y, now_);
    for (std::int64_t i = 0; i < now_.count; ++i)
      if (now_.runs[i].key != job_.background_) add_run_at(z, y, now_.runs[i]);
    if (job_.spec_.faces) subtract_inner_faces(z, y);
  }

  void add_run_at(std::int64_t z, std::int64_t y, Run& run) {
    run.place = places_.place_of(run.key);
    if (run.place == band_.cells.size()) add_place();
    const Cell& origin = job_.spec_.origin;
    const std::int64_t first = origin[2] + job_.cells_.begin[2];
    const Run placed{run.begin + first, run.end + first, run.key, run.place};
    add_run(band_.cells[run.place], z + origin[0], y + origin[1], placed);
    if (job_.spec_.faces) band_.cells[run.place].faces += 2 * ((job_.labels_.rank() - 1) * (run.end - run.begin) + 1);
    if (job_.spec_.products) add_run(band_.products[run.place], z + origin[0], y + origin[1], placed);
    if (job_.add_levels_)
      job_.add_levels_(cells_at(*job_.levels_, job_.extent_[1], {z, y, job_.cells_.begin[2]}), run.begin, run.end,
                       is_real() ? nullptr : &band_.whole[run.place], is_real() ? &band_.real[run.place] : nullptr);
  }

  void add_place() {
    band_.cells.push({});
    if (job_.spec_.products) band_.products.push({});
    if (!job_.add_levels_) return;
    if (is_real())
      band_.real.push({});
    else
      band_.whole.push({});
  }

  [[nodiscard]] bool is_real() const { return is_floating(job_.levels_->dtype()); }

  // Faces between cells of one label. If the earlier row is counted, subtract the face for both cells; otherwise only
  // for the cell of this row.
  void subtract_inner_faces(std::int64_t z, std::int64_t y) {
    const auto& [begin, end] = job_.cells_;
    const auto subtract_row = [&](std::int64_t plane, std::int64_t row, std::int64_t sides) {
      find_runs(plane, row, other_);
      subtract_shared_faces(other_, sides);
    };
    if (y > 0) subtract_shared_faces(before_, y > begin[1] ? 2 : 1);
    if (z > 0) subtract_row(z - 1, y, z > begin[0] ? 2 : 1);
    if (y + 1 == end[1] && y + 1 < job_.extent_[1]) subtract_row(z, y + 1, 1);
    if (z + 1 == end[0] && z + 1 < job_.extent_[0]) subtract_row(z + 1, y, 1);
    const std::byte* const at = labels_at(z, y);
    const auto subtract_cell = [&](const Run& run, std::int64_t x) {
      if (run.place >= 0 && job_.key_at_(at, x) == run.key) --band_.cells[run.place].faces;
    };
    if (begin[2] > 0) subtract_cell(now_.runs[0], -1);
    if (end[2] < job_.extent_[2]) subtract_cell(now_.runs[now_.count - 1], job_.columns());
  }

  // Finds where runs of the current row are next to runs of `other` with the same label.
  void subtract_shared_faces(const RunList& other, std::int64_t sides) {
    std::int64_t j = 0;
    for (std::int64_t i = 0; i < now_.count; ++i) {
      const Run& run = now_.runs[i];
      while (other.runs[j].end <= run.begin) ++j;
      if (run.place < 0) continue;
      for (std::int64_t k = j; k < other.count && other.runs[k].begin < run.end; ++k)
        if (other.runs[k].key == run.key)
          band_.cells[run.place].faces -=
              sides * (std::min(run.end, other.runs[k].end) - std::max(run.begin, other.runs[k].begin));
    }
  }

  const LabelSumsJob& job_;
  BandSums& band_;
  Places places_;
  Buffer<std::int64_t> ends_;
  RunList now_, before_, other_;  // the current row, the row before it, and another neighbouring row
};

LabelSumsJob::LabelSumsJob(const LabelSumsSpec& spec, ConstImageView labels,
                           const std::optional<ConstImageView>& levels)
    : spec_(spec),
      cells_(counted_cells(spec, labels.shape())),
      labels_(labels),
      levels_(levels),
      extent_(counted_cells({}, labels.shape()).end),
      run_ends_(cpu::run_ends(size_of(labels.dtype()))) {
  with_type(labels.dtype(), [&]<class T>(std::type_identity<T>) {
    if constexpr (!std::is_floating_point_v<T>) {
      key_at_ = [](const std::byte* at, std::int64_t x) { return label_key(reinterpret_cast<const T*>(at)[x]); };
      background_ = label_key(T{0});
    }
  });
  if (levels) with_type(levels->dtype(), [&]<class T>(std::type_identity<T>) { add_levels_ = add_levels<T>; });
}

std::int64_t LabelSumsJob::band_height() const {
  constexpr std::int64_t cells = std::int64_t{1} << 18;
  return std::max<std::int64_t>(1, cells / std::max<std::int64_t>(1, columns()));
}

std::int64_t LabelSumsJob::band_count() const {
  if (columns() == 0) return 0;
  return (row_count() + band_height() - 1) / band_height();
}

std::int64_t LabelSumsJob::sum_until(BandSums& band) const {
  if (columns() == 0) return row_count();
  return BandSummer(*this, band).add_rows(spec_.first_row, row_count(), spec_.labels_enough);
}

BandSums LabelSumsJob::sum_band(std::int64_t band) const {
  BandSums result;
  BandSummer(*this, result).add_rows(band * band_height(), std::min(row_count(), (band + 1) * band_height()));
  return result;
}

}  // namespace preamar::cpu
