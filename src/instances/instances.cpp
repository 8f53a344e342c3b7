#include "instances/instances.h"

#include "core/error_text.h"
#include "core/nearest.h"
#include "instances/corridors.h"
#include "instances/photo.h"
#include "instances/random.h"
#include "instances/shapes.h"
#include "instances/tissue.h"

#include <algorithm>

namespace preamar {
namespace painters {
namespace {

using W = const Window&;
using Maker = Painter (*)(W);

constexpr Entry one(std::string_view name, int rank, Maker image, std::string_view summary) {
  return {{name, rank, 1, summary}, {image, nullptr}};
}

constexpr Entry pair(std::string_view name, int rank, Maker marker, Maker mask, std::string_view summary) {
  return {{name, rank, 2, summary}, {marker, mask}};
}

template <int percent>
constexpr Entry tissue_plain(std::string_view name, std::string_view summary) {
  return one(
      name, 2, [](W w) { return tissue(w, 2, percent); }, summary);
}

template <int percent>
constexpr Entry tissue_h(std::string_view name, std::string_view summary) {
  return pair(
      name, 2, [](W w) { return tissue_lowered(w, 2, percent); }, tissue_plain<percent>("", "").images[0], summary);
}

template <int percent>
constexpr Entry tissue_edge(std::string_view name, std::string_view summary) {
  return pair(
      name, 2, [](W w) { return tissue_border(w, 2, percent); }, tissue_plain<percent>("", "").images[0], summary);
}

template <Corridor on>
constexpr Entry flooded(std::string_view name, std::string_view summary) {
  return pair(
      name, 2, corridor_start, [](W w) { return corridor(w, on, 255); }, summary);
}

constexpr Maker tissue_volume = [](W w) { return tissue(w, 3, 100); };

constexpr Entry table[] = {
    one("ball3d", 3, ball, "background ball of half the side in the centre"),
    one("big-circle", 2, big_circle, "foreground disk that nearly fills the image"),
    one(
        "blobs", 2, [](W w) { return blobs(w, 2); }, "blobs some ten pixels wide on about half of the image"),
    one(
        "blobs3d", 3, [](W w) { return blobs(w, 3); }, "blobs some ten pixels wide on about half of the volume"),
    one("blocks", 2, blocks, "separate squares of 8 pixels, 4 apart"),
    one("blocks3d", 3, blocks, "separate cubes of 8 pixels, 4 apart"),
    one("centre-circle", 2, centre_circle, "background disk of half the side in the centre"),
    one(
        "chess", 2, [](W w) { return chess(w, 0); }, "chessboard with fields of one pixel"),
    one(
        "chess3d", 3, [](W w) { return chess(w, 0); }, "chessboard of single voxels"),
    one(
        "chess3d-2", 3, [](W w) { return chess(w, 1); }, "chessboard of cubes of two voxels"),
    one("circles", 2, circles, "background disks, four by four"),
    one("circles16", 2, circles, "background disks, four by four; the same as circles"),
    one(
        "comb", 2, [](W w) { return corridor(w, on_comb); }, "teeth one pixel wide, joined by the last row"),
    flooded<on_comb>("comb-pair", "marker at the tip of the first tooth, and the comb as mask"),
    one("corners", 2, corners, "background square in each corner"),
    one("cross", 2, cross, "background on both diagonals"),
    one("diagonal", 2, diagonal, "background on one diagonal"),
    one("photo", 2, photo, "like a photograph: leaves over fractal noise, and sensor noise"),
    one("random", 2, random_bytes, "independent uniform bytes"),
    one(
        "random-10", 2, [](W w) { return random_binary(w, 2, 10); }, "independent pixels, 10 in 100 set"),
    one(
        "random-50", 2, [](W w) { return random_binary(w, 2, 50); }, "independent pixels, 50 in 100 set"),
    one(
        "random-90", 2, [](W w) { return random_binary(w, 2, 90); }, "independent pixels, 90 in 100 set"),
    one(
        "random-bg1", 2, [](W w) { return random_binary(w, 2, 99); }, "independent pixels, 1 in 100 background"),
    pair("random-pair", 2, random_marker, random_bytes, "random as mask, and a marker of bytes below it"),
    one(
        "random3d-20", 3, [](W w) { return random_binary(w, 3, 20); }, "independent voxels, 20 in 100 set"),
    one(
        "random3d-50", 3, [](W w) { return random_binary(w, 3, 50); }, "independent voxels, 50 in 100 set"),
    one(
        "serpentine", 2, [](W w) { return corridor(w, on_serpentine); }, "corridor up and down the even columns"),
    flooded<on_serpentine>("serpentine-pair", "marker at the start, and the serpentine as mask"),
    one(
        "snake", 2, [](W w) { return corridor(w, on_snake); }, "corridor to and fro on the even rows"),
    one("snake3d", 3, snake3d, "snakes on the even planes, joined end to end"),
    one(
        "spiral", 2, [](W w) { return corridor(w, on_spiral); }, "corridor winding inwards"),
    flooded<on_spiral>("spiral-pair", "marker at the outer end, and the spiral as mask"),
    one("spiral3d", 3, spiral3d, "spirals on the even planes, joined end to end"),
    tissue_plain<100>("tissue", "bright-field tissue all over; the same as tissue-100"),
    tissue_plain<100>("tissue-100", "bright-field tissue all over"),
    tissue_edge<100>("tissue-100-border", "marker on the border, and tissue-100 as mask"),
    tissue_h<100>("tissue-100-h", "tissue-100 less 40 as marker, and itself as mask"),
    tissue_plain<25>("tissue-25", "tissue on 25 in 100 of the area, constant elsewhere"),
    tissue_edge<25>("tissue-25-border", "marker on the border, and tissue-25 as mask"),
    tissue_h<25>("tissue-25-h", "tissue-25 less 40 as marker, and itself as mask"),
    tissue_plain<50>("tissue-50", "tissue on 50 in 100 of the area, constant elsewhere"),
    tissue_edge<50>("tissue-50-border", "marker on the border, and tissue-50 as mask"),
    tissue_h<50>("tissue-50-h", "tissue-50 less 40 as marker, and itself as mask"),
    tissue_plain<75>("tissue-75", "tissue on 75 in 100 of the area, constant elsewhere"),
    tissue_edge<75>("tissue-75-border", "marker on the border, and tissue-75 as mask"),
    tissue_h<75>("tissue-75-h", "tissue-75 less 40 as marker, and itself as mask"),
    one(
        "tissue-bin", 2, [](W w) { return tissue_below(w, 2, 140); }, "where tissue is darker than 140: nuclei"),
    {{"tissue-seeds", 2, 2, "gradient of tissue, and int32 seeds numbered from 1"},
     {tissue_gradient, tissue_seeds},
     DType::int32},
    one("tissue3d", 3, tissue_volume, "volume of tissue"),
    one(
        "tissue3d-bin", 3, [](W w) { return tissue_below(w, 3, 130); }, "where tissue3d is darker than 130"),
    pair(
        "tissue3d-border", 3, [](W w) { return tissue_border(w, 3, 100); }, tissue_volume,
        "marker on the border, and tissue3d as mask"),
    pair(
        "tissue3d-h", 3, [](W w) { return tissue_lowered(w, 3, 100); }, tissue_volume,
        "tissue3d less 40 as marker, and itself as mask"),
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
  const auto distance = [name](const Entry& entry) { return edits(entry.shown.name, name); };
  const Entry& nearest = *std::ranges::min_element(table, {}, distance);
  if (nearest.shown.name == name) return nearest;
  throw Error(ErrorKind::call,
              text("generate: instance '", name, "' is unknown; the nearest name is '", nearest.shown.name, "'"));
}

}  // namespace painters

std::span<const Instance> instances() noexcept { return painters::shown; }

}  // namespace preamar
