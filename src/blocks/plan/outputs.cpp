#include "blocks/plan/outputs.h"

#include "core/error_text.h"
#include "core/notation.h"
#include "core/values.h"

#include <algorithm>
#include <set>

namespace preamar::blocks {
namespace {

using Kind = GraphOutput::Kind;

template <class... Words>
[[noreturn]] void refuse(const Call& call, const Words&... words) {
  throw Error(ErrorKind::call, text(call.name(), ": ", words...));
}

TableRows rows_of(const Graph& graph, const GraphOutput& table) {
  return graph.steps[table.image.at()].op->outputs.back().rows;
}

// As many outputs as results, and no file twice.
void require_outputs_of_operator(const Call& call, const Graph& graph) {
  const GraphStep& step = graph.steps[0];
  const std::size_t images = step.operation.results.size();
  const bool has_table = std::ranges::any_of(step.op->outputs, [&](const Output& output) {
    return output.kind == OutputKind::table && (output.with.empty() || value_or(step.options, output.with, false));
  });
  const std::size_t most = images + (has_table ? 1 : 0);
  if (call.outputs.size() < images)
    refuse(call, call.outputs.size(), " outputs are named; ", images, " images are written");
  if (call.outputs.size() > most)
    refuse(call, "output names ", call.outputs.size(), " files; ", most, most == 1 ? " is" : " are", " written");
  std::set<Path> seen;
  for (const CallOutput& output : call.outputs)
    if (const Path* file = file_of(output.to); file && !file->empty() && !seen.insert(*file).second)
      refuse(call, "output names ", file->string(), " twice");
}

// Bool, of the shape of the image, and no other output.
void require_valid_out(const Call& call, const Graph& graph, const WriteOptions& write) {
  const ImageType type{DType::boolean, graph.steps[0].operation.image};
  require_type(call.name(), *call.valid_out, type);
  const Path* const file = file_of(*call.valid_out);
  if (!file) return;
  require_writable(*file, type, write);
  for (const CallOutput& output : call.outputs)
    if (const Path* other = file_of(output.to); other && is_same_file(*file, *other))
      refuse(call, "output and valid_out are both ", file->string(), "; give another name");
}

void require_output_of_operator(const Call& call, const Graph& graph, const GraphOutput& output,
                                const WriteOptions& write) {
  const CallOutput& own = call.outputs[output.index];
  const Path* const file = file_of(own.to);
  if (output.kind != Kind::table) {
    require_type(call.name(), own.to, graph.type_of(output.image));
    if (output.kind == Kind::other && file) require_writable(*file, graph.type_of(output.image), write);
    return;
  }
  if (!file) refuse(call, shown_name(own.to), " is an image; the table is written to a .csv or .parquet file");
  require_table_writable(*file, rows_of(graph, output), own.outlines);
}

// Measurements that the pipeline writes need not exist.
void require_table(const Call& call, const Graph& graph, const GraphOutput& table) {
  const Path& file = *file_of(call.outputs[table.index].to);
  OutlineOptions outlines = call.outputs[table.index].outlines;
  for (const GraphOutput& other : graph.outputs) {
    const Path& own = *file_of(call.outputs[other.index].to);
    if (outlines.measurements.empty() || !is_same_file(own, outlines.measurements)) continue;
    if (own.extension() != ".csv" || &other == &table)
      refuse(call, "measurements of '", file.string(), "' are '", own.string(), "'; give a .csv file");
    outlines.measurements.clear();
  }
  require_table_writable(file, rows_of(graph, table), outlines);
}

bool finds_something(const GraphStep& step) {
  return std::ranges::any_of(step.op->outputs, [](const Output& output) { return output.kind != OutputKind::image; });
}

void require_outputs_of_pipeline(const Call& call, const Graph& graph, bool resume) {
  if (graph.outputs.empty() && !std::ranges::any_of(graph.steps, finds_something))
    refuse(call,
           "there is no result; name an image and its file in outputs, or add a step that finds numbers or a table");
  if (graph.outputs.empty() && resume)
    refuse(call, setting("resume", "true"), " needs an output; a run without one leaves nothing to continue from");
  for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
    const GraphOutput& own = graph.outputs[i];
    const CallOutput& output = call.outputs[own.index];
    const Path& file = *file_of(output.to);
    if (own.kind == Kind::table) require_table(call, graph, own);
    if (own.kind != Kind::table && output.outlines != OutlineOptions{})
      refuse(call, "'", file.string(), "' is an image; measurements and other options of outlines are for .geojson");
    for (std::size_t k = 0; k < i; ++k) {
      const GraphOutput& other = graph.outputs[k];
      const Path& other_file = *file_of(call.outputs[other.index].to);
      const std::string& result = call.outputs[other.index].result;
      if ((own.kind == Kind::table) == (other.kind == Kind::table) && own.image == other.image)
        refuse(call, "'", result, "' is written to '", other_file.string(), "' already; copy the file");
      if (is_same_file(file, other_file))
        refuse(call, "'", file.string(), "' is the file of '", result, "' already; give another name");
    }
    for (const CallInput& input : call.inputs)
      if (is_same_file(file, *file_of(input.image)))
        refuse(call, "'", file.string(), "' is the file of the input '", input.name, "'; give another name");
  }
}

}  // namespace

void require_outputs(const Call& call, const Graph& graph, const BlockSettings& settings) {
  if (!call.op && (settings.valid || settings.valid_out))
    refuse(call, "valid and valid_out are for operators; give the input the name of its mask");
  if (!call.op) return require_outputs_of_pipeline(call, graph, settings.resume);
  require_outputs_of_operator(call, graph);
  if (call.valid_out) require_valid_out(call, graph, settings.write);
  for (const GraphOutput& output : graph.outputs) require_output_of_operator(call, graph, output, settings.write);
}

}  // namespace preamar::blocks
