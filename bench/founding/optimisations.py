"""Experiments of L. H. A. Lourenço: table 5.3, his small CUDA kernels, as counts from their code and their addresses."""

import ctypes
import re
import runpy
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import transactions

FOLDER = Path(__file__).parent
KERNEL_TABLE = runpy.run_path(str(FOLDER.parents[1] / "tools/kernel_table"))
SOURCE = FOLDER / "optimisations.cu"
ARCHITECTURES = ["75", "120"]  # the oldest and the newest that Preamar is compiled for
COUNT, FEW = 10_000_000, 100_000  # elements in the article
ANGLES = 158  # the elements of the third group are below

# The article's number and listing, the kernel here, what its threads read and write, the conditions by which lanes go apart,
# the elements and the threads per block of the launch, and the article's milliseconds on G80, GT200 and Fermi.
own, partner = lambda i, n: i, lambda i, n: i ^ 1
both = [lambda i, n: np.maximum(i - 1, 0), lambda i, n: np.minimum(i + 1, n - 1)]
ends, odd = [lambda i, n: i > 0, lambda i, n: i < n - 1], [lambda i, n: i % 2 == 1]
KERNELS = [
    ("1.A", "3.1", "swap_by_writes", [own], partner, [], COUNT, 256, (10.79, 1.04, 0.68)),
    ("1.B", "3.2", "swap_by_reads", [partner], own, [], COUNT, 256, (7.88, 1.04, 0.71)),
    ("1.C", "3.3", "swap_by_texture", [partner], own, [], COUNT, 256, (0.88, 0.55, 0.39)),
    ("2.A", "3.4", "neighbours_by_branches", both, own, ends, COUNT, 256, (14.86, 2.2, 0.90)),
    ("2.B", "3.5", "neighbours_by_texture", both, own, ends, COUNT, 256, (2.21, 1.16, 0.92)),
    ("2.C", "3.6", "neighbours_by_logic", both, own, [], COUNT, 256, (1.69, 1.06, 0.82)),
    ("3.A", "3.7", "direction_by_branches", [own], own, odd, COUNT, 256, (2.56, 1.31, 1.27)),
    ("3.B", "3.8", "direction_by_logic", [own], own, [], COUNT, 256, (1.63, 1.04, 0.76)),
    ("4.A", "3.9", "copy_plus_1", [own], own, [], FEW, 5, (0.17, 0.15, 0.15)),
    ("4.B", "3.9", "copy_plus_1", [own], own, [], FEW, 256, (0.03, 0.025, 0.016)),
]
INSTRUCTION = re.compile(r"/\*[0-9a-f]+\*/\s+(?:@(!?U?P\d) +)?([A-Z][\w.]*)([^;]*);")


def check_results():
    """As C++ on the processor, the kernels of a group have the same results."""
    count = 1000
    angles = np.random.default_rng(1).integers(0, ANGLES, count).astype(np.float32)
    with tempfile.TemporaryDirectory(prefix="preamar-optimisations-") as folder:
        library = Path(folder) / "host.so"
        command = ["g++", "-O2", "-shared", "-fPIC", "-DFLOAT=double", FOLDER / "optimisations_host.cpp", "-o", library]
        subprocess.run(command, check=True)
        functions = ctypes.CDLL(str(library))
        results = {}
        for name, _, kernel, *_, threads, _ in KERNELS:
            result = np.empty_like(angles)
            functions.run(functions[kernel], *(ctypes.c_void_p(one.ctypes.data) for one in (result, angles)), count, threads)
            if not np.array_equal(results.setdefault(name[0], result), result):
                sys.exit(f"bench/founding: {kernel} has another result than the first kernel of its group")


def machine_code(architecture, constants, nvcc, nvdisasm):
    with tempfile.TemporaryDirectory(prefix="preamar-optimisations-") as folder:
        code = Path(folder) / "optimisations.cubin"
        subprocess.run([nvcc, "-cubin", "-std=c++17", f"-DFLOAT={constants}", f"-arch=sm_{architecture}", SOURCE, "-o", code],
                       check=True)
        return subprocess.run([nvdisasm, "-c", code], check=True, capture_output=True, text=True).stdout


def instructions(code, kernel):
    """The predicate, the name and the operands of each instruction, without the subroutines and the padding after the end."""
    body = code.partition(f"\n.text.{kernel}:")[2].partition("\n//---")[0].partition(".weak")[0]
    found = INSTRUCTION.findall(body)
    last = max(place for place, (_, name, _) in enumerate(found) if name == "EXIT")
    return found[: last + 1]


def counted(code, kernel):
    """Conditional branches that only lead to the slow path of a division or a root are counted with their calls."""
    found = instructions(code, kernel)
    kinds = [name.partition(".")[0] for _, name, _ in found]
    branches = sum(bool(predicate) and kind == "BRA" for (predicate, *_), kind in zip(found, kinds))
    guarded = sum(bool(predicate) and kind not in ("BRA", "EXIT") for (predicate, *_), kind in zip(found, kinds))
    calls = kinds.count("CALL")
    return {
        "instructions": len(found),
        "branches": branches - calls,
        "calls": calls,
        "selects": guarded + kinds.count("SEL") + kinds.count("FSEL"),
        "loads": kinds.count("LDG"),
        "fetches": kinds.count("TLD"),
        "stores": kinds.count("STG"),
    }


def resident(threads, architecture):
    """The threads that a multiprocessor holds at once, and the most it can, if registers and memory set no other limit."""
    groups, warps = KERNEL_TABLE["LIMITS"][architecture][:2]
    own_warps = -(-threads // transactions.WARP)
    return min(groups, warps // own_warps) * threads, warps * transactions.WARP


def addressed(reads, write, conditions, count, threads):
    """The transactions per warp that read and write, by rule, and the warps whose lanes go apart."""
    index = transactions.elements(count, threads)
    has_element = index >= 0
    accessed = [np.where(has_element, place(index, count), -1) for place in (*reads, write)]
    apart = np.zeros(len(index), bool)
    for condition in conditions:
        holds = condition(index, count)
        apart |= (holds & has_element).any(axis=1) & (~holds & has_element).any(axis=1)
    return {
        "warps": len(index),
        "divergent": int(apart.sum()),
        "transactions": {rule: [transactions.per_warp(accessed[:-1], rule), transactions.per_warp(accessed[-1:], rule)]
                         for rule in transactions.RULES},
    }


def optimisations(quick):
    nvcc, nvdisasm = map(KERNEL_TABLE["toolkit_program"], ("nvcc", "nvdisasm"))
    if not (nvcc and nvdisasm):
        if quick:
            return []
        sys.exit("bench/founding: nvcc or nvdisasm is missing: run tools/setup --all")
    check_results()
    codes = {(architecture, constants): machine_code(architecture, constants, nvcc, nvdisasm)
             for architecture in ARCHITECTURES for constants in ("double", "float")}
    found = []
    for name, listing, kernel, reads, write, conditions, count, threads, reported in KERNELS:
        row = {"name": name, "listing": listing, "kernel": kernel, "count": count // 100 if quick else count, "threads": threads,
               "reported": reported}
        row["code"] = {constants: {"sm_" + architecture: counted(codes[architecture, constants], kernel)
                                   for architecture in ARCHITECTURES} for constants in ("double", "float")}
        row["resident"] = {"sm_" + architecture: resident(threads, architecture) for architecture in ARCHITECTURES}
        found.append(row | addressed(reads, write, conditions, row["count"], threads))
    return found
