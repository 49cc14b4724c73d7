#!/usr/bin/env python3
"""scikit-learn's DBSCAN beside `gyre cluster`: the same labels and core rows, and the time of both.

Two problems: the cities that ship with Gyre (eps 0.1 degrees, minPoints 5), and uniform points of 2 dimensions in the unit square
with about 10 neighbors each (minPoints 5). Rows go to Gyre as .npy, and its CSV is compared with scikit-learn's answer row by row.
scikit-learn's time is that of fit; Gyre's is prepare and compute of its report, in a process that has just started, and so not the
time of a second call (that is `benchmarks/run calls --calls dbscan`). The clock is that of the wall. The exit code is 1 if labels differ.
"""

import argparse
import csv
import gzip
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import time

SEED = 20261124
CITIES = "engine/cli/src/main/resources/dev/gyre/cli/data-sets/cities.csv.gz"


def cities(numpy, root):
    with gzip.open(root / CITIES, "rt", encoding="utf-8") as file:
        rows = csv.DictReader(file)
        return numpy.array([(float(row["lon"]), float(row["lat"])) for row in rows])


def by_gyre(numpy, root, folder, points, eps, min_points, threads):
    rows = folder / "points.npy"
    answer = folder / "clusters.csv"
    numpy.save(rows, points)
    command = [root / "gyre", "cluster", "--device=jvm", f"--threads={threads}", f"--input={rows}", f"--output={answer}"]
    command += [f"--eps={eps!r}", f"--min-points={min_points}", "--report=json", "--quiet"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    seconds = json.loads(done.stderr.strip().splitlines()[-1])["seconds"]
    found = numpy.loadtxt(answer, delimiter=",", skiprows=1, dtype=numpy.int64)
    return found[:, 1], found[:, 2] == 1, seconds["compute"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=2_000_000, help="uniform points")
    parser.add_argument("--threads", type=int, default=1, help="of both")
    options = parser.parse_args()
    import numpy
    import sklearn
    from sklearn.cluster import DBSCAN

    root = pathlib.Path(__file__).resolve().parent.parent
    print(f"scikit-learn {sklearn.__version__}, threads={options.threads}", file=sys.stderr)
    print("data,n,eps,min points,clusters,noise,labels,core rows,scikit-learn s,gyre s")
    uniform = numpy.random.default_rng(SEED).random((options.n, 2))
    eps = math.sqrt(10 / (math.pi * options.n))
    same = True
    for name, points, near in (("cities", cities(numpy, root), 0.1), ("uniform", uniform, eps)):
        start = time.perf_counter()
        model = DBSCAN(eps=near, min_samples=5, algorithm="kd_tree", n_jobs=options.threads).fit(points)
        seconds = time.perf_counter() - start
        with tempfile.TemporaryDirectory() as folder:
            labels, core, own = by_gyre(numpy, root, pathlib.Path(folder), points, near, 5, options.threads)
        expected = numpy.zeros(len(points), dtype=bool)
        expected[model.core_sample_indices_] = True
        differing = int((labels != model.labels_).sum()), int((core != expected).sum())
        same = same and differing == (0, 0)
        equal = ["equal" if count == 0 else f"{count} differ" for count in differing]
        noise = int((model.labels_ == -1).sum())
        print(
            f"{name},{len(points)},{near:.6g},5,{model.labels_.max() + 1},{noise},{equal[0]},{equal[1]},{seconds:.3g},{own:.3g}",
            flush=True,
        )
    sys.exit(0 if same else 1)


if __name__ == "__main__":
    main()
