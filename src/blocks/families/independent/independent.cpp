// Independent blocks: running the operator on a block with its halo gives the pixels of the block.
#include "blocks/families/families.h"
#include "io/pixels.h"

namespace preamar::blocks {
namespace {

void finish(const Operation& operation, const BlockView& view, const Bytes&, std::span<const ImageView> outs) {
  const auto& form = std::get<IndependentForm>(operation.form->kind);
  if (view.box == view.block) return form.run(*operation.op, view, outs);
  std::vector<Image> wide;
  for (const ImageView& out : outs) wide.emplace_back(out.dtype(), view.box.shape);
  const std::vector<ImageView> views(wide.begin(), wide.end());
  form.run(*operation.op, view, views);
  const Box inner = view.inner();
  for (std::size_t i = 0; i < outs.size(); ++i)
    io::copy_image(io::crop<ConstImageView>(views[i], inner.origin.data(), inner.shape), outs[i]);
}

constexpr Algorithm independent_algorithm = IndependentKind{.pixels = {.finish = finish, .on_devices = true}};

}  // namespace

const Algorithm& algorithm_of(const IndependentForm&) { return independent_algorithm; }

}  // namespace preamar::blocks
