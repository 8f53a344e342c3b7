// Floods over blocks: two reads and one write of each block, whatever the content.
//
// A block is flooded alone and hands up how high water stands along its border and how high it may come through the
// block from one border cell to another. Regions are merged until one is left, which has no border; on the way back
// each border cell learns its final level, and a block flooded from there has the level of the whole image.
#include "blocks/flood/local.h"
#include "blocks/flood/merge.h"

namespace preamar::blocks {
namespace {

int rounds(const Task&) { return 1; }

}  // namespace

const Family flood_family = {
    .rounds = rounds,
    .local = flood_alone,
    .merge = merge_floods,
    .crown = crown_flood,
    .split = split_flood,
    .finish = flood_from_border,
    .has_local_on_devices = false,
    .merge_bytes = merge_floods_bytes,
};

}  // namespace preamar::blocks
