#!/usr/bin/env python3
"""SciPy's cKDTree.count_neighbors, and scikit-learn's two_point_correlation, on the problem of `benchmarks/run calls --calls pair-counts`, as CSV.

Uniform points of 3 dimensions, seeded, and 20 radii up to the one within which as many points are near as within 0.05 among two million.
Builds are part of the time, which is that of the processor, on one thread. The last column has the pairs within the largest radius, each once.
"""

import argparse
import time

SEED = 20261120
RADII = 20
TITLES = "by,n,radii,seconds of processor,pairs"


def scipy_counts(points, radii):
    from scipy.spatial import cKDTree

    tree = cKDTree(points)
    return tree.count_neighbors(tree, radii)


def sklearn_counts(points, radii):
    from sklearn.neighbors import KDTree

    return KDTree(points).two_point_correlation(points, radii)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=200_000)
    parser.add_argument("--runs", type=int, default=2)
    arguments = parser.parse_args()
    import numpy

    points = numpy.random.default_rng(SEED).random((arguments.n, 3))
    radii = 0.05 * (2e6 / arguments.n) ** (1 / 3) * numpy.arange(1, RADII + 1) / RADII
    print(TITLES)
    for name, counts in (("SciPy", scipy_counts), ("scikit-learn", sklearn_counts)):
        for _ in range(arguments.runs):
            start = time.process_time()
            found = counts(points, radii)
            seconds = time.process_time() - start
            print(f"{name},{arguments.n},{RADII},{seconds:.3f},{(int(found[-1]) - arguments.n) // 2}", flush=True)


if __name__ == "__main__":
    main()
