"""Writes docs/founding-documents.md: the list of items.toml, and tables of the figures."""

import math
import tomllib
from pathlib import Path

from markdown_table import number, table

FOLDER = Path(__file__).parent


def articles():
    return tomllib.loads((FOLDER / "items.toml").read_text())["article"]


def wishes():
    return tomllib.loads((FOLDER / "wishes.toml").read_text())["wish"]


def size(row):
    return "x".join(map(str, row["shape"]))


def fastest(row):
    return f"{number(row['fastest_ms'])} ({row['fastest']})"


def timed_cells(row):
    return [*map(number, row["ms"]), fastest(row)]


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
    return (f"Measured {experiment['date'][:10]} at commit `{experiment['commit']}` by `{experiment['command']}`, on "
            f"{machine['processors']} processors {machine['processor']}, {machine['memory_gib']} GiB, {machine['system']}.")


def times_table(experiment, *reported):
    """The times that the article reports, of these programs, and those of Preamar."""
    header = ["article", "image", "size", *reported, "Preamar, 1 thread", "Preamar, 2 threads", "fastest other library"]
    return table(header, [[row["name"], f"`{row['instance']}`", size(row), *row["reported"], *timed_cells(row)]
                          for row in experiment["rows"]], left=3)


def error_table(record):
    header = ["article", "image", "size", "IWPP-MP", "`nearest_seed`", "pixels that differ"]
    return table(header, [[row["name"], f"`{row['instance']}`", size(row), f"{row['reported']:.5f}", f"{row['error']:.5f}",
                           row["wrong"]] for row in record["errors"]["rows"]], left=3)


def differing_errors(record, tolerance=1e-4):
    return ", ".join(row["name"] for row in record["errors"]["rows"] if abs(row["error"] - row["reported"]) > tolerance)


def share_table(record):
    return table(["size", "article, %", "`iwpp-random-pair`, %"],
                 [[size(row), row["reported"], f"{row['percent']:.2f}"] for row in record["scans"]["rows"]], left=1)


def volume_table(record):
    header = ["article", "image", "Preamar, 1 thread", "Preamar, 2 threads", "fastest other library"]
    return table(header, [[row["name"], f"`{row['instance']}`", *timed_cells(row)] for row in record["volumes"]["rows"]], left=2)


def large_volume_table(record):
    header = ["article", "image", "objects", "article: merge, create + search", "Preamar: whole labelling, 2 threads"]
    return table(header, [[row["name"], f"`{row['instance']}`", row["objects"],
                           " + ".join(map(str, row["reported"])), number(row["ms"])] for row in record["large_volumes"]["rows"]],
                 left=2)


def edge_table(record):
    header = ["set", "size", "article: ITK, one core", "article: GPU", "ITK here", "Preamar, 1 thread", "Preamar, 2 threads",
              "ratio", "Preamar, pixels per ms"]
    return table(header, [[row["name"], size(row), *row["reported"], number(row["fastest_ms"]), *map(number, row["ms"]),
                           number(row["fastest_ms"] / row["ms"][1]), number(math.prod(row["shape"]) / row["ms"][1])]
                          for row in record["edges"]["rows"]], left=2)


def text_of(record):
    lists = "\n".join(f"### {article['title']}\n{article['authors']}.\n\n{item_list(article)}" for article in articles())
    return f"""# The five articles that Preamar grew from
Preamar grew from five articles about parallel image processing on GPUs. This page lists every numbered algorithm, figure,
table and code listing of them, and says what Preamar has of it: *reproduced*, *differently*, or *not*, with the reason. First come the
experiments that were repeated. `python bench/founding` measures them and writes this page.

The authors measured on GPUs. No GPU was available for this page: all times of Preamar are those of a CPU. The hardware
differs by years, so the columns of the articles show what was possible then, and nothing about the algorithms.

Times are in milliseconds: the median of five calls, or of fewer if they take more than four seconds. Each call of Preamar
writes a new result. The results of all libraries are compared before they are timed. The authors' images are not available;
[these](instances.md#as-two-articles-describe-them) follow the description, and where it can be read in two ways, both are
shown.

## Reconstruction
Table I of Oliveira and Teodoro, with neighbours that share an edge. Their tissue is from real slides, this tissue is synthetic.

{times_table(record["reconstruction"], "nscale, IWPP", "nscale, scans", "IWPP-MP", "MATLAB")}
{measured_on(record["reconstruction"])}

One scan from each side of a random pair leaves this percentage of the pixels with their final value:

{share_table(record)}
## Distance
Table II. nscale and IWPP-MP compute an approximation; MATLAB, Preamar and the other libraries are exact.

{times_table(record["distance"], "nscale, IWPP", "IWPP-MP", "MATLAB")}
{measured_on(record["distance"])}

Table III, the largest error of the approximation, in pixels. `nearest_seed` is Danielsson's approximation in Preamar
([distance](operators/distance.md)).

{error_table(record)}
The largest errors agree within 0.0001, except for these rows: {differing_errors(record)}.

{measured_on(record["errors"])}

## Volumes
The volumes of Preto, Birra and Medeiros, with voxels that share faces, 256x256x256:

{volume_table(record)}
{measured_on(record["volumes"])}

At 1024x1024x1024 the article reports only the time in which a CPU merges the labels of eight blocks. Preamar's figure is the
whole labelling, the median of three calls. The number of objects is checked, not each label:

{large_volume_table(record)}
{measured_on(record["large_volumes"])}

## Edges
Canny edges of Lourenço: the method of ITK, sigma 1.4, thresholds 4 and 7. The article has 100 photographs per set, repeated to
reach the size; here it is one synthetic image per size (`photo`). Times are per image. The ratio is ITK's time here divided by
that of Preamar with two threads.

{edge_table(record)}
{measured_on(record["edges"])}

## What the articles ask for
{wish_table()}
## Every algorithm, figure, table and listing
{lists}"""


def write(record, file):
    file.write_text(text_of(record))
