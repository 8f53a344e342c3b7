#include "primitives/outlines.h"

#include "backends/reference/backend.h"
#include "core/dispatch.h"
#include "core/rows.h"
#include "primitives/label_sums.h"
#include "primitives/outline_chains.h"

#include <map>
#include <set>

namespace preamar::reference {
using namespace primitives;
namespace {

struct Next {
  OutlineEdge edge;
  Turn turn;
};

// The edges of one label, each with the one after it.
using LabelEdges = std::map<OutlineEdge, Next>;

template <class T>
class PaddedLabels {
 public:
  explicit PaddedLabels(ConstImageView image) : image_(image) {}
  [[nodiscard]] T at(std::int64_t y, std::int64_t x) const {
    if (y < 0 || x < 0 || y >= image_.shape()[0] || x >= image_.shape()[1]) return 0;
    return reinterpret_cast<const T*>(row(image_, y))[x];
  }

 private:
  ConstImageView image_;
};

// The turn after the edge in direction `d` of the cell (y, x).
template <class T>
Turn turn_after(const PaddedLabels<T>& labels, std::int64_t y, std::int64_t x, Direction d) {
  const T own = labels.at(y, x);
  const auto left = static_cast<Direction>((d + 3) & 3);
  const bool ahead = labels.at(y + step_y[d], x + step_x[d]) == own;
  const bool beside = labels.at(y + step_y[d] + step_y[left], x + step_x[d] + step_x[left]) == own;
  if (ahead) return beside ? Turn::left : Turn::none;
  return beside ? Turn::right_at_contact : Turn::right;
}

template <class T>
std::map<std::uint64_t, LabelEdges> label_edges(const OutlinesSpec& spec, ConstImageView image) {
  const PaddedLabels<T> labels(image);
  std::map<std::uint64_t, LabelEdges> all;
  for (std::int64_t y = spec.counted.begin(0); y < spec.counted.end(0); ++y)
    for (std::int64_t x = spec.counted.begin(1); x < spec.counted.end(1); ++x)
      for (Direction d = 0; d < 4 && labels.at(y, x) != 0; ++d) {
        const auto left = static_cast<Direction>((d + 3) & 3);
        if (labels.at(y + step_y[left], x + step_x[left]) == labels.at(y, x)) continue;
        // The corner at which the edge begins.
        const OutlineEdge edge{spec.origin[0] + y + (d == 2 || d == 3), spec.origin[1] + x + (d == 1 || d == 2), d};
        const Turn turn = turn_after(labels, y, x, d);
        all[label_key(labels.at(y, x))][edge] = {{edge.y + step_y[d], edge.x + step_x[d], turned(d, turn)}, turn};
      }
  return all;
}

struct Chain {
  OutlineEdge end;
  OutlineRuns runs;
};

std::map<OutlineEdge, Chain> chains_of(LabelEdges edges) {
  std::set<OutlineEdge> continuations;
  for (const auto& [edge, next] : edges) continuations.insert(next.edge);
  std::map<OutlineEdge, Chain> chains;
  const auto follow = [&](const OutlineEdge& begin) {
    Chain& chain = chains[begin];
    chain.end = begin;
    for (auto found = edges.find(begin); found != edges.end(); found = edges.find(chain.end)) {
      chain.runs.add({1, found->second.turn});
      chain.end = found->second.edge;
      edges.erase(found);
    }
  };
  std::vector<OutlineEdge> begins;
  for (const auto& [edge, next] : edges)
    if (!continuations.contains(edge)) begins.push_back(edge);
  for (const OutlineEdge& begin : begins) follow(begin);
  while (!edges.empty()) follow(OutlineEdge(edges.begin()->first));
  return chains;
}

}  // namespace

void outlines(const Execution&, const OutlinesSpec& spec, ConstImageView labels,
              const std::function<void(Bytes)>& give) {
  const auto all =
      with_type(labels.dtype(), [&]<class T>(std::type_identity<T>) -> std::map<std::uint64_t, LabelEdges> {
        if constexpr (std::is_integral_v<T>) return label_edges<T>(spec, labels);
        return {};
      });
  std::size_t most_bytes = 0;
  for (const auto& [label, edges] : all) most_bytes += edges.size() * (chain_head_bytes + 1);
  LabelRowsWriter rows(all.size(), most_bytes);
  for (const auto& [label, edges] : all) {
    for (const auto& [begin, chain] : chains_of(edges)) append_chain({begin, chain.end, chain.runs.bytes()}, rows);
    rows.end_row(label);
  }
  give(rows.take());
}

}  // namespace preamar::reference
