"""Scenes of the gallery: images as users have them, drawn by NumPy from a fixed seed."""

import numpy as np
import preamar


def slide(side=230, seed=3):
    """Stained tissue (haematoxylin and eosin) as RGB: dark nuclei, many of them touching, on pink tissue."""
    random = np.random.default_rng(seed)
    eosin = 0.55 + 0.3 * smooth_noise(random, (side, side), 14) + 0.3 * smooth_noise(random, (side, side), 3)
    haematoxylin = np.full((side, side), 0.03)
    for centre in scattered(random, (side, side), 13, 115):
        window, radius = ellipse((side, side), centre, random.uniform(7.5, 11), random.uniform(6, 8), random.uniform(0, np.pi))
        amount = random.uniform(0.75, 1.25) * (1 - 0.2 * radius**2)
        haematoxylin[window] = np.where(radius < 1, np.maximum(haematoxylin[window], amount), haematoxylin[window])
    texture = 1 + 0.25 * smooth_noise(random, (side, side), 1.5)
    haematoxylin = smoothed(haematoxylin * texture, 0.8)
    density = haematoxylin[..., None] * (0.65, 0.70, 0.29) + eosin[..., None] * (0.07, 0.99, 0.11) * 0.45
    return to_bytes(255 * np.exp(-density) + random.normal(0, 3, density.shape))


def porous_rock(side=110, seed=1):
    """A scan (CT) of a porous rock, uint8: dark pores in bright grains."""
    random = np.random.default_rng(seed)
    noise = smoothed(random.normal(size=(side,) * 3), 4)
    noise = noise / noise.std()
    solid = 150 + 25 * smooth_noise(random, (side,) * 3, 7)
    image = np.where(noise > -1.25, solid, 45)
    return to_bytes(smoothed(image, 0.8) + random.normal(0, 6, image.shape))


def landscape(side=420, seed=21):
    """An elevation model in metres, float32: hills with closed basins."""
    random = np.random.default_rng(seed)
    hills = sum(smooth_noise(random, (side, side), side / 4 / 2**n) * 200 / 2.1**n for n in range(6))
    return (420 + hills).astype(np.float32)


def maze(cells=24, wall=4, path=12, seed=7):
    """A mask of the paths of a random maze; some walls are open, so that there are several ways."""
    random = np.random.default_rng(seed)
    grid = np.zeros((2 * cells + 1,) * 2, bool)
    stack, grid[1, 1] = [(1, 1)], True
    while stack:
        y, x = stack[-1]
        steps = [(dy, dx) for dy, dx in ((0, 2), (2, 0), (0, -2), (-2, 0))
                 if 0 < y + dy < 2 * cells and 0 < x + dx < 2 * cells and not grid[y + dy, x + dx]]
        if not steps:
            stack.pop()
            continue
        dy, dx = steps[random.integers(len(steps))]
        grid[y + dy // 2, x + dx // 2] = grid[y + dy, x + dx] = True
        stack.append((y + dy, x + dx))
    opened = random.uniform(size=grid.shape) < 0.04
    grid[1:-1, 1:-1] |= opened[1:-1, 1:-1]
    widths = np.where(np.arange(2 * cells + 1) % 2, path, wall)
    return np.repeat(np.repeat(grid, widths, axis=0), widths, axis=1)


def machine_parts(side=420, seed=2):
    """Gears and washers on a bench in uneven light, uint8."""
    random = np.random.default_rng(seed)
    y, x = np.mgrid[:side, :side].astype(float)
    image = 70 + 45 * x / side + 6 * smooth_noise(random, (side, side), 2)
    for cy, cx, radius, teeth, level in ((150, 150, 105, 18, 200), (300, 305, 80, 14, 165), (95, 335, 48, 0, 215), (335, 95, 55, 0, 140)):
        distance, angle = np.hypot(y - cy, x - cx), np.arctan2(y - cy, x - cx)
        outline = radius * (1 + (0.09 * np.tanh(6 * np.cos(teeth * angle)) if teeth else 0))
        bore = 0.3 * radius if teeth else 0.5 * radius
        shade = level - 35 * distance / radius + 20 * np.cos(angle - 2.2)
        image = np.where((distance < outline) & (distance > bore), shade, image)
        for hole in range(5 if teeth else 0):
            turn = 2 * np.pi * hole / 5
            near = np.hypot(y - cy - 0.63 * radius * np.sin(turn), x - cx - 0.63 * radius * np.cos(turn)) < 0.13 * radius
            image = np.where(near, 60, image)
    return to_bytes(smoothed(image, 1.0) + random.normal(0, 6, image.shape))


def fluorescent_spots(side=300, seed=9):
    """Bright spots of different strength over a cloudy, noisy ground, uint8."""
    random = np.random.default_rng(seed)
    image = 60 + 45 * smooth_noise(random, (side, side), 40)
    y, x = np.mgrid[:side, :side]
    for cy, cx in scattered(random, (side - 16, side - 16), 14, 90) + 8:
        image += random.uniform(45, 120) * np.exp(-((y - cy) ** 2 + (x - cx) ** 2) / (2 * 2.6**2))
    return to_bytes(image + random.normal(0, 5, image.shape))


def grains(side=320, seed=4, count=110):
    """Grains of rice in uneven light, uint8."""
    random = np.random.default_rng(seed)
    y, x = np.mgrid[:side, :side] / side
    light = 30 + 120 * np.exp(-((y - 0.25) ** 2 + (x - 0.3) ** 2) / 0.22)
    image = light.copy()
    for centre in scattered(random, (side, side), 25, count):
        window, radius = ellipse((side, side), centre, random.uniform(12, 15), random.uniform(4, 5.5), random.uniform(0, np.pi))
        image[window] += np.where(radius < 1, 55 * (1 - 0.3 * radius**2), 0)
    return to_bytes(smoothed(image, 0.9) + random.normal(0, 3, image.shape))


def snowflakes(side=300, seed=6):
    """Bright crystals with thin arms among specks of dust, uint8."""
    random = np.random.default_rng(seed)
    image = np.full((side, side), 40.0)
    y, x = np.mgrid[:side, :side].astype(float)
    for cy, cx in scattered(random, (side - 90, side - 90), 88, 9) + 45:
        distance, angle = np.hypot(y - cy, x - cx), np.arctan2(y - cy, x - cx) + random.uniform(0, np.pi)
        arms = np.abs(np.sin(3 * angle)) * distance / 3 < 1.5 + 0.02 * distance
        branches = np.abs(distance - 26) + np.abs(np.sin(3 * angle)) * distance / 3 < 6
        crystal = (distance < 13) | ((arms | branches) & (distance < 38))
        image = np.where(crystal, random.uniform(150, 220), image)
    dust = random.uniform(size=image.shape) < 0.006
    image = np.where(preamar.dilate(dust, 1), 190, image)
    return to_bytes(smoothed(image, 0.7) + random.normal(0, 4, image.shape))


def cell_culture(side=320, seed=12):
    """Nuclei and cytoplasm of cells in two fluorescent channels, uint8."""
    random = np.random.default_rng(seed)
    nuclei, cytoplasm = np.full((side, side), 12.0), np.full((side, side), 10.0)
    for centre in scattered(random, (side, side), 34, 75):
        angle, size = random.uniform(0, np.pi), random.uniform(8, 10.5)
        window, radius = ellipse((side, side), centre, 2.6 * size, 1.9 * size, angle)
        cytoplasm[window] += random.uniform(80, 130) * np.clip(1.15 - radius, 0, 0.5)
        window, radius = ellipse((side, side), centre, size, 0.8 * size, angle)
        nuclei[window] = np.where(radius < 1, random.uniform(150, 220) * (1 - 0.3 * radius**2), nuclei[window])
    cytoplasm *= 1 + 0.35 * smooth_noise(random, (side, side), 3)
    return tuple(to_bytes(smoothed(image, 1.2) + random.normal(0, 3, image.shape)) for image in (nuclei, cytoplasm))


def particles(side=320, seed=5):
    """Particles of many sizes, some cut by the border, uint8."""
    random = np.random.default_rng(seed)
    image = 50 + 10 * smooth_noise(random, (side, side), 30)
    for centre in scattered(random, (side, side), 32, 70):
        size = random.uniform(9, 15) if random.uniform() < 0.6 else random.uniform(2.5, 4)
        window, radius = ellipse((side, side), centre, size, size * random.uniform(0.7, 1), random.uniform(0, np.pi))
        image[window] = np.where(radius < 1, random.uniform(140, 210), image[window])
    return to_bytes(smoothed(image, 0.8) + random.normal(0, 5, image.shape))


def polycrystal(side=300, seed=8, count=110):
    """The polished surface of a metal: crystals of different grey levels without a line between them, uint8."""
    random = np.random.default_rng(seed)
    seeds = np.zeros((side, side), np.uint32)
    for number, (cy, cx) in enumerate(scattered(random, (side, side), 22, count), 1):
        seeds[int(cy), int(cx)] = number
    crystals = preamar.expand_labels(seeds, distance=2.0 * side)
    image = random.uniform(50, 220, count + 1)[crystals]
    return to_bytes(smoothed(image, 1.0) + random.normal(0, 5, image.shape))


def seeds_of_two_kinds(side=320, seed=14):
    """Round peas and long beans on a dark ground, uint8."""
    random = np.random.default_rng(seed)
    image = 35 + 8 * smooth_noise(random, (side, side), 20)
    for number, centre in enumerate(scattered(random, (side - 40, side - 40), 35, 44) + 20):
        long, short = (random.uniform(14, 18), random.uniform(7, 8.5)) if number % 2 else (random.uniform(8, 11),) * 2
        window, radius = ellipse((side, side), centre, long, short, random.uniform(0, np.pi))
        image[window] = np.where(radius < 1, random.uniform(150, 200) * (1 - 0.25 * radius**2), image[window])
    return to_bytes(smoothed(image, 0.8) + random.normal(0, 4, image.shape))


def scattered(random, shape, distance, count):
    """At most `count` random positions that keep a distance."""
    found = []
    for _ in range(60 * count):
        position = random.uniform(0, shape)
        if len(found) < count and all(np.hypot(*(position - other)) > distance for other in found):
            found.append(position)
    return np.array(found)


def ellipse(shape, centre, long, short, angle):
    """A window around an ellipse, and the radius of each of its pixels: 1 on the outline."""
    low = [max(0, int(c - long - 2)) for c in centre]
    high = [min(extent, int(c + long + 3)) for c, extent in zip(centre, shape)]
    y, x = np.mgrid[low[0] : high[0], low[1] : high[1]]
    along = (x - centre[1]) * np.cos(angle) + (y - centre[0]) * np.sin(angle)
    across = (y - centre[0]) * np.cos(angle) - (x - centre[1]) * np.sin(angle)
    return (slice(low[0], high[0]), slice(low[1], high[1])), np.hypot(along / long, across / short)


def smoothed(image, sigma):
    return preamar.gaussian(np.asarray(image, np.float32), sigma)


def smooth_noise(random, shape, scale):
    """Noise from -1 to 1 that varies over about `scale` pixels."""
    noise = preamar.gaussian(random.normal(size=shape).astype(np.float32), max(scale / 2, 0.5), border="wrap")
    return noise / np.abs(noise).max()


def to_bytes(image):
    return np.clip(image, 0, 255).astype(np.uint8)
