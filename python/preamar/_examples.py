"""An example for the documentation of each operator; tests/python/test_docstrings.py runs them."""

EXAMPLES = {
    "and": """
>>> image = np.array([[10, 20, 30]] * 2, np.uint8)
>>> mask = np.array([[0, 1, 1], [1, 0, 0]], bool)
>>> preamar.and_(image, mask)
array([[ 0, 20, 30],
       [10,  0,  0]], dtype=uint8)
>>> preamar.and_(image, mask, value=255)
array([[255,  20,  30],
       [ 10, 255, 255]], dtype=uint8)
""",
    "canny": """
>>> image = np.zeros((5, 9), np.float32)
>>> image[:, 4] = 50
>>> image[:, 5:] = 100
>>> preamar.canny(image, sigma=1, low=5, high=10).astype(np.uint8)
array([[0, 0, 0, 0, 0, 0, 0, 0, 0],
       [0, 0, 0, 0, 1, 0, 0, 0, 0],
       [0, 0, 0, 0, 1, 0, 0, 0, 0],
       [0, 0, 0, 0, 1, 0, 0, 0, 0],
       [0, 0, 0, 0, 0, 0, 0, 0, 0]], dtype=uint8)
""",
    "cast": """
>>> image = np.array([[-1.5, 0.5, 1.5, 2.7, 300]] * 2, np.float32)
>>> preamar.cast(image, 'uint8')  # rounds ties to even and saturates
array([[  0,   0,   2,   3, 255],
       [  0,   0,   2,   3, 255]], dtype=uint8)
""",
    "clear_border": """
>>> labels = np.array([[1, 0, 0, 0],
...                    [0, 0, 2, 0],
...                    [0, 2, 2, 0],
...                    [0, 0, 0, 0]], np.uint8)
>>> preamar.clear_border(labels)
array([[0, 0, 0, 0],
       [0, 0, 2, 0],
       [0, 2, 2, 0],
       [0, 0, 0, 0]], dtype=uint8)
""",
    "closing": """
>>> image = np.full((3, 5), 9, np.uint8)
>>> image[1, 2] = 4
>>> preamar.closing(image, radius=1)
array([[9, 9, 9, 9, 9],
       [9, 9, 9, 9, 9],
       [9, 9, 9, 9, 9]], dtype=uint8)
""",
    "closing_by_reconstruction": """
>>> image = np.full((5, 7), 9, np.uint8)
>>> image[1:4, 1:4] = 2  # a wide dark region keeps its shape
>>> image[2, 5] = 2  # a single dark pixel is filled
>>> preamar.closing_by_reconstruction(image, radius=1)
array([[9, 9, 9, 9, 9, 9, 9],
       [9, 2, 2, 2, 9, 9, 9],
       [9, 2, 2, 2, 9, 9, 9],
       [9, 2, 2, 2, 9, 9, 9],
       [9, 9, 9, 9, 9, 9, 9]], dtype=uint8)
""",
    "compare_edges": """
>>> found = np.array([[0, 1, 1, 1, 0]] * 2, bool)
>>> expected = np.array([[0, 0, 1, 1, 0]] * 2, bool)
>>> correct, missed, false_alarms = preamar.compare_edges(found, expected)
>>> round(correct, 2), round(missed, 2), round(false_alarms, 2)
(0.67, 0.0, 0.33)
""",
    "dilate": """
>>> image = np.zeros((5, 5), np.uint8)
>>> image[2, 2] = 7
>>> preamar.dilate(image, radius=1)
array([[0, 0, 0, 0, 0],
       [0, 0, 7, 0, 0],
       [0, 7, 7, 7, 0],
       [0, 0, 7, 0, 0],
       [0, 0, 0, 0, 0]], dtype=uint8)
""",
    "distance": """
>>> mask = np.array([[0, 1, 1, 1, 1]] * 2, np.uint8)
>>> preamar.distance(mask)
array([[0., 1., 2., 3., 4.],
       [0., 1., 2., 3., 4.]], dtype=float32)
>>> preamar.distance(mask, spacing=0.5)
array([[0. , 0.5, 1. , 1.5, 2. ],
       [0. , 0.5, 1. , 1.5, 2. ]], dtype=float32)
""",
    "erode": """
>>> image = np.full((5, 5), 7, np.uint8)
>>> image[2, 2] = 0
>>> preamar.erode(image, radius=1)
array([[7, 7, 7, 7, 7],
       [7, 7, 0, 7, 7],
       [7, 0, 0, 0, 7],
       [7, 7, 0, 7, 7],
       [7, 7, 7, 7, 7]], dtype=uint8)
""",
    "expand_labels": """
>>> labels = np.array([[0, 1, 0, 0, 0, 0, 2, 0]] * 2, np.uint8)
>>> preamar.expand_labels(labels, distance=2)
array([[1, 1, 1, 1, 2, 2, 2, 2],
       [1, 1, 1, 1, 2, 2, 2, 2]], dtype=uint8)
""",
    "fill_depressions": """
>>> elevation = np.array([[9, 9, 9, 9],
...                       [9, 3, 4, 6],
...                       [9, 9, 9, 9]], np.float32)
>>> preamar.fill_depressions(elevation)  # the pit drains over the cell of height 6
array([[9., 9., 9., 9.],
       [9., 6., 6., 6.],
       [9., 9., 9., 9.]], dtype=float32)
""",
    "fill_holes": """
>>> mask = np.array([[1, 1, 1, 0],
...                  [1, 0, 1, 0],
...                  [1, 1, 1, 0]], bool)
>>> preamar.fill_holes(mask).astype(np.uint8)
array([[1, 1, 1, 0],
       [1, 1, 1, 0],
       [1, 1, 1, 0]], dtype=uint8)
""",
    "gaussian": """
>>> image = np.zeros((5, 5), np.float32)
>>> image[2, 2] = 100
>>> preamar.gaussian(image, sigma=1).round(1)
array([[ 0.3,  1.3,  2.2,  1.3,  0.3],
       [ 1.3,  5.9,  9.7,  5.9,  1.3],
       [ 2.2,  9.7, 15.9,  9.7,  2.2],
       [ 1.3,  5.9,  9.7,  5.9,  1.3],
       [ 0.3,  1.3,  2.2,  1.3,  0.3]], dtype=float32)
""",
    "geodesic_distance": """
>>> mask = np.array([[1, 1, 1],
...                  [0, 0, 1],
...                  [1, 1, 1]], np.uint8)
>>> marker = np.zeros_like(mask)
>>> marker[0, 0] = 1
>>> preamar.geodesic_distance(marker, mask, connectivity=1)
array([[         0,          1,          2],
       [4294967295, 4294967295,          3],
       [         6,          5,          4]], dtype=uint32)
""",
    "gradient": """
>>> ramp = np.tile(np.arange(6, dtype=np.float32), (3, 1))
>>> preamar.gradient(ramp, sigma=1).round(2)
array([[0.5 , 0.86, 0.99, 0.99, 0.86, 0.5 ],
       [0.5 , 0.86, 0.99, 0.99, 0.86, 0.5 ],
       [0.5 , 0.86, 0.99, 0.99, 0.86, 0.5 ]], dtype=float32)
""",
    "h_maxima": """
>>> image = np.array([[0, 5, 4, 0, 3, 0]] * 2, np.uint8)
>>> preamar.h_maxima(image, 3)  # the peak of height 3 is removed, the peak of height 5 is lowered by 3
array([[0, 2, 2, 0, 0, 0],
       [0, 2, 2, 0, 0, 0]], dtype=uint8)
""",
    "h_minima": """
>>> image = np.array([[9, 4, 5, 9, 6, 9]] * 2, np.uint8)
>>> preamar.h_minima(image, 3)
array([[9, 7, 7, 9, 9, 9],
       [9, 7, 7, 9, 9, 9]], dtype=uint8)
""",
    "histogram": """
>>> image = np.array([[0, 1, 1], [2, 2, 2]], np.uint8)
>>> preamar.histogram(image, bins=4, range=(0, 4)).tolist()
[1, 2, 3, 0]
""",
    "hysteresis": """
>>> image = np.array([[0, 2, 2, 9, 0, 2, 0]] * 2, np.uint8)
>>> preamar.hysteresis(image, low=1, high=5).astype(np.uint8)
array([[0, 1, 1, 1, 0, 0, 0],
       [0, 1, 1, 1, 0, 0, 0]], dtype=uint8)
""",
    "invert": """
>>> preamar.invert(np.array([[0, 100, 255]] * 2, np.uint8))
array([[255, 155,   0],
       [255, 155,   0]], dtype=uint8)
>>> preamar.invert(np.array([[0.0, 2.5, -4.0]] * 2))
array([[ 0. , -2.5,  4. ],
       [ 0. , -2.5,  4. ]])
""",
    "label": """
>>> mask = np.array([[1, 1, 0, 0, 1],
...                  [0, 1, 0, 0, 1],
...                  [0, 0, 1, 0, 0]], bool)
>>> labels, count = preamar.label(mask)
>>> labels
array([[1, 1, 0, 0, 2],
       [0, 1, 0, 0, 2],
       [0, 0, 1, 0, 0]], dtype=uint32)
>>> count
2
>>> labels, count = preamar.label(mask, connectivity=1)
>>> count
3
""",
    "measure": """
>>> labels = np.array([[1, 1, 0, 2],
...                    [1, 0, 0, 2]], np.uint8)
>>> table = preamar.measure(labels, properties=['size', 'centroid'])
>>> for name, column in table.items():
...     print(name, column.round(2).tolist())
label [1, 2]
size [3, 2]
centroid-0 [0.33, 0.5]
centroid-1 [0.33, 3.0]
""",
    "minmax": """
>>> image = np.array([[3, -1], [7, 2]], np.int16)
>>> preamar.minmax(image)
(-1, 7)
""",
    "opening": """
>>> image = np.zeros((3, 5), np.uint8)
>>> image[1, 2] = 9
>>> preamar.opening(image, radius=1)
array([[0, 0, 0, 0, 0],
       [0, 0, 0, 0, 0],
       [0, 0, 0, 0, 0]], dtype=uint8)
""",
    "opening_by_reconstruction": """
>>> image = np.zeros((5, 7), np.uint8)
>>> image[1:4, 1:4] = 9  # a wide object keeps its corners
>>> image[2, 5] = 9  # a single pixel is removed
>>> preamar.opening_by_reconstruction(image, radius=1)
array([[0, 0, 0, 0, 0, 0, 0],
       [0, 9, 9, 9, 0, 0, 0],
       [0, 9, 9, 9, 0, 0, 0],
       [0, 9, 9, 9, 0, 0, 0],
       [0, 0, 0, 0, 0, 0, 0]], dtype=uint8)
>>> preamar.opening(image, radius=1)  # rounds the corners off
array([[0, 0, 0, 0, 0, 0, 0],
       [0, 0, 9, 0, 0, 0, 0],
       [0, 9, 9, 9, 0, 0, 0],
       [0, 0, 9, 0, 0, 0, 0],
       [0, 0, 0, 0, 0, 0, 0]], dtype=uint8)
""",
    "otsu": """
>>> image = np.array([[10, 11, 10], [200, 201, 200]], np.uint8)
>>> level = preamar.otsu(image)
>>> level
11.0
>>> preamar.threshold(image, level).astype(np.uint8)
array([[0, 0, 0],
       [1, 1, 1]], dtype=uint8)
""",
    "reconstruct": """
>>> mask = np.array([[1, 5, 1, 4, 1]] * 2, np.uint8)
>>> marker = np.array([[0, 3, 0, 0, 0]] * 2, np.uint8)
>>> preamar.reconstruct(marker, mask)
array([[1, 3, 1, 1, 1],
       [1, 3, 1, 1, 1]], dtype=uint8)
""",
    "regional_maxima": """
>>> image = np.array([[0, 5, 5, 1, 3, 0]] * 2, np.uint8)
>>> preamar.regional_maxima(image).astype(np.uint8)
array([[0, 1, 1, 0, 1, 0],
       [0, 1, 1, 0, 1, 0]], dtype=uint8)
""",
    "regional_minima": """
>>> image = np.array([[9, 4, 4, 8, 6, 9]] * 2, np.uint8)
>>> preamar.regional_minima(image).astype(np.uint8)
array([[0, 1, 1, 0, 1, 0],
       [0, 1, 1, 0, 1, 0]], dtype=uint8)
""",
    "relabel": """
>>> labels = np.array([[7, 7, 0, 3]] * 2, np.uint8)
>>> preamar.relabel(labels)
(array([[2, 2, 0, 1],
       [2, 2, 0, 1]], dtype=uint8), 2)
""",
    "remove_small_holes": """
>>> mask = np.array([[1, 1, 1, 1, 1],
...                  [1, 0, 1, 0, 0],
...                  [1, 1, 1, 0, 0]], bool)
>>> preamar.remove_small_holes(mask, 2).astype(np.uint8)
array([[1, 1, 1, 1, 1],
       [1, 1, 1, 0, 0],
       [1, 1, 1, 0, 0]], dtype=uint8)
""",
    "remove_small_objects": """
>>> mask = np.array([[1, 0, 1, 1], [0, 0, 1, 1]], bool)
>>> preamar.remove_small_objects(mask, 2).astype(np.uint8)
array([[0, 0, 1, 1],
       [0, 0, 1, 1]], dtype=uint8)
""",
    "sobel": """
>>> ramp = np.tile(np.arange(5, dtype=np.float32), (3, 1))
>>> preamar.sobel(ramp)
array([[4., 8., 8., 8., 4.],
       [4., 8., 8., 8., 4.],
       [4., 8., 8., 8., 4.]], dtype=float32)
""",
    "subtract": """
>>> image = np.array([[10, 20, 30]] * 2, np.uint8)
>>> background = np.array([[12, 12, 12]] * 2, np.uint8)
>>> preamar.subtract(image, background)
array([[ 0,  8, 18],
       [ 0,  8, 18]], dtype=uint8)
""",
    "threshold": """
>>> image = np.array([[10, 20, 30]] * 2, np.uint8)
>>> preamar.threshold(image, 20).astype(np.uint8)
array([[0, 0, 1],
       [0, 0, 1]], dtype=uint8)
""",
    "top_hat": """
>>> image = np.full((3, 5), 4, np.uint8)
>>> image[1, 2] = 9
>>> preamar.top_hat(image, radius=1)
array([[0, 0, 0, 0, 0],
       [0, 0, 5, 0, 0],
       [0, 0, 0, 0, 0]], dtype=uint8)
""",
    "valid": """
>>> heights = np.array([[412, 415, -9999]] * 2, np.int16)
>>> mask = preamar.valid(heights, nodata=-9999)
>>> mask.astype(np.uint8)
array([[1, 1, 0],
       [1, 1, 0]], dtype=uint8)
>>> preamar.minmax(heights, valid=mask)
(412, 415)
""",
    "watershed": """
>>> image = np.array([[1, 2, 9, 2, 1]] * 2, np.uint8)
>>> markers = np.array([[1, 0, 0, 0, 2]] * 2, np.uint8)
>>> preamar.watershed(image, markers)
array([[1, 1, 1, 2, 2],
       [1, 1, 1, 2, 2]], dtype=uint8)
>>> preamar.watershed(image, markers, line=True)
array([[1, 1, 0, 2, 2],
       [1, 1, 0, 2, 2]], dtype=uint8)
""",
}
