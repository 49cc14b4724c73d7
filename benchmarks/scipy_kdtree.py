#!/usr/bin/env python3
"""SciPy's cKDTree on the problems of `benchmarks/run calls --calls kd-tree,knn-self-join`, as CSV.

Build of 16,777,216 points of 4 dimensions, and build and query of 2,000,000 points of 2, 4 and 6 dimensions, each point a
query: k = 9, as a query finds its own point. Points are float32, uniform or exponential with rate 40, seeded; cKDTree turns
them into float64, which is part of the build. A build has one thread, a query as many as --workers says. Times are of the
wall clock: one run that does not count, then the median and the fastest of --runs.
"""

import argparse
import os
import statistics
import sys
import time

SEED = 20261120
SHAPES = ("uniform", "exponential")
SPOILED = ("one_1e10", "one_1e150", "fill", "spread", "two_clusters", "lattice_with_a_hair")
TITLES = "operation,by,shape,n,dims,k,threads,runs,median ms,fastest ms"


def points(numpy, shape, n, dims):
    random = numpy.random.default_rng(SEED)
    if shape in SPOILED:
        return spoiled(numpy, random, shape, random.random((n, dims)))
    values = random.random((n, dims)) if shape == "uniform" else random.exponential(1 / 40, (n, dims))
    return values.astype(numpy.float32)


def spoiled(numpy, random, shape, values):
    """What `benchmarks/run calls --with shape=…` makes of uniform points for these shapes, in float64."""
    if shape == "one_1e10":
        values[7] = 1e10
    elif shape == "one_1e150":
        values[7] = 1e150
    elif shape == "fill":
        values[3::100] = -999999
    elif shape == "spread":
        far = values[3::100].shape
        values[3::100] = (random.random(far) - 0.5) * 10 ** (3 + 147 * random.random(far))
    elif shape == "two_clusters":
        values[::2] += 1e9
    else:
        values = numpy.rint(values * 100) * (1 + random.integers(0, 3, values.shape) * 2.0**-52)
    return values


def timed(call, runs):
    """Milliseconds of each run after the first, and what the last one gave."""
    result = call()
    times = []
    for _ in range(runs):
        result = None
        start = time.perf_counter()
        result = call()
        times.append((time.perf_counter() - start) * 1e3)
    return times, result


def row(operation, by, shape, n, dims, k, threads, times):
    print(
        f"{operation},{by},{shape},{n},{dims},{k},{threads},{len(times)},{statistics.median(times):.4g},{min(times):.4g}",
        flush=True,
    )


def cores():
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()


def numbers(text):
    return [int(value) for value in text.split(",")]


def names(text):
    chosen = text.split(",")
    for name in chosen:
        if name not in SHAPES + SPOILED:
            raise argparse.ArgumentTypeError(f"unknown shape {name}; known: {', '.join(SHAPES + SPOILED)}")
    return chosen


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=("build", "join"), help="leave the other one out")
    parser.add_argument("--n", type=numbers, default=[1 << 24], help="points of a build")
    parser.add_argument("--dims", type=numbers, default=[4], help="dimensions of a build")
    parser.add_argument("--shape", type=names, default=["uniform"], help="points of a build: " + ", ".join(SHAPES))
    parser.add_argument("--join-n", type=numbers, default=[2_000_000], help="points of a query")
    parser.add_argument("--join-dims", type=numbers, default=[2, 4, 6], help="dimensions of a query")
    parser.add_argument("--join-shape", type=names, default=list(SHAPES), help="points of a query, also: " + ", ".join(SPOILED))
    parser.add_argument("--k", type=int, default=8, help="neighbors beside the query's own point")
    parser.add_argument("--workers", type=int, default=-1, help="threads of a query; -1 for all cores")
    parser.add_argument("--runs", type=int, default=3, help="runs that count")
    arguments = parser.parse_args()
    if arguments.runs < 1 or arguments.k < 1:
        parser.error("runs and k must be 1 or more")
    if arguments.workers != -1 and arguments.workers < 1:
        parser.error("workers must be -1, or 1 or more")
    try:
        import numpy
        import scipy
        from scipy.spatial import cKDTree
    except ImportError as error:
        sys.exit(f"scipy_kdtree.py: {error}")
    by = f"SciPy {scipy.__version__} cKDTree"
    threads = arguments.workers if arguments.workers != -1 else cores()
    print(TITLES, flush=True)
    if arguments.only != "join":
        for shape in arguments.shape:
            for n in arguments.n:
                for dims in arguments.dims:
                    data = points(numpy, shape, n, dims)
                    times, _ = timed(lambda: cKDTree(data), arguments.runs)
                    row("build", by, shape, n, dims, "", 1, times)
    if arguments.only != "build":
        for shape in arguments.join_shape:
            for n in arguments.join_n:
                for dims in arguments.join_dims:
                    data = points(numpy, shape, n, dims)
                    building, tree = timed(lambda: cKDTree(data), arguments.runs)
                    row("build", by, shape, n, dims, "", 1, building)
                    wanted = arguments.k + 1
                    times, _ = timed(lambda: tree.query(data, k=wanted, workers=threads), arguments.runs)
                    row("query", by, shape, n, dims, wanted, threads, times)


if __name__ == "__main__":
    main()
