"""Synthetic tissue with haematoxylin and eosin (H&E), as a function of the position: nuclei with their true labels.

The tissue is made of square cells. The seed and the position of a cell determine its nuclei, so any region of a slide of
any size can be drawn by itself. Nuclei lie inside their cell and do not overlap; about half of them touch another one.
"""
import functools

import numpy as np

CELL = 128  # pixels per side
PER_CELL = 32  # labels reserved per cell
CELLS_PER_ROW = 1024  # of the largest slide: a label depends on the position only
MARGIN = 4  # pixels around a region that the blur reads
BLUR = np.array([0.054, 0.242, 0.408, 0.242, 0.054], np.float32)  # Gaussian of 1 pixel
HAEMATOXYLIN = np.array([0.65, 0.70, 0.29])
EOSIN = np.array([0.07, 0.99, 0.11])
TURN = np.linspace(0, 2 * np.pi, 48, endpoint=False)


def radius_at(nucleus, y, x):
    """Radius of positions relative to the outline of a nucleus, 1 on the outline."""
    y, x = y - nucleus["y"], x - nucleus["x"]
    cosine, sine = np.cos(nucleus["angle"]), np.sin(nucleus["angle"])
    along, across = (x * cosine + y * sine) / nucleus["long"], (y * cosine - x * sine) / nucleus["short"]
    lobes = 1 + nucleus["lobe"] * np.cos(3 * np.arctan2(across, along) + nucleus["phase"])
    return np.hypot(along, across) / lobes


def outline(nucleus):
    """Positions on the outline, (y, x)."""
    radius = 1 + nucleus["lobe"] * np.cos(3 * TURN + nucleus["phase"])
    along, across = radius * np.cos(TURN) * nucleus["long"], radius * np.sin(TURN) * nucleus["short"]
    cosine, sine = np.cos(nucleus["angle"]), np.sin(nucleus["angle"])
    return nucleus["y"] + along * sine + across * cosine, nucleus["x"] + along * cosine - across * sine


def gap(one, other):
    """Minimum radius of the outline of each nucleus relative to the other; 1 if they touch, less if they overlap."""
    return min(radius_at(one, *outline(other)).min(), radius_at(other, *outline(one)).min())


def random_nucleus(random):
    """A nucleus at a random position of a cell: shape, strength of the stain, and how pale its centre is."""
    long = random.uniform(10, 16)
    edge = 1.08 * long
    return {"y": random.uniform(edge, CELL - edge), "x": random.uniform(edge, CELL - edge), "long": long,
            "short": long * random.uniform(0.68, 1), "angle": random.uniform(0, np.pi),
            "lobe": random.uniform(0, 0.06), "phase": random.uniform(0, 2 * np.pi),
            "strength": random.uniform(0.85, 1.6), "pale": max(0, random.uniform(-2.6, 0.8))}


def move_to_contact(nucleus, other, random):
    """Places a nucleus beside another one, in a random direction, so that their outlines meet."""
    direction, contact = random.uniform(0, 2 * np.pi), random.uniform(0.88, 1)
    low, high = 0.0, 40.0
    for _ in range(9):
        distance = (low + high) / 2
        nucleus["y"] = other["y"] + distance * np.sin(direction)
        nucleus["x"] = other["x"] + distance * np.cos(direction)
        low, high = (distance, high) if gap(nucleus, other) < contact else (low, distance)


def is_inside(nucleus):
    y, x = outline(nucleus)
    return min(y.min(), x.min()) >= 1 and max(y.max(), x.max()) <= CELL - 2


def is_in_tissue(nucleus, seed, row, column):
    y, x = int(nucleus["y"]) + row * CELL, int(nucleus["x"]) + column * CELL
    return tissue_of(seed, np.array([y]), np.array([x]))[0, 0] > 0.3


@functools.lru_cache(maxsize=4096)
def cell_nuclei(seed, row, column):
    """The nuclei of a cell, with positions in the slide, and its granules: small spots of haematoxylin."""
    random = np.random.default_rng([seed, row, column])
    nuclei = []
    for _ in range(random.integers(6, 18)):
        nucleus, partner = random_nucleus(random), None
        if nuclei and random.uniform() < 0.4:
            partner = nuclei[random.integers(len(nuclei))]
            move_to_contact(nucleus, partner, random)
        is_free = all(gap(nucleus, other) > 1.12 for other in nuclei if other is not partner)
        if is_free and is_inside(nucleus) and is_in_tissue(nucleus, seed, row, column):
            nuclei.append(nucleus)
    for nucleus in nuclei:
        nucleus["y"], nucleus["x"] = nucleus["y"] + row * CELL, nucleus["x"] + column * CELL
    granules = random.uniform(4, CELL - 4, (random.integers(0, 4), 2)) + (row * CELL, column * CELL)
    return nuclei, granules


@functools.lru_cache(maxsize=16)
def texture(seed, period, down, across):
    """Periodic noise of unit variance, smooth over `down` and `across` pixels."""
    noise = np.random.default_rng([seed, period, down, across]).normal(size=(period, period))
    fy, fx = np.fft.fftfreq(period)[:, None], np.fft.rfftfreq(period)
    smooth = np.fft.irfft2(np.fft.rfft2(noise) * np.exp(-2 * np.pi**2 * ((fy * down)**2 + (fx * across)**2)),
                           s=noise.shape)
    return (smooth / smooth.std()).astype(np.float32)


def texture_of(seed, y, x, period, down, across):
    """A region of a texture; `y` and `x` are the positions of its rows and columns."""
    return texture(seed, period, down, across)[np.ix_(y % period, x % period)]


def tissue_of(seed, y, x):
    """How much tissue there is, from 0.05 in gaps to 1."""
    return np.clip(1.5 - 2 * texture_of(seed, y, x, 1500, 60, 60), 0.05, 1)


def draw_nuclei(seed, y, x):
    """Labels of a region, and the amount of haematoxylin of its nuclei and granules before texture and blur."""
    labels = np.zeros((len(y), len(x)), np.uint32)
    stain = np.zeros(labels.shape, np.float32)
    nearest = np.ones(labels.shape, np.float32)
    for row in range(max(y[0], 0) // CELL, y[-1] // CELL + 1):
        for column in range(max(x[0], 0) // CELL, x[-1] // CELL + 1):
            nuclei, granules = cell_nuclei(seed, row, column)
            for top, left in granules:
                patch = patch_of(y, x, top, left, 4)
                distance = np.hypot(y[patch[0], None] - top, x[patch[1]] - left)
                stain[patch] = np.maximum(stain[patch], np.where(distance < 2.2, 1.0, 0))
            first = (row * CELLS_PER_ROW + column) * PER_CELL + 1
            for number, nucleus in enumerate(nuclei):
                draw_nucleus(nucleus, first + number, y, x, labels, stain, nearest)
    return labels, stain


def patch_of(y, x, top, left, reach):
    """The part of a region within `reach` of a position, as two slices."""
    return tuple(slice(max(int(centre) - reach - int(axis[0]), 0), max(int(centre) + reach + 2 - int(axis[0]), 0))
                 for centre, axis in ((top, y), (left, x)))


def draw_nucleus(nucleus, label, y, x, labels, stain, nearest):
    """Draws one nucleus; a pixel that two outlines contain belongs to the one it lies deeper in."""
    patch = patch_of(y, x, nucleus["y"], nucleus["x"], 18)
    rows, columns = y[patch[0], None], x[patch[1]]
    if rows.size == 0 or columns.size == 0:
        return
    radius = radius_at(nucleus, rows, columns)
    mine = radius < nearest[patch]
    centre = np.clip((0.65 - radius) * 4, 0, 1)
    labels[patch][mine] = label
    stain[patch][mine] = (nucleus["strength"] * (1 - nucleus["pale"] * centre))[mine]
    nearest[patch][mine] = radius[mine]


def blurred(image):
    """A Gaussian blur of one pixel; the result has no margin."""
    reach = len(BLUR) // 2
    crop = slice(MARGIN - reach, -(MARGIN - reach))
    image = image[crop, crop]
    down = sum(weight * image[i:len(image) - 2 * reach + i] for i, weight in enumerate(BLUR))
    return sum(weight * down[:, i:down.shape[1] - 2 * reach + i] for i, weight in enumerate(BLUR))


def draw(seed, top, left, height, width):
    """A region of the slide: RGB as uint8, and the true labels as uint32."""
    y, x = np.arange(top - MARGIN, top + height + MARGIN), np.arange(left - MARGIN, left + width + MARGIN)
    labels, nuclear = draw_nuclei(seed, y, x)
    tissue = tissue_of(seed, y, x)
    fibres = texture_of(seed, y, x, 1024, 3, 14)
    chromatin = 1 + 0.16 * texture_of(seed, y, x, 811, 2, 2)
    haze = 0.12 * tissue * (1 + 0.4 * texture_of(seed, y, x, 907, 9, 9))  # haematoxylin outside nuclei
    haematoxylin = blurred(np.where(nuclear > 0, nuclear * chromatin, haze).astype(np.float32))
    eosin = blurred((tissue * (0.38 + 0.09 * fibres) * np.where(nuclear > 0, 0.6, 1)).clip(0).astype(np.float32))
    inner = slice(MARGIN, -MARGIN)
    return colours(seed, y[inner], x[inner], haematoxylin, eosin), labels[inner, inner]


def colours(seed, y, x, haematoxylin, eosin):
    """RGB of the amounts of stains: the strength of both varies across the slide, the hue from slide to slide."""
    random = np.random.default_rng([seed, 1])
    phases = random.uniform(0, 2 * np.pi, 4)
    strength = 1 + 0.15 * np.sin(y[:, None] / 1900 + phases[0]) * np.sin(x / 1500 + phases[1])
    paleness = 1 + 0.25 * np.sin(y[:, None] / 1300 + phases[2]) * np.sin(x / 2100 + phases[3])
    vectors = [vector + random.normal(0, 0.02, 3) for vector in (HAEMATOXYLIN, EOSIN)]
    haematoxylin, eosin = (haematoxylin * strength).astype(np.float32), (eosin * paleness).astype(np.float32)
    noise = np.random.default_rng([seed, 2, y[0], x[0]])
    rgb = np.empty((*eosin.shape, 3), np.uint8)
    for channel, (first, second) in enumerate(zip(*vectors)):
        light = 244 * np.exp(-np.float32(first) * haematoxylin - np.float32(second) * eosin)
        rgb[..., channel] = np.clip(light + 6 * noise.standard_normal(light.shape, np.float32), 0, 255)
    return rgb
