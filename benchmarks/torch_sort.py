#!/usr/bin/env python3
"""PyTorch's sort and topk on the problems of `benchmarks/run resident-sort` and of the selection, as rows of a Markdown table.

Sort: random int32 on the GPU, values and indices. Top k: uniform float32, the k smallest of each row of 2,000 x 1,000,000
and of one list of 128 Mi values, sorted as topk does by default. Times are CUDA events around one call: 3 warm-up runs,
then the median and the fastest of 10. A case that does not fit the GPU's memory is listed without figures.
"""

import argparse
import statistics
import sys

SORT_SIZES = (1 << 16, 1 << 20, 1 << 22, 1 << 24, 1 << 26)
LISTS = ((2_000, 1_000_000), (1, 128 << 20))
KEPT = (10, 100, 1_000)
WARMUPS = 3
RUNS = 10


def header():
    print("| rows | n | k | by | median | fastest | unit | ns/value |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |", flush=True)


def row(who, rows, n, k, milliseconds):
    if milliseconds is None:
        print(f"| {rows} | {n} | {k} | {who} | – | – | does not fit the GPU's memory | – |", flush=True)
        return
    median = statistics.median(milliseconds)
    each = median * 1e6 / (rows * n)
    print(
        f"| {rows} | {n} | {k} | {who} | {median:.4g} | {min(milliseconds):.4g} | ms | {each:.4g} |",
        flush=True,
    )


def timed(torch, call):
    """Milliseconds of each run, or None where the GPU has too little memory."""
    try:
        for _ in range(WARMUPS):
            call()
        times = []
        for _ in range(RUNS):
            start = torch.cuda.Event(enable_timing=True)
            end = torch.cuda.Event(enable_timing=True)
            start.record()
            call()
            end.record()
            end.synchronize()
            times.append(start.elapsed_time(end))
        return times
    except torch.cuda.OutOfMemoryError:
        return None


def sort_cases(torch, device):
    for n in SORT_SIZES:
        keys = torch.randint(-(1 << 31), (1 << 31) - 1, (n,), dtype=torch.int32, device="cuda")
        who = f"PyTorch {torch.__version__} sort, int32 with indices, {device}"
        row(who, 1, n, "–", timed(torch, lambda: torch.sort(keys)))
        del keys
        torch.cuda.empty_cache()


def topk_cases(torch, device):
    for rows, n in LISTS:
        try:
            values = torch.rand(rows, n, dtype=torch.float32, device="cuda")
        except torch.cuda.OutOfMemoryError:
            values = None
        for k in KEPT:
            who = f"PyTorch {torch.__version__} topk, float32, {device}"
            call = lambda: torch.topk(values, k, dim=1, largest=False)
            row(who, rows, n, k, None if values is None else timed(torch, call))
        del values
        torch.cuda.empty_cache()


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
    parser.add_argument("--only", choices=("sort", "topk"), help="leave the other one out")
    arguments = parser.parse_args()
    torch, missing = torch_with_cuda()
    if missing:
        sys.exit(f"torch_sort.py: {missing}")
    device = torch.cuda.get_device_name(0)
    header()
    if arguments.only != "topk":
        sort_cases(torch, device)
    if arguments.only != "sort":
        topk_cases(torch, device)


if __name__ == "__main__":
    main()
