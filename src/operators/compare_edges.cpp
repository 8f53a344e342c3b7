#include <preamar/compare_edges.h>
#include <preamar/operator.h>

#include "core/error_text.h"
#include "operators/checks.h"
#include "primitives/dense.h"
#include "primitives/reduce.h"

#include <algorithm>

namespace preamar {
using namespace primitives;
namespace {

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

}  // namespace

EdgeAgreement compare_edges(ConstImageView found, ConstImageView expected, const Execution& on) {
  require_usable(op, on, {{"found", found}, {"expected", expected}});
  require_images(found, expected);
  const WorkImage found_edges = edges_of(found, on), expected_edges = edges_of(expected, on);
  const std::int64_t found_count = count_of(found_edges, on), expected_count = count_of(expected_edges, on);
  const std::int64_t most = std::max(found_count, expected_count);
  if (most == 0) return {};
  map(on, {.pixel = Pixel::differs}, found_edges, expected_edges, found_edges);
  // A pixel that differs is an edge in one image only; the edges in both images are counted twice.
  const std::int64_t both = (found_count + expected_count - count_of(found_edges, on)) / 2;
  const auto part = [most](std::int64_t count) { return static_cast<double>(count) / static_cast<double>(most); };
  return {.pco = part(both), .pnd = part(expected_count - both), .pfa = part(found_count - both)};
}

namespace {

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

Results run(std::span<const ConstImageView> images, std::span<const ImageView>, const Values&, const Execution& on) {
  const EdgeAgreement found = compare_edges(images[0], images[1], on);
  return {.numbers = {{"pco", found.pco}, {"pnd", found.pnd}, {"pfa", found.pfa}}, .table = {}};
}

}  // namespace

extern constinit const Operator compare_edges_row;
constinit const Operator compare_edges_row = {
    .name = op,
    .summary = "Compare detected edges with the expected ones",
    .task = Task::filters,
    .inputs = inputs,
    .options = {},
    .outputs = outputs,
    .example = "preamar compare_edges found.tif expected.tif",
    .results = results,
    .run = run,
};

}  // namespace preamar
