#!/usr/bin/env python3
"""The data of native-host.sh, and NumPy's and SciPy's times on them.

    peers.py data FOLDER           writes the data: files of little-endian numbers, rows of points one after the other
    peers.py FOLDER RUNS [WORK…]   times works, all of them without names: a line of work, library, ms of processor time, number found
    peers.py table FILE…           a table of the least times of such lines
"""

import csv
import gzip
import os
import sys
import time

SEED = 20261124
RADII = {"6": 0.0013819765978853, "60": 0.0043701937223683}
CITIES = "../../engine/cli/src/main/resources/dev/gyre/cli/data-sets/cities.csv.gz"


def write_data(folder):
    import numpy

    random = numpy.random.default_rng(SEED)
    os.makedirs(folder, exist_ok=True)
    for dims in (2, 3, 6):
        random.random((1_000_000, dims)).tofile(f"{folder}/points-{dims}")
    n = 4_000_000
    random.integers(-(2**31), 2**31, n, dtype=numpy.int32).tofile(f"{folder}/ints")
    random.integers(-(2**63), 2**63 - 1, n, dtype=numpy.int64).tofile(f"{folder}/longs")
    random.random(n).tofile(f"{folder}/doubles")
    random.random((200, 50_000), dtype=numpy.float32).tofile(f"{folder}/rows")
    random.random((50_000, 64), dtype=numpy.float32).tofile(f"{folder}/points-64")
    random.random((2_000, 64), dtype=numpy.float32).tofile(f"{folder}/queries-64")
    with gzip.open(os.path.join(os.path.dirname(os.path.abspath(__file__)), CITIES), "rt", encoding="utf-8") as file:
        places = [(float(row["lat"]), float(row["lon"])) for row in csv.DictReader(file)]
    numpy.array(places).tofile(f"{folder}/cities")


def measure(folder, runs, wanted):
    import numpy
    from scipy.spatial import cKDTree

    def points(name, dims):
        return numpy.fromfile(f"{folder}/{name}").reshape(-1, dims)

    def timed(work, by, call):
        fastest = float("inf")
        for _ in range(runs):
            start = time.thread_time()
            found = call()
            fastest = min(fastest, (time.thread_time() - start) * 1e3)
        print(f"{work},{by},{fastest:.2f},{found}", flush=True)

    def wants(work):
        return not wanted or work in wanted

    for work, name, dims in (
        ("build 1 M x 2", "points-2", 2),
        ("build 1 M x 3", "points-3", 3),
        ("build 1 M x 6", "points-6", 6),
        ("build cities", "cities", 2),
    ):
        if wants(work):
            data = points(name, dims)
            timed(work, "SciPy", lambda: cKDTree(data, balanced_tree=False, compact_nodes=False).n)
    for work, name, kind in (("int", "ints", "<i4"), ("long", "longs", "<i8"), ("double", "doubles", "<f8")):
        if wants(f"order 4 M {work}"):
            keys = numpy.fromfile(f"{folder}/{name}", kind)
            timed(f"order 4 M {work}", "NumPy", lambda: numpy.argsort(keys, kind="stable")[len(keys) // 2])
    for matches, radius in RADII.items():
        if wants(f"lists of {matches}"):
            tree = cKDTree(points("points-2", 2))
            timed(f"lists of {matches}", "SciPy, each pair once", lambda: len(tree.query_pairs(radius, output_type="ndarray")))


def table(files):
    times = {}
    for name in files:
        with open(name, encoding="utf-8") as file:
            for line in file:
                if line.count(",") < 3:
                    continue
                work, rest = line.split(",", 1)
                by, ms, _ = rest.rsplit(",", 2)
                cell = times.setdefault(work, {})
                cell[by] = min(cell.get(by, float("inf")), float(ms))
    print("| work | Gyre | best native | others |\n| --- | --- | --- | --- |")
    for work, cell in times.items():
        ours = "; ".join(f"{ms:.4g}{by[4:]}" for by, ms in cell.items() if by.startswith("Gyre"))
        peers = sorted((ms, by) for by, ms in cell.items() if not by.startswith("Gyre"))
        named = [f"{ms:.4g} ({by})" for ms, by in peers]
        print(f"| {work} | {ours} | {''.join(named[:1])} | {', '.join(named[1:])} |")


if __name__ == "__main__":
    if sys.argv[1] == "data":
        write_data(sys.argv[2])
    elif sys.argv[1] == "table":
        table(sys.argv[2:])
    else:
        measure(sys.argv[1], int(sys.argv[2]), sys.argv[3:])
