// Floods over blocks: each block is read twice and written once, whatever the content.
//
// Each block is first flooded without its neighbours. Its summary is the level of each border cell, and the boundary
// forest: at what level water can pass through the block between border cells. Regions are merged until one is left,
// which has no border. On the way down each border cell gets its final level. A flood of the block from these levels
// gives the levels of the whole image.
#include "blocks/flood/local.h"
#include "blocks/flood/merge.h"

namespace preamar::blocks {
namespace {

int rounds(const Task&) { return 1; }

}  // namespace

const Family flood_family = {
    .rounds = rounds,
    .local = local_flood,
    .merge = merge_floods,
    .finish_root = finish_flood_root,
    .split = split_flood,
    .finish = finish_flood,
    .has_local_on_devices = false,
    .merge_bytes = merge_floods_bytes,
};

}  // namespace preamar::blocks
