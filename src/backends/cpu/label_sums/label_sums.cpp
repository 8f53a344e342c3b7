#include "primitives/label_sums.h"

#include "backends/cpu/backend.h"
#include "backends/cpu/label_sums/band_sums.h"
#include "backends/cpu/workers.h"

#include <algorithm>
#include <vector>

namespace preamar::cpu {
using namespace primitives;
namespace {

// One label in one band.
struct Entry {
  std::uint64_t label;
  std::int64_t band, place;
};

struct Entries {
  Buffer<Entry> list;  // per band
  std::uint64_t least = UINT64_MAX, most = 0;
};

Entries entries_of(const std::vector<BandSums>& bands) {
  std::int64_t count = 0;
  for (const BandSums& band : bands) count += band.labels.size();
  Entries entries{Buffer<Entry>(count)};
  std::int64_t at = 0;
  for (std::size_t band = 0; band < bands.size(); ++band)
    for (std::int64_t place = 0; place < bands[band].labels.size(); ++place) {
      const std::uint64_t label = bands[band].labels[place];
      entries.list[at++] = {label, static_cast<std::int64_t>(band), place};
      entries.least = std::min(entries.least, label);
      entries.most = std::max(entries.most, label);
    }
  return entries;
}

// Sorts by label, then by band: a counting sort if the labels are close together.
Buffer<Entry> sorted(Entries entries) {
  const std::int64_t count = entries.list.count();
  if (count == 0 || entries.most - entries.least >= static_cast<std::uint64_t>(4 * count)) {
    std::stable_sort(entries.list.data(), entries.list.data() + count,
                     [](const Entry& a, const Entry& b) { return a.label < b.label; });
    return std::move(entries.list);
  }
  const auto labels = static_cast<std::int64_t>(entries.most - entries.least) + 1;
  Buffer<std::int64_t> begins(labels + 1);
  std::fill_n(begins.data(), labels + 1, 0);
  const auto slot = [&](const Entry& entry) { return static_cast<std::int64_t>(entry.label - entries.least); };
  for (std::int64_t i = 0; i < count; ++i) ++begins[slot(entries.list[i]) + 1];
  for (std::int64_t i = 0; i < labels; ++i) begins[i + 1] += begins[i];
  Buffer<Entry> result(count);
  for (std::int64_t i = 0; i < count; ++i) result[begins[slot(entries.list[i])]++] = entries.list[i];
  return result;
}

// The index of each label's first entry among sorted entries, and finally their count.
Buffer<std::int64_t> begins_of(const Buffer<Entry>& entries) {
  const auto is_new = [&](std::int64_t i) { return i == 0 || entries[i].label != entries[i - 1].label; };
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < entries.count(); ++i) count += is_new(i);
  Buffer<std::int64_t> begins(count + 1);
  count = 0;
  for (std::int64_t i = 0; i < entries.count(); ++i)
    if (is_new(i)) begins[count++] = i;
  begins[count] = entries.count();
  return begins;
}

// The sum of one kind over the bands of a label, in their order.
template <class Sums>
void join(const std::vector<BandSums>& bands, GrowingArray<Sums> BandSums::*kind, const Entry* begin, const Entry* end,
          const Buffer<Sums>& to, std::int64_t at) {
  if (to.count() == 0) return;
  Sums sums;
  for (const Entry* entry = begin; entry != end; ++entry)
    sums.add((bands[static_cast<std::size_t>(entry->band)].*kind)[entry->place]);
  to[at] = sums;
}

std::vector<HullPoint> joined_hull(const std::vector<BandSums>& bands, const Entry* begin, const Entry* end) {
  std::vector<HullPoint> points;
  for (const Entry* entry = begin; entry != end; ++entry) {
    const BandSums& band = bands[static_cast<std::size_t>(entry->band)];
    const std::vector<HullPoint> some = band.hulls[static_cast<std::size_t>(entry->place)].corners();
    if (begin + 1 == end) return some;
    points.insert(points.end(), some.begin(), some.end());
  }
  return convex_hull(std::move(points));
}

}  // namespace

LabelSums label_sums(const Execution& on, const LabelSumsSpec& spec, ConstImageView labels,
                     const std::optional<ConstImageView>& levels) {
  const LabelSumsJob job(spec, labels, levels);
  std::vector<BandSums> bands;
  std::int64_t end_row = job.row_count();
  if (spec.labels_enough < INT64_MAX) {
    end_row = job.sum_until(bands.emplace_back());
  } else {
    bands.resize(static_cast<std::size_t>(job.band_count()));
    for_told_ranges(on, job.band_count(), 1, [&](std::int64_t band, std::int64_t) {
      bands[static_cast<std::size_t>(band)] = job.sum_band(band);
    });
  }

  const Buffer<Entry> entries = sorted(entries_of(bands));
  const Buffer<std::int64_t> begins = begins_of(entries);
  const std::int64_t count = begins.count() - 1;
  const bool has_levels = levels.has_value(), real = has_levels && is_floating(levels->dtype());
  LabelSums result{Buffer<std::uint64_t>(count),
                   Buffer<CellSums>(count),
                   Buffer<ProductSums>(spec.products ? count : 0),
                   Buffer<ContactSums>(spec.contacts ? count : 0),
                   Buffer<WholeSums>(has_levels && !real ? count : 0),
                   Buffer<RealSums>(real ? count : 0),
                   std::vector<std::vector<HullPoint>>(static_cast<std::size_t>(spec.hulls ? count : 0)),
                   end_row};
  for_ranges(on, count, 4096, [&](std::int64_t from, std::int64_t to) {
    for (std::int64_t i = from; i < to; ++i) {
      const Entry *begin = &entries[begins[i]], *end = &entries[begins[i + 1]];
      result.labels[i] = begin->label;
      join(bands, &BandSums::cells, begin, end, result.cells, i);
      join(bands, &BandSums::products, begin, end, result.products, i);
      join(bands, &BandSums::contacts, begin, end, result.contacts, i);
      join(bands, &BandSums::whole, begin, end, result.whole, i);
      join(bands, &BandSums::real, begin, end, result.real, i);
      if (spec.hulls) result.hulls[static_cast<std::size_t>(i)] = joined_hull(bands, begin, end);
    }
  });
  return result;
}

}  // namespace preamar::cpu
