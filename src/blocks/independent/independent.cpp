// Independent blocks: running the operator on a block with its halo gives the pixels of the block.
#include "blocks/families.h"
#include "io/pixels.h"

namespace preamar::blocks {
namespace {

void run_on_box(const Task& task, const Piece& piece, std::span<const ImageView> outs) {
  if (const auto& form = std::get<IndependentForm>(task.form->kind); form.run)
    form.run(piece, outs);
  else
    (void)run_operator(*task.op, piece.inputs, outs, piece.options, piece.on);
}

void finish(const Task& task, const Piece& piece, const Bytes&, std::span<const ImageView> outs) {
  if (piece.box == piece.block) return run_on_box(task, piece, outs);
  std::vector<Image> wide;
  for (const ImageView& out : outs) wide.emplace_back(out.dtype(), piece.box.shape);
  const std::vector<ImageView> views(wide.begin(), wide.end());
  run_on_box(task, piece, views);
  const Box inner = piece.inner();
  for (std::size_t i = 0; i < outs.size(); ++i)
    io::copy_image(io::crop<ConstImageView>(views[i], inner.origin.data(), inner.shape), outs[i]);
}

constexpr Algorithm independent_algorithm = IndependentKind{.pixels = {.finish = finish, .on_devices = true}};

}  // namespace

const Algorithm& algorithm_of(const IndependentForm&) { return independent_algorithm; }

}  // namespace preamar::blocks
