#!/usr/bin/env python3
"""scikit-learn's LocalOutlierFactor beside `gyre outliers`: the same scores, and the times of both.

Points are float64, uniform or in clusters, seeded; differences of the scores are relative. scikit-learn's time is of the wall clock: one run
that does not count, then the fastest of --runs, with --jobs threads. Gyre's is what its report calls compute, from a process of its own, which
includes the compilation by the JVM: `benchmarks/run calls --calls outliers` times calls of a warm one.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

SEED = 20261124
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def points(numpy, shape, n, dims):
    random = numpy.random.default_rng(SEED)
    if shape == "uniform":
        return random.random((n, dims))
    centers = random.random((20, dims)) * 100
    return centers[random.integers(0, 20, n)] + random.normal(size=(n, dims)) * random.exponential(1, (n, 1))


def gyre(numpy, rows, k, command):
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "points.npy")
        answer = os.path.join(folder, "scores.csv")
        numpy.save(source, rows)
        run = subprocess.run(
            [command, "outliers", "--input", source, "--k", str(k), "--output", answer, "--report", "json", "--device", "jvm"],
            check=True, capture_output=True, text=True)
        seconds = json.loads(run.stderr.strip().splitlines()[-1])["seconds"]
        return numpy.loadtxt(answer, delimiter=",", skiprows=1), seconds


def scikit(numpy, lof_class, rows, k, jobs, runs):
    best = float("inf")
    for run in range(runs + 1):
        lof = lof_class(n_neighbors=k, n_jobs=jobs)
        start = time.perf_counter()
        lof.fit(rows)
        seconds = time.perf_counter() - start
        best = min(best, seconds) if run > 0 else best
    distances, _ = lof.kneighbors()
    return numpy.column_stack([distances[:, -1], distances.mean(axis=1), -lof.negative_outlier_factor_]), best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="1000,100000", help="numbers of points (default: %(default)s)")
    parser.add_argument("--dims", type=int, default=3)
    parser.add_argument("--k", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=-1, help="threads of scikit-learn, -1 for all (default)")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--gyre", default=os.path.join(ROOT, "gyre"), help="the program (default: %(default)s)")
    given = parser.parse_args()
    try:
        import numpy
        import sklearn
        from sklearn.neighbors import LocalOutlierFactor
    except ImportError as missing:
        sys.exit(f"{missing}; Debian has it as python3-sklearn")
    print(f"# scikit-learn {sklearn.__version__}, numpy {numpy.__version__}, {os.cpu_count()} cores, k={given.k}, dims={given.dims}")
    print("shape,n,largest difference of k_distance,of mean_distance,of lof,scikit-learn s,gyre compute s")
    worst = 0
    for shape in ("uniform", "clusters"):
        for n in map(int, given.sizes.split(",")):
            rows = points(numpy, shape, n, given.dims)
            expected, best = scikit(numpy, LocalOutlierFactor, rows, given.k, given.jobs, given.runs)
            found, seconds = gyre(numpy, rows, given.k, given.gyre)
            differences = numpy.abs(found[:, 1:] / expected - 1).max(axis=0)
            worst = max(worst, differences.max())
            print(f"{shape},{n}," + ",".join(f"{d:.2g}" for d in differences) + f",{best:.3f},{seconds['compute']:.3f}", flush=True)
    if not worst < 1e-9:
        sys.exit(f"the scores differ by {worst:.2g}")


if __name__ == "__main__":
    main()
