#include "blocks/families/components/label_numbers.h"

#include "blocks/families/components/region_rows.h"
#include "blocks/families/components/row_counts.h"
#include "blocks/families/components/seam_components.h"
#include "core/error_text.h"
#include "core/notation.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>

namespace preamar::blocks {
namespace {

constexpr std::uint32_t record_version = 1;

struct MergeRecord {
  std::uint32_t low_count = 0, open = 0;    // open components of the low region; of the joined region
  std::vector<std::uint32_t> component_of;  // as in SeamComponents
  std::vector<std::uint64_t> firsts;        // per joined component: its first cell
  std::vector<std::uint32_t> owners;        // per joined component: the component of a region that has this cell
  // Per joined component: the number of closed ones that begin before it in its row.
  std::vector<std::uint32_t> before;
  Bytes low_closed;  // `closed` of the low region, if the two regions share rows

  [[nodiscard]] std::size_t count() const { return firsts.size(); }
  // The joined components in the order of their first cells.
  [[nodiscard]] std::vector<std::uint32_t> in_order() const {
    std::vector<std::uint32_t> order(count());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [&](std::uint32_t component) { return firsts[component]; });
    return order;
  }
};

Bytes merge_record_bytes(const MergeRecord& record) {
  ByteWriter writer;
  writer.put(record_version);
  writer.put(record.low_count);
  writer.put(record.open);
  put_list(writer, record.component_of);
  put_list(writer, record.firsts);
  put_list(writer, record.owners);
  put_list(writer, record.before);
  put_list(writer, record.low_closed);
  return writer.take();
}

MergeRecord merge_record_from(const Bytes& bytes) {
  ByteReader reader(bytes);
  if (const auto version = reader.get<std::uint32_t>(); version != record_version)
    throw Error(ErrorKind::io,
                text("a record of a seam has version ", version, "; this program knows ", record_version));
  MergeRecord record;
  record.low_count = reader.get<std::uint32_t>();
  record.open = reader.get<std::uint32_t>();
  record.component_of = reader.get_list<std::uint32_t>();
  record.firsts = reader.get_list<std::uint64_t>();
  record.owners = reader.get_list<std::uint32_t>();
  record.before = reader.get_list<std::uint32_t>();
  record.low_closed = reader.get_bytes();
  const auto is_component = [&](std::uint32_t component) { return component < record.count(); };
  if (record.owners.size() != record.count() || record.before.size() != record.count() ||
      record.open > record.count() || record.low_count > record.component_of.size() ||
      !std::ranges::all_of(record.component_of, is_component))
    throw Error(ErrorKind::io, "a record of a seam contradicts itself");
  return record;
}

bool shares_rows(const Seam& seam) { return seam.axis == seam.joined.rank() - 1; }

std::uint64_t columns_of(const Operation& operation) {
  return static_cast<std::uint64_t>(operation.image[operation.image.rank() - 1]);
}

// The first cell of a joined component is the earliest first cell of its parts.
void find_owners(const RegionComponents& low, const RegionComponents& high, const SeamComponents& united,
                 MergeRecord& record) {
  record.firsts.assign(united.count, UINT64_MAX);
  record.owners.resize(united.count);
  for (std::size_t i = 0; i < united.component_of.size(); ++i) {
    const std::uint32_t component = united.component_of[i];
    const std::uint64_t first = i < low.count() ? low.firsts[i] : high.firsts[i - low.count()];
    if (first >= record.firsts[component]) continue;
    record.firsts[component] = first;
    record.owners[component] = static_cast<std::uint32_t>(i);
  }
}

// Counts, per row, the components that close at this seam. Components that begin later in the row then have one more
// before them.
Bytes count_closed(const Operation& operation, const Seam& seam, const RegionComponents& low,
                   const RegionComponents& high, MergeRecord& record) {
  record.before.resize(record.count());
  const std::vector<std::uint32_t> order = record.in_order();
  auto next = order.begin();
  RowCountReader low_rows(low.closed), high_rows(high.closed);
  RowCountWriter rows;
  for_each_row(seam, operation.image, [&](const RegionRow& row) {
    const std::uint64_t in_low = row.in_low ? low_rows.get() : 0, in_high = row.in_high ? high_rows.get() : 0;
    std::uint32_t closing = 0;
    for (; next != order.end() && record.firsts[*next] / columns_of(operation) == row.row; ++next) {
      const std::uint32_t owner = record.owners[*next];
      record.before[*next] =
          closing + (owner < low.count() ? low.before[owner]
                                         : high.before[owner - low.count()] + static_cast<std::uint32_t>(in_low));
      closing += *next >= record.open;
    }
    rows.put(in_low + in_high + closing);
  });
  return rows.take();
}

// Labels the components that closed at a seam, and computes the bases of the two regions, row by row.
class LabelSplit {
 public:
  LabelSplit(const Operation& operation, const Seam& seam, const MergeRecord& record, const RegionLabels& whole)
      : operation_(operation), seam_(seam), record_(record), whole_(whole), begun_(whole.begun()), labels_(whole.open) {
    labels_.resize(record.count());
  }

  std::pair<Bytes, Bytes> split() {
    RowCountReader bases(whole_.bases), closed(record_.low_closed);
    RowCountWriter low, high;
    std::uint64_t base = 0, last_low = 0, last_high = 0;
    const std::vector<std::uint32_t> order = record_.in_order();
    const std::uint32_t* next = order.data();
    const std::uint32_t* const end = next + order.size();
    for_each_row(seam_, operation_.image, [&](const RegionRow& row) {
      base += bases.get();
      const std::uint32_t* const from = next;
      while (next != end && record_.firsts[*next] / columns_of(operation_) == row.row) ++next;
      const std::uint64_t begin_in_low = number_row(base, {from, next});
      if (row.in_low) low.put(base - std::exchange(last_low, base));
      if (!row.in_high) return;
      const std::uint64_t high_base = shares_rows(seam_) ? base + closed.get() + begin_in_low : base;
      high.put(high_base - std::exchange(last_high, high_base));
    });
    return {to_bytes(labels_of(0, record_.low_count, low.take())),
            to_bytes(labels_of(record_.low_count, record_.component_of.size(), high.take()))};
  }

 private:
  [[nodiscard]] bool begins(std::uint32_t component) const {
    return component >= record_.open || whole_.begins[component] != 0;
  }

  // Labels the components of a row that closed at the seam. Returns how many components of the row begin in the low
  // region.
  std::uint64_t number_row(std::uint64_t base, std::span<const std::uint32_t> components) {
    std::uint64_t in_low = 0, passed = 0;
    auto begun = components.empty() ? begun_.begin() : std::ranges::upper_bound(begun_, base);
    for (const std::uint32_t component : components) {
      in_low += begins(component) && record_.owners[component] < record_.low_count;
      if (component < record_.open) continue;
      std::uint64_t& label = labels_[component] = base + 1 + record_.before[component] + passed;
      for (; begun != begun_.end() && *begun <= label; ++begun, ++passed) ++label;
    }
    return in_low;
  }

  // The result for the region whose components are `from` up to `to`.
  [[nodiscard]] RegionLabels labels_of(std::size_t from, std::size_t to, Bytes bases) const {
    RegionLabels region;
    region.total = whole_.total;
    region.bases = std::move(bases);
    for (std::size_t i = from; i < to; ++i) {
      const std::uint32_t component = record_.component_of[i];
      region.open.push_back(labels_[component]);
      region.begins.push_back(begins(component) && record_.owners[component] == i);
    }
    return region;
  }

  const Operation& operation_;
  const Seam& seam_;
  const MergeRecord& record_;
  const RegionLabels& whole_;
  std::vector<std::uint64_t> begun_, labels_;
};

}  // namespace

Merged merge_label_numbers(const Operation& operation, const Seam& seam, int connectivity, const Bytes& low_bytes,
                           const Bytes& high_bytes) {
  RegionComponents low = region_components_from(low_bytes);
  const RegionComponents high = region_components_from(high_bytes);
  SeamComponents united = join(seam, operation.image, connectivity, low, high);
  MergeRecord record;
  record.low_count = static_cast<std::uint32_t>(low.count());
  record.open = united.open;
  find_owners(low, high, united, record);

  RegionComponents joined;
  joined.closed = count_closed(operation, seam, low, high, record);
  joined.values = joined_values(united, low, high);
  joined.border = std::move(united.border);
  joined.firsts.assign(record.firsts.begin(), record.firsts.begin() + united.open);
  joined.before.assign(record.before.begin(), record.before.begin() + united.open);
  record.component_of = std::move(united.component_of);
  if (shares_rows(seam)) record.low_closed = std::move(low.closed);
  return {to_bytes(joined), merge_record_bytes(record)};
}

RegionLabels label_numbers_at_root(const Operation& operation, const RegionComponents& whole) {
  RegionLabels labels;
  RowCountReader rows(whole.closed);
  RowCountWriter bases;
  std::uint64_t last = 0;
  while (!rows.at_end()) {
    bases.put(last);
    last = rows.get();
    labels.total += last;
  }
  if (operation.results[0].dtype == DType::uint32 && labels.total > std::numeric_limits<std::uint32_t>::max())
    throw Error(ErrorKind::resource, text(operation.op->name, ": ", labels.total, " objects do not fit uint32; give ",
                                          setting("dtype", "uint64")));
  labels.bases = bases.take();
  return labels;
}

std::pair<Bytes, Bytes> split_label_numbers(const Operation& operation, const Seam& seam, const Bytes& record_bytes,
                                            const Bytes& border_result) {
  const MergeRecord record = merge_record_from(record_bytes);
  const RegionLabels whole = region_labels_from(border_result);
  if (whole.open.size() != record.open) throw Error(ErrorKind::io, "the labels of a region are not of its components");
  return LabelSplit(operation, seam, record, whole).split();
}

}  // namespace preamar::blocks
