#include "backends/cpu/distance_transform/line_passes.h"

#include "backends/cpu/backend.h"
#include "backends/cpu/geodesic/nearest_seed.h"
#include "backends/cpu/workers.h"
#include "core/dispatch.h"
#include "core/error_text.h"
#include "core/progress.h"
#include "core/require.h"
#include "core/rows.h"
#include "primitives/distance_transform.h"
#include "primitives/map.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <vector>

namespace preamar::cpu {
using namespace primitives;
namespace {

// Bands of the slowest axis. A first axis of one cell is skipped unless its lines go on beyond the image; the middle
// axis of rank 2 has one row.
struct Bands {
  Bands(const Shape& shape, int workers, bool may_skip_first) {
    const bool flat = shape.rank() == 2 || (may_skip_first && shape[0] == 1);
    slow_axis = flat ? shape.rank() - 2 : 0;
    slow = shape[slow_axis];
    middle = flat ? 1 : shape[1];
    fast = shape[shape.rank() - 1];
    const std::int64_t fitting = (std::int64_t{1} << 18) / (middle * fast);  // rows whose counts fit the L2 cache
    rows = std::clamp<std::int64_t>(fitting, 8, 32);
    rows = std::min(rows, workers > 1 ? std::max<std::int64_t>(1, slow / (4 * workers)) : slow);
    count = (slow + rows - 1) / rows;
    pitch = (fast + 63) / 64 * 64;
  }
  [[nodiscard]] int rows_of(std::int64_t band) const { return static_cast<int>(std::min(rows, slow - band * rows)); }

  int slow_axis;
  std::int64_t slow, middle, fast;
  std::int64_t rows;   // per band, along the slowest axis; the last band may have fewer
  std::int64_t count;  // number of bands
  std::int64_t pitch;  // cells between rows of tables
};

template <class T>
void write_mask(const std::byte* from, std::int64_t stride, std::int64_t length, Goal goal, std::uint8_t* to) {
  const bool zero_is_goal = goal == Goal::zero;
  for (std::int64_t x = 0; x < length; ++x) {
    T value;
    std::memcpy(&value, from + x * stride, sizeof value);
    to[x] = (value == T{0}) != zero_is_goal;
  }
}

// The rows of an image as bytes in which 0 is a goal: the image's own rows if possible, otherwise a copy.
class MaskRows {
 public:
  MaskRows(ConstImageView image, const Bands& bands, Goal goal)
      : image_(image),
        bands_(bands),
        goal_(goal),
        own_(size_of(image.dtype()) == 1 && goal == Goal::zero && image.has_dense_rows() && bands.fast >= 64),
        copies_(own_ ? 0 : bands.rows * bands.pitch) {}

  RowBand operator()(std::int64_t band, std::int64_t middle) {
    const int count = bands_.rows_of(band);
    for (int r = 0; r < count; ++r) {
      const std::byte* const from = row(image_, (band * bands_.rows + r) * bands_.middle + middle);
      rows_[r] = reinterpret_cast<const std::uint8_t*>(from);
      if (own_) continue;
      std::uint8_t* const copy = copies_.data() + r * bands_.pitch;
      with_type(image_.dtype(), [&]<class T>(std::type_identity<T>) {
        write_mask<T>(from, row_stride(image_), bands_.fast, goal_, copy);
      });
      std::fill(copy + bands_.fast, copy + bands_.pitch, std::uint8_t{1});
      rows_[r] = copy;
    }
    return {rows_, count, bands_.fast};
  }

 private:
  ConstImageView image_;
  const Bands& bands_;
  Goal goal_;
  bool own_;
  Buffer<std::uint8_t> copies_;
  const std::uint8_t* rows_[most_band_rows];
};

bool wants_indices(const DistanceTransformResults& results) {
  return results.nearest.has_value() || results.carried.has_value();
}

template <class S>
class TransformRun {
  using C = Count<S>;

 public:
  TransformRun(const Execution& on, const DistanceTransformSpec& spec, ConstImageView image, const Bands& bands, S far)
      : on_(on),
        spec_(spec),
        image_(image),
        bands_(bands),
        functions_(line_functions<S>()),
        above_(bands_.count * bands_.middle * bands_.pitch),
        below_(bands_.count * bands_.middle * bands_.pitch),
        along_middle_(bands_.middle, step_squared(image.rank() - 2), far),
        along_fast_(bands_.fast, step_squared(image.rank() - 1), far) {}

  // Scratch: counts at the ends of bands and, per worker, the counts of one band and a plane of squares.
  [[nodiscard]] static std::int64_t bytes(const Bands& bands, int workers, bool indices) {
    const std::int64_t plane = bands.middle * bands.pitch, size = sizeof(C), kinds = indices ? 2 : 1;
    const std::int64_t ends = 2 * bands.count * plane * size;
    return ends + workers * kinds * (bands.rows * plane * size + 2 * plane * static_cast<std::int64_t>(sizeof(S)));
  }

  // Returns false, and writes nothing, if there is no goal.
  bool run(const DistanceTransformResults& results) {
    if (!find_ends() && !has_goal_beyond()) return false;
    chain_bands();
    for_told_ranges(part_of(on_, 0.3, 1), bands_.count, 1, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t band = begin; band < end; ++band) finish(band, results);
    });
    return true;
  }

  void write_ends(const GoalEnds& ends) {
    find_ends();
    for_ranges(on_, bands_.middle, std::max<std::int64_t>(1, (1 << 14) / bands_.fast),
               [&](std::int64_t begin, std::int64_t end) {
                 for (std::int64_t y = begin; y < end; ++y) write_row_of_ends(y, ends);
               });
  }

 private:
  void write_row_of_ends(std::int64_t y, const GoalEnds& ends) const {
    std::uint32_t* const first = ends.first.data() + y * bands_.fast;
    std::uint32_t* const last = ends.last.data() + y * bands_.fast;
    std::fill_n(first, bands_.fast, no_goal);
    std::fill_n(last, bands_.fast, no_goal);
    for (std::int64_t band = 0; band < bands_.count; ++band) {
      const C* const above = above_.data() + table_row(band, y);
      const C* const below = below_.data() + table_row(band, y);
      const auto begin = static_cast<std::uint32_t>(band * bands_.rows);
      const std::uint32_t final = begin + static_cast<std::uint32_t>(bands_.rows_of(band)) - 1;
      for (std::int64_t x = 0; x < bands_.fast; ++x) {
        const bool has_goal = above[x] < no_count<C>;
        last[x] = has_goal ? final - above[x] : last[x];
        first[x] = has_goal ? std::min(first[x], begin + below[x]) : first[x];
      }
    }
  }

  [[nodiscard]] bool has_goal_beyond() const {
    const auto is_goal = [](std::uint32_t position) { return position != no_goal; };
    return spec_.beyond &&
           (std::ranges::any_of(spec_.beyond->before, is_goal) || std::ranges::any_of(spec_.beyond->behind, is_goal));
  }

  [[nodiscard]] S step_squared(int axis) const {
    return static_cast<S>(spec_.step_squared[static_cast<std::size_t>(axis)]);
  }
  [[nodiscard]] std::int64_t table_row(std::int64_t band, std::int64_t middle) const {
    return (band * bands_.middle + middle) * bands_.pitch;
  }

  // Computes the counts at both ends of each band, independently.
  bool find_ends() {
    std::atomic<bool> found{false};
    const std::int64_t grain = std::max<std::int64_t>(1, (1 << 16) / (bands_.rows * bands_.fast));
    for_told_ranges(part_of(on_, 0, 0.3), bands_.count * bands_.middle, grain,
                    [&](std::int64_t begin, std::int64_t end) {
                      MaskRows mask(image_, bands_, spec_.goal);
                      bool here = false;
                      for (std::int64_t i = begin; i < end; ++i)
                        here |= functions_.ends(mask(i / bands_.middle, i % bands_.middle),
                                                above_.data() + i * bands_.pitch, below_.data() + i * bands_.pitch);
                      if (here) found.store(true, std::memory_order_relaxed);
                    });
    return found;
  }

  // Then propagates the counts from band to band.
  void chain_bands() {
    constexpr std::int64_t columns = 1024;
    const std::int64_t width = bands_.middle * bands_.pitch;
    for_ranges(on_, width, columns, [&](std::int64_t begin, std::int64_t end) {
      C carry[columns];
      count_beyond(begin, end, true, carry);
      for (std::int64_t band = 0; band < bands_.count; ++band)
        pass_on(above_.data() + band * width + begin, end - begin, bands_.rows_of(band), carry);
      count_beyond(begin, end, false, carry);
      for (std::int64_t band = bands_.count - 1; band >= 0; --band)
        pass_on(below_.data() + band * width + begin, end - begin, bands_.rows_of(band), carry);
    });
  }

  // The steps from the row before the image, or the one behind it, to the goals beyond; for these columns of a table.
  void count_beyond(std::int64_t begin, std::int64_t end, bool before, C* steps) const {
    std::fill(steps, steps + (end - begin), no_count<C>);
    if (!spec_.beyond) return;
    const GoalsBeyond& beyond = *spec_.beyond;
    const std::uint32_t* const goals = (before ? beyond.before : beyond.behind).data();
    const std::int64_t from = before ? beyond.first - 1 : beyond.first + bands_.slow;
    for (std::int64_t i = begin; i < end;) {
      const std::int64_t y = i / bands_.pitch, x = i % bands_.pitch, stop = std::min(end, (y + 1) * bands_.pitch);
      const std::int64_t cells = std::min(stop - i, bands_.fast - x);
      for (std::int64_t k = 0; k < cells; ++k) {
        const std::uint32_t goal = goals[y * bands_.fast + x + k];
        if (goal != no_goal) steps[i - begin + k] = static_cast<C>(before ? from - goal : goal - from);
      }
      i = stop;
    }
  }

  static void pass_on(C* shown, std::int64_t count, int rows, C* carry) {
    for (std::int64_t i = 0; i < count; ++i) {
      const C own = shown[i], through = std::min(static_cast<C>(carry[i] + rows), no_count<C>);
      shown[i] = carry[i];
      carry[i] = std::min(own, through);
    }
  }

  // Computes the rows of one band while its counts are in the cache.
  void finish(std::int64_t band, const DistanceTransformResults& results) {
    const bool indices = wants_indices(results);
    const std::int64_t plane = bands_.middle * bands_.pitch, line = padded_line(bands_.fast);
    const Buffer<C> counts(bands_.rows * plane), ups(indices ? bands_.rows * plane : 0);
    const Buffer<S> squares(bands_.middle * line), after(line);
    const Buffer<S> rows(indices ? bands_.middle * line : 0), columns(indices ? line : 0);
    const Buffer<std::int64_t> knots(bands_.fast / line_block + 2), nearest(indices ? bands_.fast : 0);
    const std::int64_t first = spec_.beyond ? spec_.beyond->first : 0;
    MaskRows mask(image_, bands_, spec_.goal);

    for (std::int64_t y = 0; y < bands_.middle; ++y) {
      const std::int64_t at = table_row(band, y);
      functions_.counts(mask(band, y), above_.data() + at, below_.data() + at, plane, counts.data() + y * bands_.pitch,
                        indices ? ups.data() + y * bands_.pitch : nullptr);
    }
    for (int r = 0; r < bands_.rows_of(band); ++r) {
      const C* const count = counts.data() + r * plane;
      if (bands_.middle == 1)
        functions_.squares(count, bands_.fast, step_squared(bands_.slow_axis), along_fast_.far, squares.data());
      else
        functions_.columns(along_middle_, count, bands_.pitch, bands_.fast, step_squared(bands_.slow_axis),
                           squares.data(), indices ? rows.data() : nullptr);
      for (std::int64_t y = 0; y < bands_.middle; ++y) {
        functions_.pass(along_fast_, squares.data() + y * line, after.data(), indices ? columns.data() : nullptr,
                        knots.data());
        const std::int64_t slow = band * bands_.rows + r, index = slow * bands_.middle + y;
        if (results.lengths) write_lengths(after.data(), row(*results.lengths, index), results.lengths->dtype());
        if (!indices) continue;
        for (std::int64_t x = 0; x < bands_.fast; ++x) {
          const auto column = static_cast<std::int64_t>(columns[x]);
          const auto middle = bands_.middle == 1 ? 0 : static_cast<std::int64_t>(rows[y * line + column]);
          const std::int64_t at = r * plane + middle * bands_.pitch + column;
          const std::int64_t goal = first + (counts[at] == ups[at] ? slow - counts[at] : slow + counts[at]);
          nearest[x] = (goal * bands_.middle + middle) * bands_.fast + column;
        }
        if (results.nearest)
          std::memcpy(row(*results.nearest, index), nearest.data(), static_cast<std::size_t>(bands_.fast) * 8);
        if (results.carried) carry(index, after.data(), nearest.data(), row(*results.carried, index));
      }
    }
  }

  void carry(std::int64_t index, const S* squared, const std::int64_t* nearest, std::byte* out) const {
    with_type(image_.dtype(), [&]<class T>(std::type_identity<T>) {
      for (std::int64_t x = 0; x < bands_.fast; ++x) {
        const std::int64_t from = squared[x] <= spec_.within ? nearest[x] : index * bands_.fast + x;
        const std::byte* const source = row(image_, from / bands_.fast) + from % bands_.fast * row_stride(image_);
        std::memcpy(out + x * static_cast<std::int64_t>(sizeof(T)), source, sizeof(T));
      }
    });
  }

  void write_lengths(const S* squared, std::byte* out, DType dtype) const {
    if (dtype == DType::float32)
      return functions_.roots(squared, bands_.fast, spec_.unit, reinterpret_cast<float*>(out));
    with_type(dtype, [&]<class T>(std::type_identity<T>) {
      for (std::int64_t x = 0; x < bands_.fast; ++x)
        reinterpret_cast<T*>(out)[x] = length_of<T>(squared[x], spec_.unit);
    });
  }

  const Execution& on_;
  const DistanceTransformSpec& spec_;
  ConstImageView image_;
  const Bands bands_;
  const LineFunctions<S> functions_;
  // Per band: steps to a goal, backwards from its last row and forwards from its first. After chain_bands(): the steps
  // from the row before the band, and from the row after it.
  const Buffer<C> above_, below_;
  const LinePass<S> along_middle_, along_fast_;
};

template <class T>
void fill_rows(const Execution& on, ImageView out, T value) {
  const std::int64_t length = row_length(out.shape());
  for_ranges(on, row_count(out.shape()), std::max<std::int64_t>(1, (1 << 16) / length),
             [&](std::int64_t begin, std::int64_t end) {
               for (std::int64_t r = begin; r < end; ++r) std::fill_n(reinterpret_cast<T*>(row(out, r)), length, value);
             });
}

struct Sums {
  std::uint64_t largest, largest_along_one;
};

Sums sums_of(const DistanceTransformSpec& spec, const Shape& shape) {
  Sums sums{0, 0};
  for (int axis = 0; axis < shape.rank(); ++axis) {
    const auto steps = static_cast<std::uint64_t>(shape[axis] - 1);
    const auto square = static_cast<std::uint64_t>(spec.step_squared[static_cast<std::size_t>(axis)]) * steps * steps;
    sums.largest += square;
    sums.largest_along_one = std::max(sums.largest_along_one, square);
  }
  return sums;
}

// A value larger than any distance in the image, to which every pass can add without overflow; 0 if the type has none.
template <class S>
S far_of(const Sums& sums) {
  const std::uint64_t far = std::numeric_limits<S>::max() - sums.largest_along_one;
  return far > sums.largest && sums.largest <= std::numeric_limits<S>::max() ? static_cast<S>(far) : S{0};
}

template <class S>
bool run_lines(const Execution& on, const DistanceTransformSpec& spec, ConstImageView image,
               const DistanceTransformResults& results, S far) {
  const int workers = worker_count(on);
  const Bands bands(image.shape(), workers, !spec.beyond);
  require_memory(on.scratch_memory, TransformRun<S>::bytes(bands, workers, wants_indices(results)));
  return TransformRun<S>(on, spec, image, bands, far).run(results);
}

// Counts within a band are small, so those of short sums do for any image.
void write_ends(const Execution& on, const DistanceTransformSpec& spec, ConstImageView image, const GoalEnds& ends) {
  const Bands bands(image.shape(), worker_count(on), false);
  TransformRun<std::uint32_t>(on, spec, image, bands, 1).write_ends(ends);
}

}  // namespace

void distance_transform(const Execution& on, const DistanceTransformSpec& spec, ConstImageView image,
                        const DistanceTransformResults& results) {
  if (image.shape().count() == 0) return;
  if (spec.search == Search::nearest_seed) return nearest_seed(on, spec, image, results, {});
  if (results.ends) return write_ends(on, spec, image, *results.ends);
  const Sums sums = sums_of(spec, spec.beyond ? spec.beyond->image : image.shape());
  const auto near = far_of<std::uint32_t>(sums);
  const bool found = near > 0 ? run_lines(on, spec, image, results, near)
                              : run_lines(on, spec, image, results, far_of<std::uint64_t>(sums));
  if (on.log)
    on.log(text("distance_transform: ", worker_count(on), " threads, ", instruction_set(), ", sums of ",
                near > 0 ? 32 : 64, " bits"));
  if (found) return;
  const auto &lengths = results.lengths, &nearest = results.nearest, &carried = results.carried;
  if (lengths)
    with_type(lengths->dtype(), [&]<class T>(std::type_identity<T>) { fill_rows<T>(on, *lengths, no_length<T>()); });
  if (nearest) fill_rows<std::int64_t>(on, *nearest, -1);
  if (carried) cpu::map(on, {.pixel = Pixel::copy}, image, {}, *carried);
}

}  // namespace preamar::cpu
