"""Size, box and centroid of each object: the columns that all libraries have."""

import numpy as np
from peer import Operator, Peer, ours


def same_columns(result, expected):
    if set(result) != set(expected):
        return False
    return all(np.allclose(result[name], expected[name], rtol=1e-9) for name in expected)


def labelled(images):
    """Labels without gaps, so that rows are the same in all libraries."""
    import preamar

    return [preamar.label(images[-1])[0]]


def columns(sizes, lows, highs, centroids):
    table = {"size": sizes}
    for axis in range(len(centroids)):
        table |= {f"low-{axis}": lows[axis], f"high-{axis}": highs[axis], f"centroid-{axis}": centroids[axis]}
    return table


def of_ours(table):
    rank = sum(name.startswith("centroid-") for name in table)
    box = [table[f"box-{i}"] for i in range(2 * rank)]
    return columns(table["size"], box[:rank], box[rank:], [table[f"centroid-{axis}"] for axis in range(rank)])


def by_cc3d(images, connectivity, threads):
    import cc3d

    labels = np.minimum(images[0], images[0].size - 1)  # takes no label above the number of pixels
    return lambda: cc3d.statistics(labels)


def of_cc3d(found):
    boxes = found["bounding_boxes"][1:]
    rank = len(boxes[0])
    lows = [np.array([box[axis].start for box in boxes]) for axis in range(rank)]
    highs = [np.array([box[axis].stop for box in boxes]) for axis in range(rank)]
    return columns(found["voxel_counts"][1:], lows, highs, list(found["centroids"][1:].T))


def by_scikit_image(images, connectivity, threads):
    from skimage.measure import regionprops_table

    return lambda: regionprops_table(images[0].astype(np.int32), properties=("area", "bbox", "centroid"))


def of_scikit_image(table):
    rank = sum(name.startswith("centroid-") for name in table)
    box = [table[f"bbox-{i}"] for i in range(2 * rank)]
    return columns(table["area"], box[:rank], box[rank:], [table[f"centroid-{axis}"] for axis in range(rank)])


def reading(peers, read):
    return tuple(Peer(p.name, p.distribution, p.prepare, read, p.threaded, p.ranks, p.is_ours) for p in peers)


OPERATOR = Operator(
    "measure",
    (
        *reading(ours(lambda: OPERATOR)[:1], of_ours),
        Peer("cc3d", "connected-components-3d", by_cc3d, of_cc3d),
        Peer("scikit-image", "scikit-image", by_scikit_image, of_scikit_image),
    ),
    trusted=("cc3d", "scikit-image"),
    agrees=same_columns,
    options={"properties": "size,box,centroid"},
    connectivity=None,
    prepare=labelled,
)
