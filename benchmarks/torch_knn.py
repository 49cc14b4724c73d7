#!/usr/bin/env python3
"""PyTorch's distances + topk on the problems of `benchmarks/run resident` and others, as rows of a Markdown table.

Uniform float32 points, data on the GPU, queries in batches so that the distance matrix fits:

- join: 131,072 points against themselves, k = 8, 3 and 16 dimensions
- many: 8,192 queries and 131,072 points, k = 100, 128 dimensions
- one: one query, k = 10, and 16,777,216 points of 4 dimensions, 1,048,576 of 128

Each by torch.cdist in its default mode, by a matrix product (|b|^2 - 2 a b by addmm, |a|^2 added to what was selected: fast, but
of fewer right digits than (a - b)^2), and one query also by (b - a)^2 itself. The fastest of them is the one to compare with.

TF32 is off: products are of float32. Times are CUDA events around all batches: 3 warm-up runs, then the median of 10. GFLOP/s
counts 3 operations for each pair and dimension (subtract, multiply, add), whatever the variant does; the share of the peak is of
--peak-gflops, or, without it, of a float32 matrix product of 8,192 x 8,192 that is timed first.
"""

import argparse
import statistics
import sys
import time

JOIN_N = 131_072
JOIN_K = 8
BATCH = 8_192
WARMUPS = 3
RUNS = 10
PRODUCT_N = 8_192
FLOPS_PER_PAIR_AND_DIMENSION = 3

# queries (None: the points themselves), points, dimensions, k
CASES = {
    "join": [(None, JOIN_N, 3, JOIN_K), (None, JOIN_N, 16, JOIN_K)],
    "many": [(8_192, 131_072, 128, 100)],
    "one": [(1, 16_777_216, 4, 10), (1, 1_048_576, 128, 10)],
}


def row(who, q, n, dims, k, milliseconds, peak_gflops=None):
    median = statistics.median(milliseconds)
    rate = q * n / median / 1e6
    gflops = FLOPS_PER_PAIR_AND_DIMENSION * dims * rate
    share = f"{100 * gflops / peak_gflops:.3g}" if peak_gflops else "–"
    print(
        f"| {q} | {n} | {dims} | {k} | {who} | {median:.4g} | {min(milliseconds):.4g} | ms | {rate:.4g} | {gflops:.4g} |"
        f" {share} |",
        flush=True,
    )


def timed(torch, work):
    """Milliseconds of each run after the warm-up, by CUDA events."""

    def once():
        start = torch.cuda.Event(enable_timing=True)
        end = torch.cuda.Event(enable_timing=True)
        start.record()
        work()
        end.record()
        end.synchronize()
        return start.elapsed_time(end)

    for _ in range(WARMUPS):
        work()
    return [once() for _ in range(RUNS)]


def by_cdist(torch, queries, points, k):
    for some in queries.split(BATCH):
        torch.cdist(some, points).topk(k, dim=1, largest=False, sorted=False)


def by_product(torch, queries, points, k):
    norms = (points * points).sum(dim=1)
    for some in queries.split(BATCH):
        keys = torch.addmm(norms, some, points.T, alpha=-2)
        nearest = keys.topk(k, dim=1, largest=False, sorted=False)
        nearest.values.add_((some * some).sum(dim=1, keepdim=True))


def by_difference(torch, queries, points, k):
    (points - queries).square().sum(dim=1).topk(k, largest=False, sorted=False)


def product_gflops(torch):
    """What a product of two square float32 matrices reaches, by its fastest run."""
    left = torch.rand(PRODUCT_N, PRODUCT_N, dtype=torch.float32, device="cuda")
    right = torch.rand(PRODUCT_N, PRODUCT_N, dtype=torch.float32, device="cuda")
    return 2 * PRODUCT_N**3 / min(timed(torch, lambda: left @ right)) / 1e6


def torch_cases(torch, names, peak_gflops):
    torch.backends.cuda.matmul.allow_tf32 = False
    device = torch.cuda.get_device_name(0)
    product = product_gflops(torch)
    peak = peak_gflops or product
    variants = {"cdist": by_cdist, "addmm": by_product}
    for name in names:
        for q, n, dims, k in CASES[name]:
            points = torch.rand(n, dims, dtype=torch.float32, device="cuda")
            queries = points if q is None else torch.rand(q, dims, dtype=torch.float32, device="cuda")
            these = {**variants, "difference": by_difference} if q == 1 else variants
            for variant, search in these.items():
                times = timed(torch, lambda: search(torch, queries, points, k))
                who = f"PyTorch {torch.__version__} {variant}+topk, TF32 off, {device}"
                row(who, len(queries), n, dims, k, times, peak)
    print(f"\nPeak: {'as given' if peak_gflops else 'the matrix product'}, {peak:.4g} GFLOP/s", end="")
    print(f"; a float32 matrix product: {product:.4g} GFLOP/s")


def scipy_cases():
    import numpy
    import scipy
    from scipy.spatial import cKDTree

    # Not in 16 dimensions, where a kd-tree looks at most points: minutes on two cores.
    dims = 3
    points = numpy.random.default_rng(20261120).random((JOIN_N, dims))
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        cKDTree(points).query(points, k=JOIN_K, workers=-1)
        times.append((time.perf_counter() - start) * 1e3)
    row(f"SciPy {scipy.__version__} cKDTree, build and query, all cores", JOIN_N, JOIN_N, dims, JOIN_K, times)


def header():
    print("| q | n | dims | k | by | median | fastest | unit | 10^9 pairs/s | GFLOP/s | % of peak |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |", flush=True)


def torch_with_cuda():
    """PyTorch, or why it cannot be used."""
    try:
        import torch
    except ImportError:
        return None, "PyTorch is not installed"
    if not torch.cuda.is_available():
        return None, "PyTorch finds no CUDA device"
    return torch, None


def positive(text):
    value = float(text)
    if not value > 0:
        raise argparse.ArgumentTypeError(f"must be above 0: {text}")
    return value


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--case", choices=CASES, action="append", help="only this one; can be repeated")
    parser.add_argument("--peak-gflops", type=positive, metavar="X", help="the GPU's float32 peak, for shares of it")
    parser.add_argument("--scipy", action="store_true", help="run SciPy's cKDTree on the CPU too")
    arguments = parser.parse_args()
    torch, missing = torch_with_cuda()
    if torch or arguments.scipy:
        header()
    if arguments.scipy:
        try:
            scipy_cases()
        except ImportError as error:
            sys.exit(f"torch_knn.py: {error}")
    if torch:
        torch_cases(torch, arguments.case or list(CASES), arguments.peak_gflops)
    if missing:
        sys.exit(f"torch_knn.py: {missing}")


if __name__ == "__main__":
    main()
