#!/usr/bin/env python3
"""PyTorch's cdist + topk on the problem of `benchmarks/run resident`, as rows of a Markdown table.

131,072 uniform points against themselves in float32, k = 8, data on the GPU, queries in batches so that the distance
matrix fits. Times are CUDA events around all batches: 3 warm-up runs, then the median of 10.
"""

import argparse
import statistics
import sys
import time

N = 131_072
K = 8
DIMENSIONS = (3, 16)
BATCH = 8_192
WARMUPS = 3
RUNS = 10


def row(who, dims, milliseconds):
    median = statistics.median(milliseconds)
    rate = N * N / median / 1e6
    print(f"| {N} | {dims} | {K} | {who} | {median:.4g} | {min(milliseconds):.4g} | ms | {rate:.4g} |", flush=True)


def torch_cases(torch):
    name = torch.cuda.get_device_name(0)
    for dims in DIMENSIONS:
        points = torch.rand(N, dims, dtype=torch.float32, device="cuda")

        def search():
            for queries in points.split(BATCH):
                torch.cdist(queries, points).topk(K, dim=1, largest=False, sorted=False)

        def timed():
            start = torch.cuda.Event(enable_timing=True)
            end = torch.cuda.Event(enable_timing=True)
            start.record()
            search()
            end.record()
            end.synchronize()
            return start.elapsed_time(end)

        for _ in range(WARMUPS):
            search()
        row(f"PyTorch {torch.__version__} cdist+topk, {name}", dims, [timed() for _ in range(RUNS)])


def scipy_cases():
    import numpy
    import scipy
    from scipy.spatial import cKDTree

    # Not in 16 dimensions, where a kd-tree looks at most points: minutes on two cores.
    dims = 3
    points = numpy.random.default_rng(20261120).random((N, dims))
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        cKDTree(points).query(points, k=K, workers=-1)
        times.append((time.perf_counter() - start) * 1e3)
    row(f"SciPy {scipy.__version__} cKDTree, build and query, all cores", dims, times)


def header():
    print("| n | dims | k | by | median | fastest | unit | 10^9 pairs/s |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |", flush=True)


def torch_with_cuda():
    """PyTorch, or why it cannot be used."""
    try:
        import torch
    except ImportError:
        return None, "PyTorch is not installed"
    if not torch.cuda.is_available():
        return None, "PyTorch finds no CUDA device"
    return torch, None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scipy", action="store_true", help="run SciPy's cKDTree on the CPU too")
    arguments = parser.parse_args()
    torch, missing = torch_with_cuda()
    if torch or arguments.scipy:
        header()
    if torch:
        torch_cases(torch)
    if arguments.scipy:
        try:
            scipy_cases()
        except ImportError as error:
            sys.exit(f"torch_knn.py: {error}")
    if missing:
        sys.exit(f"torch_knn.py: {missing}")


if __name__ == "__main__":
    main()
