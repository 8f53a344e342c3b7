#include "backends/cpu/label_sums/band_sums.h"

#include "backends/cpu/label_sums/run_sums.h"
#include "core/dispatch.h"
#include "core/rows.h"

#include <array>
#include <bit>
#include <span>
#include <utility>

namespace preamar::cpu {

// The index of each label in a list: open addressing, at most half full.
class LabelPlaces {
 public:
  explicit LabelPlaces(GrowingArray<std::uint64_t>& labels) : labels_(labels), slots_(1024) { clear(); }

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

// Runs of a row. Columns are relative to the first counted one. To compare rows, a row has one more cell on each side
// if the image has; its runs may begin at -1 and end beyond the last counted cell by 1.
struct RunList {
  Buffer<Run> runs;
  std::int64_t count = 0;
};

class BandSummer {
 public:
  BandSummer(const LabelSumsJob& job, BandSums& band)
      : job_(job),
        band_(band),
        places_(band.labels),
        left_(compares() && first_column() > 0 ? 1 : 0),
        right_(compares() && job.cells_.end[2] < job.extent_[2] ? 1 : 0),
        ends_(job.columns() + left_ + right_) {
    now_.runs = Buffer<Run>(ends_.count());
    if (compares_runs())
      for (RunList* list : {&before_, &other_}) list->runs = Buffer<Run>(ends_.count());
  }

  // Processes the counted rows up to the one in which the number of labels reaches the limit. Returns the end.
  std::int64_t add_rows(std::int64_t begin, std::int64_t end, std::int64_t labels_enough = INT64_MAX) {
    std::int64_t r = begin;
    for (; r < end && band_.labels.size() < labels_enough; ++r) {
      const std::int64_t z = job_.cells_.begin[0] + r / job_.rows(), y = job_.cells_.begin[1] + r % job_.rows();
      const bool knows_before = r > begin && y > job_.cells_.begin[1];
      if (compares_runs() && y > 0 && !knows_before) find_runs(z, y - 1, before_);
      add_row(z, y);
      if (compares_runs()) std::swap(now_, before_);
    }
    return r;
  }

 private:
  [[nodiscard]] static const std::byte* cells_at(ConstImageView image, std::int64_t rows, const Cell& at) {
    return row(image, at[0] * rows + at[1]) + at[2] * size_of(image.dtype());
  }
  [[nodiscard]] std::int64_t first_column() const { return job_.cells_.begin[2]; }
  [[nodiscard]] bool is_flat() const { return job_.labels_.rank() == 2; }
  [[nodiscard]] bool compares() const { return job_.spec_.faces || job_.spec_.contacts; }
  // In rank 3, contacts need more than pairs of rows.
  [[nodiscard]] bool compares_runs() const { return compares() && (is_flat() || !job_.spec_.contacts); }

  void find_runs(std::int64_t z, std::int64_t y, RunList& list) {
    const std::byte* const at = cells_at(job_.labels_, job_.extent_[1], {z, y, first_column() - left_});
    list.count = job_.run_ends_(&at, ends_.count(), ends_.data());
    std::int64_t begin = 0;
    for (std::int64_t i = 0; i < list.count; ++i) {
      list.runs[i] = {begin - left_, ends_[i] - left_, job_.key_at_(at, begin), -1};
      begin = ends_[i];
    }
  }

  void add_row(std::int64_t z, std::int64_t y) {
    find_runs(z, y, now_);
    for (std::int64_t i = 0; i < now_.count; ++i)
      if (now_.runs[i].key != job_.background_) add_run_at(z, y, now_.runs[i]);
    if (compares_runs()) {
      if (y > 0) add_shared(before_);
      if (z > 0) {
        find_runs(z - 1, y, other_);
        add_shared(other_);
      }
    } else if (compares()) {
      add_contacts(z, y);
    }
    if (job_.spec_.outline) add_outline(y);
  }

  // The counted cells of a run.
  [[nodiscard]] Run counted(const Run& run) const {
    return {std::max<std::int64_t>(0, run.begin), std::min(job_.columns(), run.end), run.key, run.place};
  }

  void add_run_at(std::int64_t z, std::int64_t y, Run& whole) {
    Run run = counted(whole);
    const std::int64_t length = run.end - run.begin;
    if (length <= 0) return;
    run.place = whole.place = places_.place_of(run.key);
    if (run.place == band_.cells.size()) add_place();
    const Cell& origin = job_.spec_.origin;
    const std::int64_t first = origin[2] + first_column();
    const Run placed{run.begin + first, run.end + first, run.key, run.place};
    add_run(band_.cells[run.place], z + origin[0], y + origin[1], placed);
    if (compares_runs()) add_row_contacts(whole, run);
    if (job_.spec_.products) add_run(band_.products[run.place], z + origin[0], y + origin[1], placed);
    if (job_.spec_.hulls)
      for (const std::int64_t x : {placed.begin, placed.end - 1})
        band_.hulls[static_cast<std::size_t>(run.place)].add({y + origin[1], x});
    if (job_.add_levels_)
      job_.add_levels_(cells_at(*job_.levels_, job_.extent_[1], {z, y, first_column()}), run.begin, run.end,
                       is_real() ? nullptr : &band_.whole[run.place], is_real() ? &band_.real[run.place] : nullptr);
  }

  void add_place() {
    band_.cells.push({});
    if (job_.spec_.products) band_.products.push({});
    if (job_.spec_.contacts) band_.contacts.push({});
    if (job_.spec_.hulls) band_.hulls.emplace_back();
    if (!job_.add_levels_) return;
    if (is_real())
      band_.real.push({});
    else
      band_.whole.push({});
  }

  [[nodiscard]] bool is_real() const { return is_floating(job_.levels_->dtype()); }

  // What a run adds without other rows. Its corners are those between two cells of which the first is counted, or
  // the second if the first is of another label. Each corner, edge and cell counts once for the Euler number: for the
  // first cell that has it.
  void add_row_contacts(const Run& whole, const Run& run) {
    const std::int64_t length = run.end - run.begin, pairs = length - (whole.begin >= 0);
    band_.cells[run.place].faces += 2 * (job_.labels_.rank() * length - pairs);
    if (!job_.spec_.contacts) return;
    ContactSums& contacts = band_.contacts[run.place];
    contacts.pairs[column_step] += pairs;
    contacts.euler += 2 * (run.end + 1 - first_corner(whole)) - (4 * length - pairs) + length;
  }
  [[nodiscard]] static std::int64_t first_corner(const Run& whole) { return whole.begin < 0 ? 1 : whole.begin; }

  // What runs of the current row share with runs of the same label in the row or plane before.
  void add_shared(const RunList& other) {
    const auto common = [](std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) {
      return std::max<std::int64_t>(0, std::min(b, d) - std::max(a, c));
    };
    std::int64_t j = 0;
    for (std::int64_t i = 0; i < now_.count; ++i) {
      if (now_.runs[i].place < 0) continue;
      const Run run = counted(now_.runs[i]);
      while (j < other.count && other.runs[j].end < run.begin) ++j;
      for (std::int64_t k = j; k < other.count && other.runs[k].begin <= run.end; ++k) {
        const auto& [begin, end, key, place] = other.runs[k];
        if (key != run.key) continue;
        const std::int64_t next = common(run.begin, run.end, begin, end);
        band_.cells[run.place].faces -= 2 * next;
        if (!job_.spec_.contacts) continue;
        ContactSums& contacts = band_.contacts[run.place];
        contacts.pairs[row_step - 1] += common(run.begin, run.end, begin + 1, end + 1);
        contacts.pairs[row_step] += next;
        contacts.pairs[row_step + 1] += common(run.begin, run.end, begin - 1, end - 1);
        contacts.euler += next - common(first_corner(now_.runs[i]), run.end + 1, begin, end + 1);
      }
    }
  }

  // Calls add(place, x, count) for all cells of labels in the row. The `count` cells from column x of the image on have
  // the same neighbourhood: no row changes within `reach` cells of them.
  template <class Add>
  void for_alike_cells(const RowsAround& around, std::size_t current, std::int64_t reach, const Add& add) {
    std::array<const std::byte*, 5> rows{};
    for (std::size_t r = 0; r < rows.size(); ++r)
      rows[r] =
          (around.rows[r] ? around.rows[r] : around.rows[current]) + first_column() * size_of(job_.labels_.dtype());
    const std::int64_t segments = job_.joint_ends_(rows.data(), job_.columns(), ends_.data());
    std::int64_t begin = 0;
    const Run* run = now_.runs.data();
    for (std::int64_t i = 0; i < segments; begin = ends_[i++]) {
      while (run->end <= begin) ++run;
      if (run->place < 0) continue;
      const std::int64_t first = begin + first_column(), end = ends_[i] + first_column();
      if (end - first <= 2 * reach) {
        for (std::int64_t x = first; x < end; ++x) add(run->place, x, 1);
        continue;
      }
      for (std::int64_t k = 0; k < reach; ++k) {
        add(run->place, first + k, 1);
        add(run->place, end - 1 - k, 1);
      }
      add(run->place, first + reach, end - first - 2 * reach);
    }
  }

  // The row at this position; null outside of the image.
  [[nodiscard]] const std::byte* row_at(std::int64_t z, std::int64_t y) const {
    const bool is_inside = z >= 0 && z < job_.extent_[0] && y >= 0 && y < job_.extent_[1];
    return is_inside ? cells_at(job_.labels_, job_.extent_[1], {z, y, 0}) : nullptr;
  }

  // Rank 3.
  void add_contacts(std::int64_t z, std::int64_t y) {
    const RowsAround around{
        {row_at(z - 1, y - 1), row_at(z - 1, y), row_at(z - 1, y + 1), row_at(z, y - 1), row_at(z, y)},
        job_.extent_[2]};
    constexpr std::uint32_t along_axes = 1U << plane_step | 1U << row_step | 1U << column_step;
    constexpr std::uint32_t all = (1U << 13) - 1;
    const std::array<std::int8_t, 1 << 13>& steps = euler_steps();
    // Most cells have all earlier neighbours. These are added once per run.
    std::int64_t inside = -1, inner = 0;
    const auto add_inner = [&](std::int64_t place) {
      if (inner > 0) add_pairs(band_.contacts[inside], all, inner);
      inside = place;
      inner = 0;
    };
    for_alike_cells(around, 4, 1, [&](std::int64_t place, std::int64_t x, std::int64_t count) {
      const std::uint32_t earlier = job_.earlier_at_(around, x);
      band_.cells[place].faces += 2 * count * (3 - std::popcount(earlier & along_axes));
      if (place != inside) add_inner(place);
      if (earlier == all) {
        inner += count;
        return;
      }
      add_pairs(band_.contacts[place], earlier, count);
      band_.contacts[place].euler += count * steps[earlier];
    });
    add_inner(-1);
  }

  static void add_pairs(ContactSums& contacts, std::uint32_t earlier, std::int64_t count) {
    for (std::uint32_t rest = earlier; rest != 0; rest &= rest - 1)
      contacts.pairs[static_cast<std::size_t>(std::countr_zero(rest))] += count;
  }

  void add_outline(std::int64_t y) {
    const RowsAround around{{row_at(0, y - 2), row_at(0, y - 1), row_at(0, y), row_at(0, y + 1), row_at(0, y + 2)},
                            job_.extent_[2]};
    for_alike_cells(around, 2, 2, [&](std::int64_t place, std::int64_t x, std::int64_t count) {
      const auto [straight, diagonal] = job_.outline_at_(around, x);
      band_.contacts[place].straight += count * straight;
      band_.contacts[place].diagonal += count * diagonal;
    });
  }

  const LabelSumsJob& job_;
  BandSums& band_;
  LabelPlaces places_;
  const std::int64_t left_, right_;  // cells of a row in addition to the counted ones
  Buffer<std::int64_t> ends_;
  RunList now_, before_, other_;  // the current row, the row before it, and the one in the plane before
};

LabelSumsJob::LabelSumsJob(const LabelSumsSpec& spec, ConstImageView labels,
                           const std::optional<ConstImageView>& levels)
    : spec_(spec),
      cells_(counted_cells(spec, labels.shape())),
      labels_(labels),
      levels_(levels),
      extent_(counted_cells({}, labels.shape()).end),
      run_ends_(cpu::run_ends(size_of(labels.dtype()))),
      joint_ends_(cpu::run_ends(size_of(labels.dtype()), 5)),
      earlier_at_(cpu::earlier_at(size_of(labels.dtype()))),
      outline_at_(cpu::outline_at(size_of(labels.dtype()))) {
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
