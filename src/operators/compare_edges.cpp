#include <preamar/compare_edges.h>
#include <preamar/operator.h>

#include "core/error_text.h"
#include "operators/checks.h"
#include "operators/row.h"
#include "primitives/block_form.h"
#include "primitives/dense.h"
#include "primitives/reduce.h"

#include <algorithm>
#include <utility>

namespace preamar {
using namespace primitives;
namespace compare_edges_operator {

constexpr std::string_view op = "compare_edges";

void require_images(ConstImageView found, ConstImageView expected) {
  for (const NamedImage& edges : {NamedImage{"found", found}, NamedImage{"expected", expected}}) {
    require_rank(op, edges, 2, 3);
    if (is_floating(edges.image.dtype()))
      throw Error(ErrorKind::call, text(op, ": ", edges.name, " has dtype ", name_of(edges.image.dtype()),
                                        "; give bool or integers, such as image != 0"));
  }
  if (found.shape() != expected.shape())
    throw Error(ErrorKind::call, text(op, ": found has shape ", found.shape().text(), " and expected ",
                                      expected.shape().text(), "; their shape must be the same"));
}

// True at the non-zero pixels of an image.
WorkImage edges_of(ConstImageView image, const Execution& on) {
  const DenseInput dense(on, image);
  WorkImage edges(on, {DType::boolean, image.shape()});
  map(on, {.pixel = Pixel::nonzero}, dense.view(), edges);
  return edges;
}

std::int64_t count_of(ConstImageView edges, const Execution& on) {
  return reduce(on, {.summary = Summary::nonzero_count}, edges);
}

// Numbers of edge pixels.
struct EdgeCounts {
  std::int64_t found = 0, expected = 0, both = 0;
};

EdgeCounts counts_of(ConstImageView found, ConstImageView expected, const Execution& on) {
  const WorkImage found_edges = edges_of(found, on), expected_edges = edges_of(expected, on);
  EdgeCounts counts{.found = count_of(found_edges, on), .expected = count_of(expected_edges, on)};
  if (counts.found == 0 || counts.expected == 0) return counts;
  map(on, {.pixel = Pixel::differs}, found_edges, expected_edges, found_edges);
  // A pixel that differs is an edge in one image only; the edges in both images are counted twice.
  counts.both = (counts.found + counts.expected - count_of(found_edges, on)) / 2;
  return counts;
}

EdgeAgreement agreement_of(const EdgeCounts& counts) {
  const std::int64_t most = std::max(counts.found, counts.expected);
  if (most == 0) return {};
  const auto part = [most](std::int64_t count) { return static_cast<double>(count) / static_cast<double>(most); };
  return {
      .pco = part(counts.both), .pnd = part(counts.expected - counts.both), .pfa = part(counts.found - counts.both)};
}

}  // namespace compare_edges_operator

EdgeAgreement compare_edges(ConstImageView found, ConstImageView expected, const Execution& on) {
  using namespace compare_edges_operator;
  require_usable(op, on, {{"found", found}, {"expected", expected}});
  require_images(found, expected);
  return agreement_of(counts_of(found, expected, on));
}

namespace compare_edges_operator {

constexpr Input inputs[] = {{"found", "detected edges: non-zero pixels"},
                            {"expected", "ground truth: non-zero pixels"}};
constexpr Output outputs[] = {
    {"pco", "correct: edge pixels in both images, as a fraction of the larger count", OutputKind::real},
    {"pnd", "missed: edge pixels in expected only, as a fraction", OutputKind::real},
    {"pfa", "false alarms: edge pixels in found only, as a fraction", OutputKind::real},
};

std::vector<ImageType> results(std::span<const ImageType> types, const Values&) {
  require_images({nullptr, types[0].dtype, types[0].shape}, {nullptr, types[1].dtype, types[1].shape});
  return {};
}

Results results_of(const EdgeAgreement& found) {
  return {.numbers = {{"pco", found.pco}, {"pnd", found.pnd}, {"pfa", found.pfa}}, .table = {}};
}

Results run(std::span<const ConstImageView> images, std::span<const ImageView>, const Values&, const Execution& on) {
  return results_of(compare_edges(images[0], images[1], on));
}

Bytes to_bytes(const EdgeCounts& counts) {
  ByteWriter writer;
  writer.put(counts);
  return writer.take();
}

EdgeCounts edge_counts_in(const Bytes& bytes) { return ByteReader(bytes).get<EdgeCounts>(); }

void local(const BlockView& view, int, const Bytes&, const std::function<void(Bytes)>& give) {
  give(to_bytes(counts_of(view.inputs[0], view.inputs[1], view.on)));
}

EdgeCounts sum(const Bytes& left, const Bytes& right) {
  const EdgeCounts a = edge_counts_in(left), b = edge_counts_in(right);
  return {.found = a.found + b.found, .expected = a.expected + b.expected, .both = a.both + b.both};
}

constexpr SummaryForm summary = {
    .rounds = [](std::span<const ImageType>, const Values&) { return 1; },
    .local = local,
    .merge =
        [](int, Bytes left, Bytes right, const Values&) {
          const Bytes a = std::move(left), b = std::move(right);
          return to_bytes(sum(a, b));
        },
    .conclude = [](const Bytes& known, std::span<const ImageType>, const Values&,
                   std::span<const ImageView>) { return results_of(agreement_of(edge_counts_in(known))); },
};

// The edges of both images.
constexpr BlockForm form = {.kind = summary, .scratch = [](std::span<const ImageType>, const Values&) { return 2.0; }};

extern constinit const Operator compare_edges_row;
constinit const Operator compare_edges_row = {
    .name = op,
    .summary = "Compare detected edges with the expected ones",
    .topic = Topic::filters,
    .inputs = inputs,
    .options = {},
    .outputs = outputs,
    .example = "preamar compare_edges found.tif expected.tif",
    .results = results,
    .run = run,
    .blocks = always<form>,
};

}  // namespace compare_edges_operator

}  // namespace preamar
