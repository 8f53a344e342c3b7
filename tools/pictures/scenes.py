"""What pictures show: scenes as users have them, drawn by a fixed seed. All are 2-D."""

import numpy as np
from scipy import ndimage


def nuclei(side=192, seed=5):
    """Stained nuclei, bright on a dark ground as uint8, many of them touching; some have a dark centre."""
    random = np.random.default_rng(seed)
    y, x = np.mgrid[:side, :side].astype(float)
    image = np.full((side, side), 30.0) + 12 * _smooth_noise(random, side, 20)
    centres = []
    while len(centres) < side * side // 700:
        centre = random.uniform(0, side, 2)
        if all(np.hypot(*(centre - other)) > 13 for other in centres):
            centres.append(centre)
    for centre in centres:
        long, short, angle = random.uniform(9, 13), random.uniform(7, 9), random.uniform(0, np.pi)
        along = (x - centre[1]) * np.cos(angle) + (y - centre[0]) * np.sin(angle)
        across = (y - centre[0]) * np.cos(angle) - (x - centre[1]) * np.sin(angle)
        radius = np.hypot(along / long, across / short)
        level = random.uniform(130, 200)
        image = np.maximum(image, level * (radius < 1) * (1 - 0.25 * radius**2))
        if random.uniform() < 0.3:
            image[radius < 0.45] = 40
    image = ndimage.gaussian_filter(image, 1.0) + random.normal(0, 4, image.shape)
    return np.clip(image, 0, 255).astype(np.uint8)


def terrain(side=256, seed=2):
    """An elevation model in metres, float32: fractal hills that fall to one side, with pits."""
    random = np.random.default_rng(seed)
    hills = sum(_smooth_noise(random, side, side / 2**n) * 60 / 1.8**n for n in range(2, 7))
    slope = np.linspace(30, 0, side)[:, None]
    return (200 + hills + slope).astype(np.float32)


def vessels(side=192, seed=4):
    """Bright branching lines of uneven strength on a noisy ground, uint8."""
    random = np.random.default_rng(seed)
    lines = np.zeros((side, side))
    for _ in range(9):
        position, direction = random.uniform(0, side, 2), random.uniform(0, 2 * np.pi)
        for _ in range(2 * side):
            direction += random.normal(0, 0.12)
            position = position + (np.sin(direction), np.cos(direction))
            if not (position >= 0).all() or not (position < side).all():
                break
            lines[tuple(position.astype(int))] = 1
    strength = 0.55 + 0.45 * _smooth_noise(random, side, 25)
    image = 40 + 900 * ndimage.gaussian_filter(lines, 1.6) * strength + random.normal(0, 7, lines.shape)
    return np.clip(image, 0, 255).astype(np.uint8)


def _smooth_noise(random, side, scale):
    """Noise from -1 to 1 that varies over about `scale` pixels."""
    noise = ndimage.gaussian_filter(random.normal(size=(side, side)), scale / 2, mode="wrap")
    return noise / np.abs(noise).max()
