#include <preamar/operator.h>

#include "core/error_text.h"
#include "core/require.h"
#include "core/values.h"
#include "operators/checks.h"
#include "skeletons/dense.h"
#include "skeletons/watershed.h"

#include <string>

namespace preamar {
namespace {

constexpr std::string_view op = "watershed";
constexpr std::string_view wall = "replace them, or give nan=\"ignore\" to keep the flood from them";

void require_shape(NamedImage image, NamedImage like) {
  if (image.image.shape() != like.image.shape())
    throw Error(ErrorKind::call, text(op, ": ", image.name, " is ", image.image.shape().text(), " and ", like.name,
                                      " is ", like.image.shape().text(), "; their shape must be the same"));
}

void require_inputs(const ConstImage& image, const ConstImage& markers, const ConstImage& mask) {
  require_rank(op, {"image", image}, 2, 3);
  require_shape({"markers", markers}, {"image", image});
  if (is_floating(markers.dtype()))
    throw Error(ErrorKind::call,
                text(op, ": markers are ", name_of(markers.dtype()), "; labels are of an integer type or bool"));
  if (mask.rank() == 0) return;
  require_shape({"mask", mask}, {"image", image});
  if (mask.dtype() != DType::boolean && mask.dtype() != DType::uint8)
    throw Error(ErrorKind::call, text(op, ": mask is ", name_of(mask.dtype()), "; a mask is of bool or uint8"));
}

}  // namespace

void watershed(const ConstImage& image, const ConstImage& markers, const ConstImage& mask, const Image& out,
               const WatershedOptions& options, const Execution& on) {
  require_inputs(image, markers, mask);
  require_alike(op, {"markers", markers}, {"out", out});
  require_apart(op, {"image", image}, {"out", out});
  if (mask.rank() > 0) require_apart(op, {"mask", mask}, {"out", out});
  require_apart_or_same(op, {"markers", markers}, {"out", out});
  const int connectivity = connectivity_of(op, options.connectivity, 1, image.rank());
  require_within(op, "plateau", options.plateau, -1, INT64_MAX);
  if (options.nan == Nan::refuse) require_numbers(op, {"image", image}, wall, on);
  if (image.shape().count() == 0) return;

  // Ties are broken in raster order, so the axes keep theirs.
  const DenseInput values(on, image), taking_part(on, mask);
  const DenseOutput labels(out);
  if (labels.view().data() != markers.data()) map(on, {.pixel = Pixel::copy}, markers, labels.view());
  watershed(on, {.connectivity = connectivity, .line = options.line, .plateau = options.plateau}, values.view(),
            taking_part.view(), labels.view());
  labels.finish(on);
}

OwnedImage watershed(const ConstImage& image, const ConstImage& markers, const ConstImage& mask,
                     const WatershedOptions& options, const Execution& on) {
  OwnedImage out(markers.type());
  watershed(image, markers, mask, out, options, on);
  return out;
}

namespace {

constexpr Input inputs[] = {
    {"image", "the relief; low ground is flooded first"},
    {"markers", "where the floods begin: a label, or 0"},
    {"mask", "where it is 0, no flood goes; by default it goes everywhere", Presence::optional},
};
constexpr Output outputs[] = {{"labels", "the label whose flood came first; 0 where none did"}};
constexpr std::string_view nan_policies[] = {"refuse", "ignore"};
constexpr Option option_rows[] = {
    {"connectivity", OptionKind::integer, "1", {}, "neighbours: 1 shares a face ... rank shares a corner"},
    {"line", OptionKind::flag, "false", {}, "draw a line of 0 between regions"},
    {"plateau", OptionKind::integer, "none", {}, "count steps inside a plateau up to here; by default all"},
    {"nan", OptionKind::word, "refuse", nan_policies, "a NaN is an error, or outside the mask"},
};

WatershedOptions options_from(const Values& values) {
  return {
      .connectivity = static_cast<int>(value_or<std::int64_t>(values, "connectivity", 0)),
      .line = value_or<bool>(values, "line", false) ? Line::one_pixel : Line::none,
      .plateau = value_or<std::int64_t>(values, "plateau", -1),
      .nan = value_or<std::string>(values, "nan", "refuse") == "ignore" ? Nan::ignore : Nan::refuse,
  };
}

std::vector<ImageType> results(std::span<const ImageType> types, const Values&) {
  const auto view = [&](std::size_t i) {
    return i < types.size() ? ConstImage(nullptr, types[i].dtype, types[i].shape) : ConstImage();
  };
  require_inputs(view(0), view(1), view(2));
  return {types[1]};
}

Found run(std::span<const ConstImage> images, std::span<const Image> outs, const Values& values, const Execution& on) {
  watershed(images[0], images[1], images.size() > 2 ? images[2] : ConstImage(), outs[0], options_from(values), on);
  return {};
}

}  // namespace

extern constinit const Operator watershed_row;
constinit const Operator watershed_row = {
    .name = op,
    .summary = "Divide an image into the catchment basins of markers (watershed)",
    .inputs = inputs,
    .options = option_rows,
    .outputs = outputs,
    .example = "preamar watershed image.tif markers.tif -o labels.tif",
    .results = results,
    .run = run,
};

}  // namespace preamar
