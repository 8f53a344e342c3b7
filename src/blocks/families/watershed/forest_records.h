// The summaries, merge records and border results of watersheds, as bytes. R is the type of a rank.
//
// A summary is the contracted forest of a region (see primitives/watershed_block.h). A name is the position of a border
// cell, or the number of border cells plus the position of a label.
#pragma once

#include "blocks/families/operation.h"
#include "core/assert.h"
#include "core/bytes.h"
#include "core/error_text.h"
#include "primitives/watershed_block.h"

#include <cstdint>
#include <span>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

namespace preamar::blocks {

inline constexpr std::uint32_t watershed_version = 1;
inline constexpr std::uint32_t no_name = UINT32_MAX;

inline std::size_t as_size(std::int64_t count) { return static_cast<std::size_t>(count); }

inline const WatershedForm& watershed_form(const Operation& operation) {
  return std::get<WatershedForm>(operation.form->kind);
}
inline WatershedSpec watershed_spec(const Operation& operation) {
  return watershed_form(operation).spec(operation.inputs, operation.options);
}

// Calls f(std::type_identity<R>{}) with the type of ranks: one integer if it can hold a value and all its steps.
template <class F>
decltype(auto) with_rank_type(const Operation& operation, F&& f) {
  const std::int64_t bytes = size_of(operation.inputs[0].dtype);
  if (bytes <= 2 || (bytes == 4 && !watershed_form(operation).exchanges_steps))
    return f(std::type_identity<std::uint64_t>{});
  return f(std::type_identity<CellRank>{});
}

// The steps are the low bits; cells without steps have the maximum.
template <class R>
R stored_rank(const CellRank& rank, DType dtype) {
  if constexpr (std::is_same_v<R, CellRank>) {
    (void)dtype;
    return rank;
  } else {
    const int value_bits = static_cast<int>(8 * size_of(dtype));
    const std::uint64_t most = UINT64_MAX >> value_bits;
    PREAMAR_ASSERT(rank.steps == no_steps || rank.steps < most, "a stored rank holds the steps");
    return rank.value << (64 - value_bits) | std::min(rank.steps, most);
  }
}

template <class R>
struct StoredEdge {
  R later, earlier;
  std::uint64_t place;
  std::uint32_t a, b;
  friend bool operator<(const StoredEdge& p, const StoredEdge& q) {
    return std::tie(p.later, p.earlier, p.place) < std::tie(q.later, q.earlier, q.place);
  }
};

inline ByteReader watershed_reader(const Bytes& bytes) {
  ByteReader reader(bytes);
  if (const auto version = reader.get<std::uint32_t>(); version != watershed_version)
    throw Error(ErrorKind::io,
                text("a record of a watershed has version ", version, "; this is for ", watershed_version));
  return reader;
}

template <class List>
void require_length(const List& list, std::int64_t cells) {
  if (static_cast<std::int64_t>(list.size()) != cells)
    throw Error(ErrorKind::io,
                text("a record of a watershed is of ", list.size(), " cells; ", cells, " were expected"));
}

// The rank and the root of each border cell, labels, and edges in ascending order.
template <class R>
struct RegionForest {
  std::vector<R> ranks;
  std::vector<std::uint32_t> roots;
  std::vector<std::uint64_t> labels;
  std::vector<StoredEdge<R>> edges;

  [[nodiscard]] Bytes bytes() const {
    ByteWriter writer;
    writer.reserve(64 + ranks.size() * (sizeof(R) + 4) + labels.size() * 8 + edges.size() * sizeof(StoredEdge<R>));
    writer.put(watershed_version);
    writer.put_list(std::span<const R>(ranks));
    writer.put_list(std::span<const std::uint32_t>(roots));
    writer.put_list(std::span<const std::uint64_t>(labels));
    writer.put_list(std::span<const StoredEdge<R>>(edges));
    return writer.take();
  }
};

// A view of these bytes, which must outlive it. Throws Error (io) unless it has this number of border cells.
template <class R>
struct RegionForestView {
  RegionForestView(const Bytes& bytes, std::int64_t cells) {
    ByteReader reader = watershed_reader(bytes);
    ranks = reader.view_list<R>();
    roots = reader.view_list<std::uint32_t>();
    labels = reader.view_list<std::uint64_t>();
    edges = reader.view_list<StoredEdge<R>>();
    require_length(ranks, cells);
    require_length(roots, cells);
  }
  // The number of names.
  [[nodiscard]] std::size_t names() const { return ranks.size() + labels.size(); }

  ListView<R> ranks;
  ListView<std::uint32_t> roots;
  ListView<std::uint64_t> labels;
  ListView<StoredEdge<R>> edges;
};

// The merge record: per cell that leaves the border, those of the low region first, the name of its root. A name is a
// cell of the joined border or one of the labels.
struct LeavingRoots {
  std::vector<std::uint32_t> roots;
  std::vector<std::uint64_t> labels;

  [[nodiscard]] Bytes bytes() const {
    ByteWriter writer;
    writer.reserve(32 + roots.size() * 4 + labels.size() * 8);
    writer.put(watershed_version);
    writer.put_list(std::span<const std::uint32_t>(roots));
    writer.put_list(std::span<const std::uint64_t>(labels));
    return writer.take();
  }
};

// The label of each border cell of a region and, if lines are drawn, of each cell of its ring.
struct BorderLabels {
  std::vector<std::uint64_t> border, ring;

  [[nodiscard]] Bytes bytes() const {
    ByteWriter writer;
    writer.reserve(32 + (border.size() + ring.size()) * 8);
    writer.put(watershed_version);
    writer.put_list(std::span<const std::uint64_t>(border));
    writer.put_list(std::span<const std::uint64_t>(ring));
    return writer.take();
  }
};

struct BorderLabelsView {
  BorderLabelsView(const Bytes& bytes, std::int64_t border_cells, std::int64_t ring_cells) {
    ByteReader reader = watershed_reader(bytes);
    border = reader.view_list<std::uint64_t>();
    ring = reader.view_list<std::uint64_t>();
    require_length(border, border_cells);
    require_length(ring, ring_cells);
  }

  ListView<std::uint64_t> border, ring;
};

}  // namespace preamar::blocks
