// The summaries, merge records and border results of floods, as bytes. K is the type of a key.
#pragma once

#include "core/assert.h"
#include "core/bytes.h"
#include "core/error_text.h"

#include <cstdint>
#include <span>
#include <vector>

namespace preamar::blocks {

inline constexpr std::uint32_t flood_version = 1;
inline constexpr std::uint32_t no_cell = UINT32_MAX;

inline ByteReader flood_reader(const Bytes& bytes) {
  ByteReader reader(bytes);
  if (const auto version = reader.get<std::uint32_t>(); version != flood_version)
    throw Error(ErrorKind::io, text("a record of a flood has version ", version, "; this is for ", flood_version));
  return reader;
}

template <class K>
void require_cells(const ListView<K>& list, std::int64_t cells) {
  if (static_cast<std::int64_t>(list.size()) != cells)
    throw Error(ErrorKind::io, text("a record of a flood is of ", list.size(), " cells; ", cells, " were expected"));
}

// Whether all cells of a region have one value.
template <class K>
struct Constant {
  bool holds = false;
  K value{};

  [[nodiscard]] Constant with(const Constant& other) const {
    return {holds && other.holds && value == other.value, value};
  }
};

// Edges between border cells in descending order of width: the highest level at which water passes between the two.
template <class K>
struct BoundaryForest {
  std::vector<std::uint32_t> a, b;
  std::vector<K> widths;

  void reserve(std::size_t edges) { a.reserve(edges), b.reserve(edges), widths.reserve(edges); }
  void add(std::uint32_t p, std::uint32_t q, K width) {
    PREAMAR_ASSERT(widths.empty() || width <= widths.back(), "the edges of a forest come in descending order of width");
    a.push_back(p), b.push_back(q), widths.push_back(width);
  }
};

// The limit and the level of each border cell, in the order of BoxBorder, and the boundary forest.
template <class K>
Bytes summary_bytes(const Constant<K>& constant, std::span<const K> limits, std::span<const K> levels,
                    const BoundaryForest<K>& forest) {
  PREAMAR_ASSERT(limits.size() == levels.size(), "each border cell has a limit and a level");
  ByteWriter writer;
  writer.reserve(64 + sizeof(K) + 2 * limits.size_bytes() + forest.a.size() * (8 + sizeof(K)));
  writer.put(flood_version);
  writer.put<std::uint8_t>(constant.holds);
  writer.put(constant.value);
  writer.put_list(limits);
  writer.put_list(levels);
  writer.put_list(std::span<const std::uint32_t>(forest.a));
  writer.put_list(std::span<const std::uint32_t>(forest.b));
  writer.put_list(std::span<const K>(forest.widths));
  return writer.take();
}

// A view of these bytes, which must outlive it. Throws Error (io) unless it has this number of cells.
template <class K>
struct RegionSummary {
  RegionSummary(const Bytes& bytes, std::int64_t cells) {
    ByteReader reader = flood_reader(bytes);
    constant.holds = reader.get<std::uint8_t>() != 0;
    constant.value = reader.get<K>();
    limits = reader.view_list<K>();
    levels = reader.view_list<K>();
    a = reader.view_list<std::uint32_t>();
    b = reader.view_list<std::uint32_t>();
    widths = reader.view_list<K>();
    require_cells(limits, cells);
    require_cells(levels, cells);
    require_cells(a, static_cast<std::int64_t>(widths.size()));
    require_cells(b, static_cast<std::int64_t>(widths.size()));
  }

  Constant<K> constant;
  ListView<K> limits, levels;
  ListView<std::uint32_t> a, b;  // the boundary forest
  ListView<K> widths;
};

// The merge record of a flood: the cells that leave the border, those of the low region first. The final level of each
// is max(level, min(width, final level of its terminal)); the terminal is a cell of the joined border.
template <class K>
struct LeavingCells {
  std::vector<K> levels, widths;
  std::vector<std::uint32_t> terminals;  // no_cell: the level is final

  void reserve(std::size_t cells) { levels.reserve(cells), widths.reserve(cells), terminals.reserve(cells); }
  void add(K level, K width, std::uint32_t terminal) {
    levels.push_back(level), widths.push_back(width), terminals.push_back(terminal);
  }
  [[nodiscard]] Bytes bytes() const {
    ByteWriter writer;
    writer.reserve(64 + levels.size() * (4 + 2 * sizeof(K)));
    writer.put(flood_version);
    writer.put_list(std::span<const K>(levels));
    writer.put_list(std::span<const K>(widths));
    writer.put_list(std::span<const std::uint32_t>(terminals));
    return writer.take();
  }
};

template <class K>
struct LeavingCellsView {
  explicit LeavingCellsView(const Bytes& bytes) {
    ByteReader reader = flood_reader(bytes);
    levels = reader.view_list<K>();
    widths = reader.view_list<K>();
    terminals = reader.view_list<std::uint32_t>();
    require_cells(widths, static_cast<std::int64_t>(levels.size()));
    require_cells(terminals, static_cast<std::int64_t>(levels.size()));
  }

  ListView<K> levels, widths;
  ListView<std::uint32_t> terminals;
};

// The final level of each border cell of a region, and whether the whole image is constant.
template <class K>
Bytes border_result_bytes(bool is_constant, std::span<const K> levels) {
  ByteWriter writer;
  writer.reserve(16 + levels.size_bytes());
  writer.put(flood_version);
  writer.put<std::uint8_t>(is_constant);
  writer.put_list(levels);
  return writer.take();
}

template <class K>
struct BorderResultView {
  BorderResultView(const Bytes& bytes, std::int64_t cells) {
    ByteReader reader = flood_reader(bytes);
    is_constant = reader.get<std::uint8_t>() != 0;
    levels = reader.view_list<K>();
    require_cells(levels, cells);
  }

  bool is_constant;
  ListView<K> levels;
};

}  // namespace preamar::blocks
