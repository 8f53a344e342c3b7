#include "blocks/components/numbers.h"

#include "blocks/components/joint.h"
#include "blocks/components/region_rows.h"
#include "blocks/components/row_counts.h"
#include "core/error_text.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>

namespace preamar::blocks {
namespace {

constexpr std::uint32_t kept_version = 1;

// Of a seam, until the labels come down.
struct Kept {
  std::uint32_t low_count = 0, open = 0;      // components of the low region; joined ones that are open
  std::vector<std::uint32_t> part_of;         // as in Joint
  std::vector<std::uint64_t> firsts;          // of each joined component its first cell,
  std::vector<std::uint32_t> owners, before;  // the component that has it, and closed ones before it in its row
  Bytes low_closed;                           // of the low region, where the two share rows

  [[nodiscard]] std::size_t count() const { return firsts.size(); }
  // Joined components by their first cells.
  [[nodiscard]] std::vector<std::uint32_t> in_order() const {
    std::vector<std::uint32_t> order(count());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [&](std::uint32_t part) { return firsts[part]; });
    return order;
  }
};

template <class List>
void put(ByteWriter& writer, const List& list) {
  writer.put_list(std::span<const typename List::value_type>(list));
}

Bytes to_bytes(const Kept& kept) {
  ByteWriter writer;
  writer.put(kept_version);
  writer.put(kept.low_count);
  writer.put(kept.open);
  put(writer, kept.part_of);
  put(writer, kept.firsts);
  put(writer, kept.owners);
  put(writer, kept.before);
  put(writer, kept.low_closed);
  return writer.take();
}

Kept kept_from(const Bytes& bytes) {
  ByteReader reader(bytes);
  if (const auto version = reader.get<std::uint32_t>(); version != kept_version)
    throw Error(ErrorKind::io, text("what was kept of a seam has version ", version, "; this program knows 1"));
  Kept kept;
  kept.low_count = reader.get<std::uint32_t>();
  kept.open = reader.get<std::uint32_t>();
  kept.part_of = reader.get_list<std::uint32_t>();
  kept.firsts = reader.get_list<std::uint64_t>();
  kept.owners = reader.get_list<std::uint32_t>();
  kept.before = reader.get_list<std::uint32_t>();
  kept.low_closed = reader.get_bytes();
  const auto is_part = [&](std::uint32_t part) { return part < kept.count(); };
  if (kept.owners.size() != kept.count() || kept.before.size() != kept.count() || kept.open > kept.count() ||
      kept.low_count > kept.part_of.size() || !std::ranges::all_of(kept.part_of, is_part))
    throw Error(ErrorKind::io, "what was kept of a seam contradicts itself");
  return kept;
}

bool shares_rows(const Seam& seam) { return seam.axis == seam.joined.rank() - 1; }

std::uint64_t columns_of(const Task& task) { return static_cast<std::uint64_t>(task.image[task.image.rank() - 1]); }

// A joined component begins where the first of its parts does.
void find_owners(const Parts& low, const Parts& high, const Joint& joint, Kept& kept) {
  kept.firsts.assign(joint.count, UINT64_MAX);
  kept.owners.resize(joint.count);
  for (std::size_t i = 0; i < joint.part_of.size(); ++i) {
    const std::uint32_t part = joint.part_of[i];
    const std::uint64_t first = i < low.count() ? low.firsts[i] : high.firsts[i - low.count()];
    if (first >= kept.firsts[part]) continue;
    kept.firsts[part] = first;
    kept.owners[part] = static_cast<std::uint32_t>(i);
  }
}

// Counts what closes here in its row; what begins after it in that row has one more before it.
Bytes count_closed(const Task& task, const Seam& seam, const Parts& low, const Parts& high, Kept& kept) {
  kept.before.resize(kept.count());
  const std::vector<std::uint32_t> order = kept.in_order();
  auto next = order.begin();
  RowCountReader low_rows(low.closed), high_rows(high.closed);
  RowCountWriter rows;
  for_each_row(seam, task.image, [&](const RegionRow& row) {
    const std::uint64_t in_low = row.in_low ? low_rows.get() : 0, in_high = row.in_high ? high_rows.get() : 0;
    std::uint32_t closing = 0;
    for (; next != order.end() && kept.firsts[*next] / columns_of(task) == row.row; ++next) {
      const std::uint32_t owner = kept.owners[*next];
      kept.before[*next] =
          closing + (owner < low.count() ? low.before[owner]
                                         : high.before[owner - low.count()] + static_cast<std::uint32_t>(in_low));
      closing += *next >= kept.open;
    }
    rows.put(in_low + in_high + closing);
  });
  return rows.take();
}

// Gives components that closed at a seam their labels, and each region its bases, row by row.
class Parting {
 public:
  Parting(const Task& task, const Seam& seam, const Kept& kept, const Labelling& whole)
      : task_(task), seam_(seam), kept_(kept), whole_(whole), begun_(whole.begun()), labels_(whole.open) {
    labels_.resize(kept.count());
  }

  std::pair<Bytes, Bytes> part() {
    RowCountReader bases(whole_.bases), closed(kept_.low_closed);
    RowCountWriter low, high;
    std::uint64_t base = 0, last_low = 0, last_high = 0;
    const std::vector<std::uint32_t> order = kept_.in_order();
    const std::uint32_t* next = order.data();
    const std::uint32_t* const end = next + order.size();
    for_each_row(seam_, task_.image, [&](const RegionRow& row) {
      base += bases.get();
      const std::uint32_t* const from = next;
      while (next != end && kept_.firsts[*next] / columns_of(task_) == row.row) ++next;
      const std::uint64_t begin_in_low = number_row(base, {from, next});
      if (row.in_low) low.put(base - std::exchange(last_low, base));
      if (!row.in_high) return;
      const std::uint64_t high_base = shares_rows(seam_) ? base + closed.get() + begin_in_low : base;
      high.put(high_base - std::exchange(last_high, high_base));
    });
    return {to_bytes(labelling(0, kept_.low_count, low.take())),
            to_bytes(labelling(kept_.low_count, kept_.part_of.size(), high.take()))};
  }

 private:
  [[nodiscard]] bool begins(std::uint32_t part) const { return part >= kept_.open || whole_.begins[part] != 0; }

  // Labels the components of a row that closed here; returns how many begin in the low region.
  std::uint64_t number_row(std::uint64_t base, std::span<const std::uint32_t> parts) {
    std::uint64_t in_low = 0, passed = 0;
    auto begun = parts.empty() ? begun_.begin() : std::ranges::upper_bound(begun_, base);
    for (const std::uint32_t part : parts) {
      in_low += begins(part) && kept_.owners[part] < kept_.low_count;
      if (part < kept_.open) continue;
      std::uint64_t& label = labels_[part] = base + 1 + kept_.before[part] + passed;
      for (; begun != begun_.end() && *begun <= label; ++begun, ++passed) ++label;
    }
    return in_low;
  }

  // That of the components `from` to `to`.
  [[nodiscard]] Labelling labelling(std::size_t from, std::size_t to, Bytes bases) const {
    Labelling region;
    region.total = whole_.total;
    region.bases = std::move(bases);
    for (std::size_t i = from; i < to; ++i) {
      const std::uint32_t part = kept_.part_of[i];
      region.open.push_back(labels_[part]);
      region.begins.push_back(begins(part) && kept_.owners[part] == i);
    }
    return region;
  }

  const Task& task_;
  const Seam& seam_;
  const Kept& kept_;
  const Labelling& whole_;
  std::vector<std::uint64_t> begun_, labels_;
};

}  // namespace

Merged merge_numbers(const Task& task, const Seam& seam, int connectivity, const Bytes& low_bytes,
                     const Bytes& high_bytes) {
  Parts low = parts_from(low_bytes);
  const Parts high = parts_from(high_bytes);
  Joint joint = join(seam, task.image, connectivity, low, high);
  Kept kept;
  kept.low_count = static_cast<std::uint32_t>(low.count());
  kept.open = joint.open;
  find_owners(low, high, joint, kept);

  Parts joined;
  joined.closed = count_closed(task, seam, low, high, kept);
  joined.values = joined_values(joint, low, high);
  joined.border = std::move(joint.border);
  joined.firsts.assign(kept.firsts.begin(), kept.firsts.begin() + joint.open);
  joined.before.assign(kept.before.begin(), kept.before.begin() + joint.open);
  kept.part_of = std::move(joint.part_of);
  if (shares_rows(seam)) kept.low_closed = std::move(low.closed);
  return {to_bytes(joined), to_bytes(kept)};
}

Labelling crown_numbers(const Task& task, const Parts& whole) {
  Labelling labelling;
  RowCountReader rows(whole.closed);
  RowCountWriter bases;
  std::uint64_t last = 0;
  while (!rows.at_end()) {
    bases.put(last);
    last = rows.get();
    labelling.total += last;
  }
  if (task.results[0].dtype == DType::uint32 && labelling.total > std::numeric_limits<std::uint32_t>::max())
    throw Error(ErrorKind::resource,
                text(task.op->name, ": ", labelling.total, " objects do not fit uint32; give dtype=\"uint64\""));
  labelling.bases = bases.take();
  return labelling;
}

std::pair<Bytes, Bytes> split_numbers(const Task& task, const Seam& seam, const Bytes& kept_bytes,
                                      const Bytes& verdict) {
  const Kept kept = kept_from(kept_bytes);
  const Labelling whole = labelling_from(verdict);
  if (whole.open.size() != kept.open)
    throw Error(ErrorKind::io, "a verdict on components is not that of the region they are in");
  return Parting(task, seam, kept, whole).part();
}

}  // namespace preamar::blocks
