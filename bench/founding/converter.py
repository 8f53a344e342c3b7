"""Experiment of V. G. Furtado et al.: one function of each class, converted, and beside pragmas on the same loops."""

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import preamar

FOLDER = Path(__file__).parent / "patterns"
FORMS = ["serial", "openmp", "openacc", "converted"]
SIZES = [(1080, 1920), (2160, 3840), (4320, 7680)]
LEVEL = 127
ROUNDS = 41


def calls(library, image):
    """For each class: the call, and its result. Without a result to write, the call returns one."""
    height, width = image.shape

    def pixels(function, *parameters):
        def call(out=None):
            out = np.empty_like(image) if out is None else out
            function(ctypes.c_void_p(image.ctypes.data), ctypes.c_void_p(out.ctypes.data), width, height, *parameters)
            return out

        return call

    def counts(out=None):
        out = np.empty(256, np.int32) if out is None else out
        library.histogram(ctypes.c_void_p(image.ctypes.data), ctypes.c_void_p(out.ctypes.data), width, height)
        return out

    def maximum(out=None):
        return np.array(library.maximum(ctypes.c_void_p(image.ctypes.data), width, height))

    return {"P2P": pixels(library.binarise, LEVEL), "N2P": pixels(library.sobel), "R2S": maximum, "R2V": counts}


def milliseconds(call, *arguments):
    begun = time.perf_counter()
    call(*arguments)
    return 1e3 * (time.perf_counter() - begun)


def built(folder, forms):
    """These forms of patterns.c, each in a library of its own."""
    project = Path(folder) / "project"
    run = dict(check=True, stdout=subprocess.DEVNULL)
    configure = ["cmake", "-S", FOLDER, "-B", folder, "-DCMAKE_C_COMPILER=gcc"]
    if "converted" in forms:
        subprocess.run(["preamar-convert", FOLDER / "patterns.c", "-o", project, "--target", "cpp"], **run)
        configure.append(f"-DCONVERTED={project}")
    subprocess.run(configure, **run)
    subprocess.run(["cmake", "--build", folder, "--target", *forms], **run)
    return {form: ctypes.CDLL(str(Path(folder) / f"lib{form}.so")) for form in forms}


def inside(result):
    """Without the border, which Sobel does not write."""
    return result[1:-1, 1:-1] if result.ndim == 2 else result


def measured(name, forms):
    """The fastest of interleaved calls, which other programs disturb least: into an old result, and with a new one."""
    results = {form: call() for form, call in forms.items()}
    for form, result in results.items():
        if not np.array_equal(inside(result), inside(results["serial"])):
            sys.exit(f"bench/founding: {name}, {form}: differs from the serial loops")
    processing, total = ({form: [] for form in forms} for _ in range(2))
    for _ in range(ROUNDS):
        for form, call in forms.items():
            processing[form].append(milliseconds(call, results[form]))
            total[form].append(milliseconds(call))
    return {
        "processing_ms": {form: round(min(runs), 3) for form, runs in processing.items()},
        "total_ms": {form: round(min(runs), 3) for form, runs in total.items()},
    }


def classes(quick):
    """The four classes at three sizes. A quick run does without the converter if it is not installed."""
    has_converter = shutil.which("preamar-convert") is not None
    if not has_converter and not quick:
        sys.exit("bench/founding: preamar-convert is not on PATH; docs/convert.md says how to install it")
    os.environ["OMP_WAIT_POLICY"] = "passive"  # waiting threads must not occupy a processor
    found = []
    with tempfile.TemporaryDirectory(prefix="preamar-patterns-") as folder:
        libraries = built(folder, FORMS if has_converter else FORMS[:-1])
        for height, width in SIZES[:1] if quick else SIZES:
            image = np.ascontiguousarray(preamar.generate("photo", width)[:height])
            functions = {form: calls(library, image) for form, library in libraries.items()}
            for name in functions["serial"]:
                row = measured(name, {form: functions[form][name] for form in libraries})
                found.append({"name": name, "shape": image.shape} | row)
    return found
