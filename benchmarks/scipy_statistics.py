#!/usr/bin/env python3
"""SciPy's weighted counts of pairs, and Moran's I and Geary's C by matrices, beside `gyre pair-counts --weight` and `gyre autocorrelation`.

Seeded points and values go to Gyre as CSV. Weighted counts are those of `cKDTree.count_neighbors` with weights, which counts a pair of one set
from both sides and each row with itself: (sum - sum of squares) / 2 is compared. The moments are products of SciPy's sparse matrices with
vectors, over the graph of `cKDTree.query` or `query_pairs`, row-standardized or not. The exit code is 1 if a number differs by more than 1e-9
of the largest of its kind.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

SEED = 20261124
ROOT = pathlib.Path(__file__).resolve().parent.parent
TOLERANCE = 1e-9


def gyre(folder, *arguments):
    """The second column of the answer."""
    answer = folder / "answer.csv"
    command = [ROOT / "gyre", *arguments, f"--output={answer}", "--device=jvm", "--quiet"]
    subprocess.run(command, check=True)
    return [float(line.split(",")[1]) for line in answer.read_text().splitlines()[1:]]


def write(numpy, folder, **columns):
    path = folder / "rows.csv"
    table = numpy.column_stack(list(columns.values()))
    numpy.savetxt(path, table, delimiter=",", header=",".join(columns), comments="", fmt="%.17g")
    return path


def moments(numpy, graph, values):
    """Moran's I, Geary's C, and local I, from the matrix of weights."""
    n = len(values)
    z = values - values.mean()
    squares = z @ z
    total = graph.sum()
    lags = graph @ z
    # Of (x_i - x_j)^2 the sums over rows, over columns, and twice the products.
    degrees = numpy.asarray(graph.sum(axis=1)).ravel()
    others = numpy.asarray(graph.sum(axis=0)).ravel()
    differences = degrees @ z**2 + others @ z**2 - 2 * (z @ lags)
    return n / total * (z @ lags) / squares, (n - 1) / (2 * total) * differences / squares, z * lags / (squares / n)


def row(what, n, theirs, ours):
    largest = max(abs(a) for a in theirs)
    difference = max(abs(a - b) for a, b in zip(theirs, ours, strict=True)) / largest
    print(f"{what},{n},{difference:.2g}", flush=True)
    return difference <= TOLERANCE


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=20_000)
    parser.add_argument("--k", type=int, default=8)
    options = parser.parse_args()
    import numpy
    import scipy
    from scipy.sparse import csr_matrix, diags
    from scipy.spatial import cKDTree

    print(f"SciPy {scipy.__version__}, NumPy {numpy.__version__}", file=sys.stderr)
    random = numpy.random.default_rng(SEED)
    n, k = options.n, options.k
    points = random.random((n, 2))
    smooth = numpy.sin(6 * points[:, 0]) + points[:, 1] ** 2 + random.normal(size=n)
    weights = random.lognormal(size=n)
    radii = numpy.array([0.5, 1, 2, 5]) / numpy.sqrt(n)
    tree = cKDTree(points)
    same = True
    print("what,n,largest relative difference")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        path = write(numpy, folder, x=points[:, 0], y=points[:, 1], w=weights, v=smooth)
        source = (f"--input={path}", "--columns=x,y")
        found = gyre(folder, "pair-counts", *source, "--weight=w", "--radii=" + ",".join(repr(float(r)) for r in radii))
        counted = tree.count_neighbors(tree, radii, weights=weights)
        same &= row("weighted pair counts", n, (counted - weights @ weights) / 2, found)
        nearest = tree.query(points, k + 1)[1]
        # No two points are equal, so the first neighbor is the row itself.
        graph = csr_matrix((numpy.ones(n * k), nearest[:, 1:].ravel(), numpy.arange(0, n * k + 1, k)), shape=(n, n))
        pairs = tree.query_pairs(float(radii[2]), output_type="ndarray")
        both = numpy.vstack([pairs, pairs[:, ::-1]])
        within = csr_matrix((numpy.ones(len(both)), both.T), shape=(n, n))
        for name, weighted, how in (("nearest", graph, f"--k={k}"), ("radius", within, f"--radius={float(radii[2])!r}")):
            for standardized in (True, False):
                degrees = numpy.maximum(1, numpy.asarray(weighted.sum(axis=1)).ravel())
                matrix = diags(1 / degrees) @ weighted if standardized else weighted
                moran, geary, local = moments(numpy, matrix, smooth)
                style = () if standardized else ("--binary",)
                found = gyre(folder, "autocorrelation", *source, "--value=v", how, *style)
                label = f"{name} {'standardized' if standardized else 'binary'}"
                same &= row(f"{label}: I and C", n, (moran, geary), found)
                found = gyre(folder, "autocorrelation", *source, "--value=v", how, "--local", "--permutations=0", *style)
                same &= row(f"{label}: local I", n, local, found)
    sys.exit(0 if same else 1)


if __name__ == "__main__":
    main()
