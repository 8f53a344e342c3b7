// Independent blocks: running the operator on a block with its halo gives the pixels of the block.
#include "blocks/families.h"
#include "io/pixels.h"

namespace preamar::blocks {
namespace {

void finish(const Task& task, const Piece& piece, const Bytes&, std::span<const ImageView> outs) {
  const auto& form = std::get<IndependentForm>(task.form->kind);
  if (piece.box == piece.block) return form.run(*task.op, piece, outs);
  std::vector<Image> wide;
  for (const ImageView& out : outs) wide.emplace_back(out.dtype(), piece.box.shape);
  const std::vector<ImageView> views(wide.begin(), wide.end());
  form.run(*task.op, piece, views);
  const Box inner = piece.inner();
  for (std::size_t i = 0; i < outs.size(); ++i)
    io::copy_image(io::crop<ConstImageView>(views[i], inner.origin.data(), inner.shape), outs[i]);
}

constexpr Algorithm independent_algorithm = IndependentKind{.pixels = {.finish = finish, .on_devices = true}};

}  // namespace

const Algorithm& algorithm_of(const IndependentForm&) { return independent_algorithm; }

}  // namespace preamar::blocks
