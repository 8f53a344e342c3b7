"""Writes docs/founding-documents.md: the list of items.toml, and tables of the figures."""

import tomllib
from pathlib import Path

import optimisation_tables
import region_tables
import tables
from markdown_table import table

FOLDER = Path(__file__).parent


def articles():
    return tomllib.loads((FOLDER / "items.toml").read_text())["article"]


def wishes():
    return tomllib.loads((FOLDER / "wishes.toml").read_text())["wish"]


def item_list(article):
    rows = [[f"{item['kind'].capitalize()} {item['number']}", item["what"], f"*{item['mark']}*", item["text"]]
            for item in article["item"]]
    return table(["", "shows", "mark", "in Preamar"], rows, left=4)


def wish_table():
    authors = {article["key"]: article["authors"].split(",")[0] for article in articles()}
    return table(["article of", "asked for", "mark", "in Preamar"],
                 [[authors[wish["article"]], wish["what"], f"*{wish['mark']}*", wish["text"]] for wish in wishes()], left=4)


def measured_on(experiment):
    machine = experiment["machine"]
    load = experiment.get("load_before", 0)
    shared = f" Other programs ran: the load was {load:.0f}." if load >= 3 else ""
    return (f"Measured {experiment['date'][:10]} at commit `{experiment['commit']}` by `{experiment['command']}`, on "
            f"{machine['processors']} processors {machine['processor']}, {machine['memory_gib']} GiB, {machine['system']}.{shared}{measured_there(experiment)}")


def measured_there(experiment):
    """What the column of a device is, in a page of `--device`."""
    if "device" not in experiment:
        return ""
    device = experiment["device"]
    return (f" The column `{device['name']}` is the device {device['description']}: the median of elapsed times of the same calls, "
            "each from host memory and back, so copies are included. Each result equals that of the processor, byte for byte.")


def where_measured(record):
    devices = {experiment["device"]["name"] for experiment in record.values() if "device" in experiment}
    if not devices:
        return "No GPU was available for this page: all times of Preamar are those of a CPU."
    return (f"All times of Preamar are those of a CPU, except for the columns of {' and '.join(f'`{one}`' for one in sorted(devices))}. "
            "All sentences were written before these columns were measured.")


def text_of(record):
    lists = "\n".join(f"### {article['title']}\n{article['authors']}.\n\n{item_list(article)}" for article in articles())
    return f"""# The five articles that Preamar grew from
Preamar grew from five articles about parallel image processing on GPUs. This page lists every numbered algorithm, figure,
table and code listing of them, and says what Preamar has of it: *reproduced*, *differently*, or *not*, with the reason. First come the
experiments that were repeated. `python bench/founding` measures them and writes this page.

The authors measured on GPUs. The hardware differs by years, so the columns of the articles show what was possible then, and nothing
about the algorithms. {where_measured(record)}
If you have a GPU, please run `python bench/founding --device cuda:0` and send the file `founding-cuda-0.json`, which has the times
of your GPU.

Times are in milliseconds: the median of five calls, or of fewer if they take more than four seconds, if nothing else is said.
Each call of Preamar writes a new result. The results of all libraries are compared before they are timed. The authors' images
are not available; [these](instances.md#as-two-articles-describe-them) follow the description, and where it can be read in two ways, both are
shown.

## Reconstruction
Table I of Oliveira and Teodoro, with neighbours that share an edge. Their tissue is from real slides, this tissue is synthetic.

{tables.times_table(record["reconstruction"], "nscale, IWPP", "nscale, scans", "IWPP-MP", "MATLAB")}
{measured_on(record["reconstruction"])}

One scan from each side of a random pair leaves this percentage of the pixels with their final value:

{tables.share_table(record)}
Measured at commit `{record["scans"]["commit"]}`.

### The first tiles
IWPP-MP visits all tiles of 32x32 pixels first, and the authors ask for a better choice. `bench/founding/wavefront.c` counts
the visits if all tiles of a round are processed at the same time, with four sweeps of each tile. Its rounds, visits and
iterations equal those that [devices count](developers/devices.md). A visit is for nothing if it is in the first round and
changes no pixel of the tile; a better choice of the first tiles can save no other visits. The right half of the table begins after
one scan from each side, as the article does.

{tables.first_tile_table(record)}
{measured_on(record["first_tiles"])}

A choice pays if large parts of the image stay as they are at first: the background around tissue, or the inside of an image whose
marker is 0 except on the border.

## Distance
Table II. nscale and IWPP-MP compute an approximation; MATLAB, Preamar and the other libraries are exact.

{tables.times_table(record["distance"], "nscale, IWPP", "IWPP-MP", "MATLAB")}
{measured_on(record["distance"])}

Table III, the largest error of the approximation, in pixels. `nearest_seed` is Danielsson's approximation in Preamar
([distance](operators/distance.md)).

{tables.error_table(record)}
The largest errors agree within 0.0001, except for these rows: {tables.differing_errors(record)}.

{measured_on(record["errors"])}

## Two diagonals
Figures 4 and 5 of Cunha, as counts: the tiles visited, and the passes over a tile, both in thousands. Each iteration has four
sweeps, or two diagonal passes. The article rotates row n of the image by n pixels, so its tiles are parallelograms. The tiles of
Preamar's kernels stay squares: each lane begins its row at another column and wraps around. The last column divides the passes of
four sweeps by those of the parallelogram. Neighbours share an edge, and all tiles of a round are processed at the same time.

{tables.diagonal_table(record)}
{measured_on(record["diagonals"])} The images of 32768x32768: at commit `{record["large_diagonals"]["commit"]}` by
`{record["large_diagonals"]["command"]}`.

Each result was compared with `reconstruct`. There is no scan before the tiles. By its passes, a parallelogram would be
{tables.span(tables.pass_ratios(record))} times as fast as four sweeps; the article measured 1.10 to 1.28 at 32K, 64K and 100K.
The article reports nearly the same number of tiles for both forms. Here a parallelogram is visited
{tables.span(tables.visit_ratios(record))} times as often, because the row above and the row below belong to two tiles each; a square
is visited as often as with four sweeps. In a large image with little tissue, the wide background is filled from tile to tile, so
each tile is visited more often. 64K and 100K were left out, because a count needs 17 and 40 GB of memory.

### Tile sizes by region
Cunha asks for tile sizes that follow the content of the image. `bench/founding/regions.c` counts reconstructions with four sweeps of
tiles of 16, 32, 64 and 128 pixels per side, and with sizes by detail: a tile of 128 is divided in four, down to 32, unless its mask
has one value. A *barrier step* is one row or column of a tile; a *lane step* is one lane in it, idle or not, of at least the 32
of a warp. *Best size per region* takes for each region of 128x128 the size that had the fewest lane steps there.

{region_tables.region_table(record)}
{measured_on(record["regions"])}

Sizes by detail save {region_tables.savings(record)}. A choice can save more than the best size per region, because a large tile also
carries the flood across the background in fewer rounds. Kernels keep one size: each size would need its own kernel, list and launch
per round, for a gain in this case only.

The CPU saves such work in another way. A tile whose mask has one value is stored as one number, and a tile that few pixels enter is
flooded by a queue of its pixels ([reconstruct](operators/reconstruct.md#how-it-works)). The table applies these rules of
`src/backends/cpu/flood` to the visits of the model: a queue is used after the first visit of a tile, if at most 8 pixels are raised
from outside and at most 512 in all. Visits into which nothing flows are left out, because the CPU does not make them.

{region_tables.cpu_table(record)}
## Volumes
The volumes of Preto, Birra and Medeiros, with voxels that share faces, 256x256x256:

{tables.volume_table(record)}
{measured_on(record["volumes"])}

At 1024x1024x1024 the article reports only the time in which a CPU merges the labels of eight blocks. Preamar's figure is the
whole labelling, the median of three calls. The number of objects is checked, not each label:

{tables.large_volume_table(record)}
{measured_on(record["large_volumes"])}

### On an OpenCL device
Figures 8 to 11 of the article, with PoCL: the OpenCL device is the processor. The table shows the bytes that are copied to the
device and back, and where the time goes. The time of a step ends with its event and begins with the end of the event before it, so it
contains the work of the host in between. The article's kernel 2 is repeated until no label changes. Its iterations are counted
by a model that starts from parts of 8x8x8 voxels and lets the lowest label win; Preamar unites the labels in one launch.

{tables.device_table(record)}
{measured_on(record["devices"])}

One byte per voxel is copied in and four are copied out, as in the article. Copies take little time, because this device has the
memory of the processor. The next table has the same volumes at 256x256x256 in blocks of 128x128x128, read from a file and written to
one. Each block is processed twice, so there are 16 tasks:

{tables.hybrid_table(record)}
{measured_on(record["hybrid"])}

Here `hybrid` is slower than `cpu`: its time includes the start of the device, and both share two cores. A GPU has its own; none
was available.

## Edges
Canny edges of Lourenço: the method of ITK, sigma 1.4, thresholds 4 and 7. The article takes 100 Berkeley photographs, which
cannot be had, and repeats each along both sides for the larger sets (figure 4.1). Here five photographs of scikit-image are cut
to 321x481 pixels and repeated in the same way. Times are processor times per image with one thread, the smallest of five calls, and
the mean of the photographs. [Another page](benchmarks/operators.md#canny-differential) has two threads.

Figure 5.4 has the share of hysteresis: 42 to 48 % in the article's program on GPUs, 38 to 55 % in ITK on CPUs. In this
table it is the time saved with thresholds above every gradient, because then no edge is followed. The other steps of Preamar
are one pass over memory and cannot be separated.

{tables.edge_table(record)}
{measured_on(record["edges"])}

### Small CUDA kernels
Table 5.3 and listings 3.1 to 3.9 show four optimisations with small kernels on arrays of `float`. `bench/founding/optimisations.cu` has
kernels that do the same; as C++ on the processor, the kernels of a group have the same results. **They were never run on a GPU: the
table shows counts, and no times but those of the article.** nvcc compiles the kernels and nvdisasm shows their machine code, for the
oldest and the newest architecture that Preamar is compiled for; a slash separates sm_75 from sm_120 if they differ. Branches that only
skip the slow path of a division or root are not counted, nor is the exit of threads without an element. A predicated instruction
is one that some lanes skip without a branch. nvcc 13 rejects the textures of the listings (`texture<float>`); texture objects replace
them.

{optimisation_tables.code_table(record)}
`bench/founding/transactions.py` counts the transactions of all warps from the indices of their elements: reads + writes, by three
rules of NVIDIA's programming guides. On a G80, lane k of a half-warp must access element k of an aligned segment of 64 bytes, or each
lane has a transaction of its own. On a GT200, a half-warp has one per segment of 128 bytes. Now a warp has one per sector of
32 bytes. A warp diverges if its lanes take both sides of a branch in the source. *Threads resident* is the share of a
multiprocessor's threads that its limits of blocks and warps allow.

{optimisation_tables.launch_table(record)}
{measured_on(record["optimisations"])}

What still matters:

- **Launch shape (4): yes.** Five threads leave 27 lanes of each warp empty, and at most 7.8 % of the threads are resident. There are
  six times as many warps, and more than twice as many transactions in all.
- **Branches whose lanes take both sides (3): yes, less.** The eight inner conditions become selects, but the outer branch stays. Every
  warp runs both sides of 3.A. It also divides exactly, and 3.B by an approximation.
- **Branches at the ends of an array (2.A, 2.C): no.** The compiler makes selects of them, and only two warps had both sides.
- **Order of the elements in a warp (1.A, 1.B): no.** A swap of pairs took up to 16 times the transactions of a copy on a G80; now both
  take the same. Only the number of different sectors counts: neighbours, one element to the side, take five and not four.
- **Texture cache (1.C, 2.B): no.** A fetch touches the same sectors as a load. Since Volta, NVIDIA documents one cache for
  both. In 2.B textures cost: two loads become four predicated fetches, which the compiler does not merge.
- **Constants of `double` (2), which the article does not mention: yes.** A G80 computes `2.0` and `0.5` as `float`. Newer GPUs compute
  in `double`: on sm_120 that takes more than twice as many instructions.

## One function of each class
Figure 5 of Furtado et al.: binarisation (P2P), Sobel by convolution (N2P), the maximum (R2S) and the histogram (R2V) of one image,
`photo`, at the article's three sizes. `bench/founding/patterns/patterns.c` has the four loops. GCC compiles them as they are, with
a pragma of OpenMP and with one of OpenACC; `preamar convert` converts them to C++. All use `-O3 -march=native` and vectors of 512
bits. Each cell shows processing / total, in milliseconds: the call into an image that exists, and the call with a new one. The
fastest of 41 interleaved calls is shown. Serial C uses one thread, OpenMP and Preamar two.

{tables.class_table(record)}
{measured_on(record["classes"])}

At 7680x4320 OpenMP takes
{tables.part_of_serial(record, "openmp")} of the time of serial C, and Preamar {tables.part_of_serial(record, "converted")}: for loops as plain
as these, which GCC turns into vectors by itself, the pragma is as fast or faster. The converter also writes OpenCL and CUDA code, and
compares the results. Without an accelerator, GCC runs OpenACC loops on one thread of the
host: they are not faster than serial C, and slower for N2P and for R2V, whose additions must be atomic. Without a GPU, nothing is copied
to a device; the total of the article includes these copies.

## What the articles ask for
{wish_table()}
## Every algorithm, figure, table and listing
{lists}"""


def write(record, file):
    file.write_text(text_of(record))
