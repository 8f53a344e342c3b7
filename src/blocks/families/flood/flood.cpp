// Floods over blocks: each block is read twice and written once, whatever the content.
//
// Each block is first flooded without its neighbours. Its summary is the level of each border cell, and the boundary
// forest: at what level water can pass through the block between border cells. Regions are merged until one is left,
// which has no border. On the way down each border cell gets its final level. A flood of the block from these levels
// gives the levels of the whole image.
#include "blocks/families/families.h"
#include "blocks/families/flood/local.h"
#include "blocks/families/flood/merge.h"

namespace preamar::blocks {
namespace {

constexpr Algorithm flood_algorithm = TreeKind{
    .local = local_flood,
    .local_on_devices = false,
    .steps = {.merge = merge_floods,
              .finish_root = finish_flood_root,
              .split = split_flood,
              .merge_bytes = merge_floods_bytes},
    .pixels = {.finish = finish_flood, .on_devices = true},
    .cost = {.summary = 20, .pixels = 20},
};

}  // namespace

const Algorithm& algorithm_of(const FloodForm&) { return flood_algorithm; }

}  // namespace preamar::blocks
