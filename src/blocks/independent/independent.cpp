// Independent blocks: running the operator on a block with its halo gives the pixels of the block.
#include "blocks/family.h"
#include "io/pixels.h"

namespace preamar::blocks {
namespace {

int rounds(const Task&) { return 0; }

void finish(const Task& task, const Piece& piece, const Bytes&, std::span<const ImageView> outs) {
  if (piece.box == piece.block) {
    (void)run_operator(*task.op, piece.inputs, outs, piece.options, piece.on);
    return;
  }
  std::vector<Image> wide;
  for (const ImageView& out : outs) wide.emplace_back(out.dtype(), piece.box.shape);
  const std::vector<ImageView> views(wide.begin(), wide.end());
  (void)run_operator(*task.op, piece.inputs, views, piece.options, piece.on);
  const Box inner = piece.inner();
  for (std::size_t i = 0; i < outs.size(); ++i)
    io::copy_image(io::crop<ConstImageView>(views[i], inner.origin.data(), inner.shape), outs[i]);
}

}  // namespace

const Family independent_family = {.rounds = rounds, .finish = finish};

}  // namespace preamar::blocks
