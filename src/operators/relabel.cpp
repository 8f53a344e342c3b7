#include <preamar/operator.h>
#include <preamar/relabel.h>

#include "core/dispatch.h"
#include "core/error_text.h"
#include "operators/checks.h"
#include "operators/label_groups.h"
#include "operators/row.h"
#include "primitives/block_form.h"
#include "primitives/dense.h"
#include "primitives/label_sums.h"
#include "primitives/renumber.h"

#include <limits>

namespace preamar {
using namespace primitives;
namespace relabel_operator {

constexpr std::string_view op = "relabel";

void require_count_fits(DType dtype, std::int64_t count) {
  const auto most = with_type(dtype, []<class T>(std::type_identity<T>) -> std::uint64_t {
    if constexpr (std::is_integral_v<T>) return static_cast<std::uint64_t>(std::numeric_limits<T>::max());
    return 0;
  });
  if (static_cast<std::uint64_t>(count) > most)
    throw Error(ErrorKind::input, text(op, ": labels holds ", count, " labels, which do not fit ", name_of(dtype),
                                       " when numbered from 1; convert labels to a wider dtype"));
}

}  // namespace relabel_operator

std::int64_t relabel(ConstImageView labels, ImageView out, const Execution& on) {
  using namespace relabel_operator;
  require_usable(op, on, {{"labels", labels}}, {{"out", out}});
  require_labels(op, {"labels", labels});
  require_alike(op, {"labels", labels}, {"out", out});
  require_apart_or_same(op, {"labels", labels}, {"out", out});
  const DenseInput dense(on, labels);
  const DenseOutput result(out);
  const LabelSums tallies = label_sums(on, {}, dense.view(), {});
  const std::int64_t count = tallies.labels.count();
  require_count_fits(labels.dtype(), count);
  renumber(on, {tallies.labels.data(), static_cast<std::size_t>(count)}, dense.view(), result.view());
  result.finish(on);
  return count;
}

Relabelled relabel(ConstImageView labels, const Execution& on) {
  Relabelled result{Image(labels.type()), 0};
  result.count = relabel(labels, result.labels, on);
  return result;
}

namespace relabel_operator {

constexpr Input inputs[] = {{"labels", "label image of integers; 0 is background"}};
constexpr Output outputs[] = {
    {"labels", "labels 1 to count, in ascending order of the old labels"},
    {"count", "number of labels", OutputKind::number},
};

std::vector<ImageType> results(std::span<const ImageType> types, const Values&) {
  require_labels(op, {"labels", ConstImageView(nullptr, types[0].dtype, types[0].shape)});
  return {types[0]};
}

Results run(std::span<const ConstImageView> images, std::span<const ImageView> outs, const Values&,
            const Execution& on) {
  return {.numbers = {{"count", relabel(images[0], outs[0], on)}}, .table = {}};
}

void block_labels(const BlockView& view, const std::function<void(std::span<const std::uint64_t>)>& give) {
  for_label_groups(view.on, {}, view.inputs[0], {}, [&](const LabelSums& group) {
    give({group.labels.data(), static_cast<std::size_t>(group.labels.count())});
  });
}

constexpr std::int64_t row_bytes = sizeof(std::uint64_t) + sizeof(CellSums);

double worker_scratch(std::span<const ImageType>, const Values&, const Shape& box) {
  return label_groups_scratch(row_bytes, box);
}

constexpr BlockForm form = {
    .kind = RenumberForm{.labels = block_labels, .require_fits = require_count_fits, .label_bytes = 3 * row_bytes},
    .worker_scratch = worker_scratch};

extern constinit const Operator relabel_row;
constinit const Operator relabel_row = {
    .name = op,
    .summary = "Renumber labels from 1 without gaps",
    .topic = Topic::objects,
    .inputs = inputs,
    .options = {},
    .outputs = outputs,
    .example = "preamar relabel labels.tif -o out.tif",
    .results = results,
    .run = run,
    .blocks = always<form>,
};

}  // namespace relabel_operator

}  // namespace preamar
