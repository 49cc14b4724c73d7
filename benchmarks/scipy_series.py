#!/usr/bin/env python3
"""scikit-learn's DBSCAN and HDBSCAN*, SciPy's spanning tree of all distances, its counts of pairs and sums over its pairs, over n, as rows of
`benchmarks/run calls --series`.

The data have the sizes and distributions of the calls dbscan, hdbscan, spanning-tree, pair-counts and neighbor-statistics, but are not the same
numbers. The spanning tree needs a matrix of all distances. HDBSCAN* needs scikit-learn 1.3. Statistics are counts and sums of one column over
cKDTree's pairs by NumPy's bincount; Gyre's call also has squares, minimum and maximum. One thread; builds are part of the time. Larger sizes are
left out once a call takes longer than --most seconds. Times are processor times of the process, as Gyre's by `--clock PROCESSOR`, or with --wall
those of a clock on the wall. Report the output beside Gyre's:

    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python3 benchmarks/scipy_series.py > /tmp/scipy.csv
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


def hdbscan(numpy, points):
    from sklearn.cluster import HDBSCAN

    HDBSCAN(min_cluster_size=50, min_samples=50, algorithm="kd_tree", n_jobs=1, copy=True).fit(points)


def statistics(numpy, points):
    from scipy.spatial import cKDTree

    radius = 0.00282 * math.sqrt(2e6 / len(points))
    values = points[:, 0]
    pairs = cKDTree(points).query_pairs(radius, output_type="ndarray")
    left, right = pairs[:, 0], pairs[:, 1]
    n = len(points)
    numpy.bincount(left, minlength=n) + numpy.bincount(right, minlength=n)
    numpy.bincount(left, values[right], n) + numpy.bincount(right, values[left], n)


def clusters(numpy, generator, n, dims):
    """Five normal clouds of width 0.001, one row of each in turn; the call has one to eight."""
    centers = 360 * generator.random((5, dims)) - 180
    return centers[numpy.arange(n) % 5] + 0.001 * generator.standard_normal((n, dims))


def uniform(numpy, generator, n, dims):
    return generator.random((n, dims))


# The name, the library, the work, its data, the dimensions, and the largest n whose memory is sensible.
CALLS = (
    ("dbscan", "scikit-learn on 1 thread", dbscan, uniform, 2, 10_000_000),
    ("spanning-tree", "SciPy on 1 thread", spanning_tree, uniform, 3, 10_000),
    ("hdbscan", "scikit-learn on 1 thread", hdbscan, clusters, 3, 1_000_000),
    ("pair-counts", "SciPy on 1 thread", pair_counts, uniform, 3, 10_000_000),
    ("neighbor-statistics", "SciPy on 1 thread", statistics, uniform, 2, 1_000_000),
)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5, help="one if the first takes more than 2 s")
    parser.add_argument("--most", type=float, default=20.0, help="seconds: after a call that takes longer, larger sizes are left out")
    parser.add_argument("--calls", default=",".join(call[0] for call in CALLS), help="which calls, with commas between")
    parser.add_argument("--wall", action="store_true", help="a clock on the wall")
    options = parser.parse_args()
    clock = time.perf_counter if options.wall else time.process_time
    import numpy

    print(TITLES, *(f"{part} ns" for part in PARTS), sep=",")
    for call, device, work, data, dims, largest in CALLS:
        n = 1_000
        seconds = []
        while n <= largest and call in options.calls.split(",") and (not seconds or min(seconds) <= options.most):
            points = data(numpy, numpy.random.default_rng(SEED), n, dims)
            seconds = []
            while len(seconds) < options.runs and (not seconds or seconds[0] < LONG):
                start = clock()
                work(numpy, points)
                seconds.append(clock() - start)
            nanos = [round(second * 1e9) for second in seconds]
            ordered = sorted(nanos)
            second = nanos[min(1, len(nanos) - 1)]
            row = [call, n, device, "fresh", nanos[0], second, len(nanos)]
            print(*row, ordered[len(ordered) // 2], ordered[0], ordered[-1], *(-1 for part in PARTS), sep=",", flush=True)
            n *= 10


if __name__ == "__main__":
    main()
