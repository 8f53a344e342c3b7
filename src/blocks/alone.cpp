// Blocks that do not need each other: the operator of a block and its halo is right inside the block.
#include "blocks/family.h"

#include "io/pixels.h"

namespace preamar::blocks {
namespace {

int rounds(const Task&) { return 0; }

void finish(const Task& task, const Piece& piece, const Bytes&, std::span<const Image> outs) {
  if (piece.box == piece.block) {
    (void)run_operator(*task.op, piece.inputs, outs, piece.options, piece.on);
    return;
  }
  std::vector<OwnedImage> wide;
  for (const Image& out : outs) wide.emplace_back(out.dtype(), piece.box.shape);
  const std::vector<Image> views(wide.begin(), wide.end());
  (void)run_operator(*task.op, piece.inputs, views, piece.options, piece.on);
  const Box inner = piece.inner();
  for (std::size_t i = 0; i < outs.size(); ++i)
    copy_image(crop<ConstImage>(views[i], inner.origin.data(), inner.shape), outs[i]);
}

}  // namespace

const Family alone_family = {.rounds = rounds, .finish = finish};

}  // namespace preamar::blocks
