#include "instances/instances.h"

#include "core/error_text.h"
#include "core/nearest.h"
#include "instances/corridors.h"
#include "instances/fluorescence.h"
#include "instances/photo.h"
#include "instances/published.h"
#include "instances/random.h"
#include "instances/shapes.h"
#include "instances/tissue.h"

#include <algorithm>

namespace preamar {
namespace painters {
namespace {

using Maker = Painter (*)(const Window&);

// A painter with fixed parameters.
template <auto make, auto... parameters>
Painter with(const Window& window) {
  return make(window, parameters...);
}

constexpr Entry one(std::string_view name, int rank, Maker image, std::string_view summary) {
  return {{name, rank, 1, summary}, {image, nullptr}};
}

constexpr Entry pair(std::string_view name, int rank, Maker marker, Maker mask, std::string_view summary) {
  return {{name, rank, 2, summary}, {marker, mask}};
}

constexpr Entry table[] = {
    one("ball3d", 3, ball, "background ball of half the side in the centre"),
    one("big-circle", 2, big_circle, "foreground disk that nearly fills the image"),
    one("blobs", 2, with<blobs, 2>, "blobs some ten pixels wide on about half of the image"),
    one("blobs3d", 3, with<blobs, 3>, "blobs some ten pixels wide on about half of the volume"),
    one("blocks", 2, blocks, "separate squares of 8 pixels, 4 apart"),
    one("blocks3d", 3, blocks, "separate cubes of 8 pixels, 4 apart"),
    one("centre-circle", 2, centre_circle, "background disk of half the side in the centre"),
    one("chess", 2, with<chess, 0>, "chessboard with fields of one pixel"),
    one("chess3d", 3, with<chess, 0>, "chessboard of single voxels"),
    one("chess3d-2", 3, with<chess, 1>, "chessboard of cubes of two voxels"),
    one("circles", 2, circles, "background disks, four by four"),
    one("circles16", 2, circles, "background disks, four by four; the same as circles"),
    one("comb", 2, with<corridor, on_comb, 1>, "teeth one pixel wide, connected by the last row"),
    pair("comb-pair", 2, corridor_start, with<corridor, on_comb, 255>,
         "marker at the tip of the first tooth, and the comb as mask"),
    one("corners", 2, corners, "background square in each corner"),
    one("cross", 2, cross, "background on both diagonals"),
    one("diagonal", 2, diagonal, "background on one diagonal"),
    {{"fluorescence", 2, 2, "synthetic bright nuclei on dark ground, and their int32 true labels"},
     {fluorescence, fluorescence_truth},
     DType::int32},
    one("iwpp-16-circles", 2, iwpp_circles, "background on circles one pixel wide, four by four"),
    one("iwpp-big-circle", 2, iwpp_big_circle, "background on a circle around the middle of the last row"),
    one("iwpp-big-disk", 2, iwpp_big_disk, "background in a disk around the middle of the last row"),
    one("iwpp-central-circle", 2, iwpp_central_circle, "background on a circle of half the side around the centre"),
    pair("iwpp-random-pair", 2, iwpp_random_marker, random_bytes,
         "random as mask, and itself on 34 % of the pixels as marker"),
    one("photo", 2, photo, "generated scene: overlapping ellipses over fractal noise, and sensor noise"),
    one("random", 2, random_bytes, "independent uniform bytes"),
    one("random-10", 2, with<random_binary, 2, 10>, "independent pixels, 10 % set"),
    one("random-50", 2, with<random_binary, 2, 50>, "independent pixels, 50 % set"),
    one("random-90", 2, with<random_binary, 2, 90>, "independent pixels, 90 % set"),
    one("random-bg1", 2, with<random_binary, 2, 99>, "independent pixels, 1 % background"),
    pair("random-pair", 2, random_marker, random_bytes, "random as mask, and a random marker that is nowhere above it"),
    one("random3d-20", 3, with<random_binary, 3, 20>, "independent voxels, 20 % set"),
    one("random3d-50", 3, with<random_binary, 3, 50>, "independent voxels, 50 % set"),
    one("serpentine", 2, with<corridor, on_serpentine, 1>, "corridor up and down the even columns"),
    pair("serpentine-pair", 2, corridor_start, with<corridor, on_serpentine, 255>,
         "marker at the start, and the serpentine as mask"),
    one("snake", 2, with<corridor, on_snake, 1>, "corridor back and forth along the even rows"),
    one("snake3d", 3, snake3d, "snakes on the even planes, connected end to end"),
    one("spiral", 2, with<corridor, on_spiral, 1>, "corridor winding inwards"),
    pair("spiral-pair", 2, corridor_start, with<corridor, on_spiral, 255>,
         "marker at the outer end, and the spiral as mask"),
    one("spiral3d", 3, spiral3d, "spirals on the even planes, connected end to end"),
    one("tissue", 2, with<tissue, 2, 100>, "synthetic bright-field tissue on the whole area; the same as tissue-100"),
    one("tissue-100", 2, with<tissue, 2, 100>, "synthetic bright-field tissue on the whole area"),
    pair("tissue-100-border", 2, with<tissue_border, 2, 100>, with<tissue, 2, 100>,
         "marker on the border, and tissue-100 as mask"),
    pair("tissue-100-h", 2, with<tissue_lowered, 2, 100>, with<tissue, 2, 100>,
         "tissue-100 minus 40 as marker, and itself as mask"),
    one("tissue-25", 2, with<tissue, 2, 25>, "tissue on 25 % of the area, constant elsewhere"),
    pair("tissue-25-border", 2, with<tissue_border, 2, 25>, with<tissue, 2, 25>,
         "marker on the border, and tissue-25 as mask"),
    pair("tissue-25-h", 2, with<tissue_lowered, 2, 25>, with<tissue, 2, 25>,
         "tissue-25 minus 40 as marker, and itself as mask"),
    one("tissue-50", 2, with<tissue, 2, 50>, "tissue on 50 % of the area, constant elsewhere"),
    pair("tissue-50-border", 2, with<tissue_border, 2, 50>, with<tissue, 2, 50>,
         "marker on the border, and tissue-50 as mask"),
    pair("tissue-50-h", 2, with<tissue_lowered, 2, 50>, with<tissue, 2, 50>,
         "tissue-50 minus 40 as marker, and itself as mask"),
    one("tissue-75", 2, with<tissue, 2, 75>, "tissue on 75 % of the area, constant elsewhere"),
    pair("tissue-75-border", 2, with<tissue_border, 2, 75>, with<tissue, 2, 75>,
         "marker on the border, and tissue-75 as mask"),
    pair("tissue-75-h", 2, with<tissue_lowered, 2, 75>, with<tissue, 2, 75>,
         "tissue-75 minus 40 as marker, and itself as mask"),
    one("tissue-bin", 2, with<tissue_below, 2, 140>, "tissue darker than 140: nuclei"),
    {{"tissue-seeds", 2, 2, "gradient of tissue, and int32 seeds numbered from 1"},
     {tissue_gradient, tissue_seeds},
     DType::int32},
    one("tissue3d", 3, with<tissue, 3, 100>, "volume of synthetic tissue"),
    one("tissue3d-bin", 3, with<tissue_below, 3, 130>, "tissue3d darker than 130"),
    pair("tissue3d-border", 3, with<tissue_border, 3, 100>, with<tissue, 3, 100>,
         "marker on the border, and tissue3d as mask"),
    pair("tissue3d-h", 3, with<tissue_lowered, 3, 100>, with<tissue, 3, 100>,
         "tissue3d minus 40 as marker, and itself as mask"),
    {{"tissue3d-seeds", 3, 2, "tissue3d, and int32 seeds numbered from 1"},
     {with<tissue, 3, 100>, tissue3d_seeds},
     DType::int32},
    one("tomography-blocks", 3, tomography_blocks, "separate cuboids, as high as the volume"),
    one("tomography-spiral", 3, with<corridor, on_spiral, 1>, "spiral wall one voxel wide, as high as the volume"),
};

constexpr auto name_of_entry = [](const Entry& entry) { return entry.shown.name; };
static_assert(std::ranges::is_sorted(table, {}, name_of_entry));

constexpr auto shown = [] {
  std::array<Instance, std::size(table)> list{};
  std::ranges::transform(table, list.begin(), &Entry::shown);
  return list;
}();

}  // namespace

const Entry& entry_named(std::string_view name) {
  const auto found = std::ranges::find(table, name, name_of_entry);
  if (found != std::end(table)) return *found;
  throw Error(ErrorKind::call, text("generate: instance '", name, "' is unknown; ",
                                    nearest_text(name, table, "instances() lists all", name_of_entry)));
}

}  // namespace painters

std::span<const Instance> instances() noexcept { return painters::shown; }

}  // namespace preamar
