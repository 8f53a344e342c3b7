#include "blocks/pipeline/outputs.h"

#include "core/error_text.h"
#include "core/notation.h"

#include <algorithm>

namespace preamar::blocks {
namespace {

template <class... Words>
[[noreturn]] void refuse_outputs(const Words&... words) {
  throw Error(ErrorKind::call, text("pipeline: ", words...));
}

// Measurements that the pipeline writes need not exist.
void require_table(const Graph& graph, const GraphOutput& table) {
  OutlineOptions outlines = table.outlines;
  for (const GraphOutput& other : graph.outputs)
    if (!outlines.measurements.empty() && is_same_file(other.file, outlines.measurements)) {
      if (other.file.extension() != ".csv" || &other == &table)
        refuse_outputs("measurements of '", table.file.string(), "' are '", other.file.string(), "'; give a .csv file");
      outlines.measurements.clear();
    }
  require_table_writable(table.file, graph.steps[table.image.at()].op->outputs.back().rows, outlines);
}

bool finds_something(const GraphStep& step) {
  return std::ranges::any_of(step.op->outputs, [](const Output& output) { return output.kind != OutputKind::image; });
}

}  // namespace

void require_outputs(const Pipeline& pipeline, const Graph& graph, bool resume) {
  if (graph.outputs.empty() && !std::ranges::any_of(graph.steps, finds_something))
    refuse_outputs(
        "there is no result; name an image and its file in outputs, or add a step that finds numbers or a table");
  if (graph.outputs.empty() && resume)
    refuse_outputs(setting("resume", "true"), " needs an output; a run without one leaves nothing to continue from");
  for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
    const GraphOutput& own = graph.outputs[i];
    if (own.is_table) require_table(graph, own);
    if (!own.is_table && pipeline.outputs[i].outlines != OutlineOptions{})
      refuse_outputs("'", own.file.string(),
                     "' is an image; measurements and other options of outlines are for .geojson");
    for (std::size_t k = 0; k < i; ++k) {
      const GraphOutput& other = graph.outputs[k];
      const std::string& result = pipeline.outputs[k].result;
      if (own.is_table == other.is_table && own.image == other.image)
        refuse_outputs("'", result, "' is written to '", other.file.string(), "' already; copy the file");
      if (is_same_file(own.file, other.file))
        refuse_outputs("'", own.file.string(), "' is the file of '", result, "' already; give another name");
    }
    for (const PipelineInput& input : pipeline.inputs)
      if (is_same_file(own.file, input.file))
        refuse_outputs("'", own.file.string(), "' is the file of the input '", input.name, "'; give another name");
  }
}

}  // namespace preamar::blocks
