#include "primitives/watershed.h"

#include "backends/reference/backend.h"
#include "backends/reference/watershed_graph.h"

namespace preamar::reference {

// Kruskal's algorithm.
void watershed(const Execution& on, const WatershedSpec& spec, ConstImageView image,
               const std::optional<ConstImageView>& mask, ImageView labels) {
  WatershedGraph graph(on, spec, image, mask, labels);
  graph.count_steps();
  std::vector<std::int64_t> roots;
  for (std::int64_t c = 0; c < graph.cells(); ++c) roots.push_back(graph.marker(c) ? c : RootedTrees::no_root);
  RootedTrees trees(roots);
  for (const auto& edge : graph.edges()) trees.join(edge.p, edge.q);
  const auto label = [&](std::int64_t cell) {
    const std::int64_t root = trees.root(cell);
    return root == RootedTrees::no_root ? 0 : graph.marker(root);
  };
  for (std::int64_t c = 0; c < graph.cells(); ++c)
    write_label(labels, c, spec.line && graph.is_on_line(c, label) ? 0 : label(c));
}

}  // namespace preamar::reference
