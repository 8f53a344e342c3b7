#include "operators/checks.h"

#include "core/error_text.h"
#include "primitives/reduce.h"

namespace preamar {
using namespace primitives;

void require_numbers(std::string_view op, NamedImage image, std::string_view remedy, const Execution& on) {
  if (!is_floating(image.image.dtype())) return;
  if (const std::int64_t count = reduce(on, {.summary = Summary::nan_count}, image.image))
    throw Error(ErrorKind::input, text(op, ": ", image.name, " holds ", count, " NaN; ", remedy));
}

void require_pixels(std::string_view op, NamedImage image) {
  if (image.image.shape().count() == 0)
    throw Error(ErrorKind::input, text(op, ": ", image.name, " is ", image.image.shape().text(),
                                       " and has no pixels; give at least one"));
}

void require_labels(std::string_view op, NamedImage labels) {
  require_rank(op, labels, 2, 3);
  if (is_floating(labels.image.dtype()))
    throw Error(ErrorKind::call, text(op, ": ", labels.name, " has dtype ", name_of(labels.image.dtype()),
                                      "; it must be of an integer dtype or bool"));
}

int checked_connectivity(std::string_view op, int connectivity, int rank) {
  require_within(op, "connectivity", connectivity, 1, rank);
  return connectivity;
}

int connectivity_of(std::string_view op, int given, int rank) {
  return checked_connectivity(op, given == 0 ? rank : given, rank);
}

ImageType image_type(std::string_view op, std::span<const ImageType> inputs) {
  require_rank(op, {"image", ConstImageView(nullptr, inputs[0].dtype, inputs[0].shape)}, 2, 3);
  return inputs[0];
}

void require_image_with_out(std::string_view op, ConstImageView image, ImageView out, DType result,
                            const Execution& on) {
  require_usable(op, on, {{"image", image}}, {{"out", out}});
  require_rank(op, {"image", image}, 2, 3);
  if (const ImageType wanted{result, image.shape()}; out.type() != wanted)
    throw Error(ErrorKind::call, text(op, ": out is ", out.shape().text(), " ", name_of(out.dtype()), "; it must be ",
                                      wanted.shape.text(), " ", name_of(result)));
  require_apart(op, {"image", image}, {"out", out});
}

void require_image_and_out(std::string_view op, ConstImageView image, ImageView out, DType result,
                           const Execution& on) {
  require_image_with_out(op, image, out, result, on);
  require_numbers(op, {"image", image}, replace_them, on);
}

}  // namespace preamar
