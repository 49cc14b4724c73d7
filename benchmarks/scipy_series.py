#!/usr/bin/env python3
"""scikit-learn's DBSCAN, SciPy's spanning tree of all distances and its counts of pairs over n, as rows of `benchmarks/run calls --series`.

The data have the sizes and distributions of the calls dbscan, spanning-tree and pair-counts, but are not the same numbers. The spanning tree
needs a matrix of all distances, so that it ends at 10^4. One thread; builds are part of the time. Report the output beside Gyre's:

    python3 benchmarks/scipy_series.py > /tmp/scipy.csv
    benchmarks/run calls --series --points GYRE.csv --points /tmp/scipy.csv
"""

import argparse
import math
import time

SEED = 20261124
TITLES = "call,n,device,data,first ns,second ns,runs,median ns,fastest ns,slowest ns"
PARTS = ("first compile", "later compile", "prepare", "upload", "compile", "compute", "download", "refine")
LONG = 2.0


def dbscan(numpy, points):
    from sklearn.cluster import DBSCAN

    eps = 0.0012616 * math.sqrt(2e6 / len(points))
    DBSCAN(eps=eps, min_samples=5, algorithm="kd_tree", n_jobs=1).fit(points)


def spanning_tree(numpy, points):
    from scipy.sparse.csgraph import minimum_spanning_tree
    from scipy.spatial.distance import pdist, squareform

    minimum_spanning_tree(squareform(pdist(points)))


def pair_counts(numpy, points):
    from scipy.spatial import cKDTree

    radius = 0.05 * (2e6 / len(points)) ** (1 / 3)
    tree = cKDTree(points)
    tree.count_neighbors(tree, radius * numpy.arange(1, 21) / 20)


CALLS = (
    ("dbscan", "scikit-learn on 1 thread", dbscan, 2, 1_000_000),
    ("spanning-tree", "SciPy on 1 thread", spanning_tree, 3, 10_000),
    ("pair-counts", "SciPy on 1 thread", pair_counts, 3, 100_000),
)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5, help="one if the first takes more than 2 s")
    options = parser.parse_args()
    import numpy

    print(TITLES, *(f"{part} ns" for part in PARTS), sep=",")
    for call, device, work, dims, largest in CALLS:
        n = 1_000
        while n <= largest:
            points = numpy.random.default_rng(SEED).random((n, dims))
            seconds = []
            while len(seconds) < options.runs and (not seconds or seconds[0] < LONG):
                start = time.perf_counter()
                work(numpy, points)
                seconds.append(time.perf_counter() - start)
            nanos = [round(second * 1e9) for second in seconds]
            ordered = sorted(nanos)
            second = nanos[min(1, len(nanos) - 1)]
            row = [call, n, device, "fresh", nanos[0], second, len(nanos)]
            print(*row, ordered[len(ordered) // 2], ordered[0], ordered[-1], *(-1 for part in PARTS), sep=",", flush=True)
            n *= 10


if __name__ == "__main__":
    main()
