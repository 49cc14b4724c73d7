// The Pkd-tree without threads: builds. Its points have no rows, so that a search finds places alone.
#include <cstring>
#include <iostream>

#include "parlay/parallel.h"
#include "cpdd/cpdd.h"

#include "host.hpp"

template <int DIMS>
void build(const std::string &work, const std::string &name) {
    if (!host::wants(work)) {
        return;
    }
    using Point = cpdd::PointType<double, DIMS>;
    std::vector<double> values = host::read<double>(name);
    auto points = parlay::sequence<Point>::uninitialized(values.size() / DIMS);
    auto work_of = points;
    std::memcpy(reinterpret_cast<void *>(points.data()), values.data(), values.size() * sizeof(double));
    host::time(work, "Pkd-tree", [&] {
        work_of = points;
        cpdd::ParallelKDtree<Point> tree;
        tree.build(parlay::make_slice(work_of), DIMS);
        return points.size();
    });
}

int main(int count, char **arguments) {
    host::start(count, arguments);
    build<2>("build 1 M x 2", "points-2");
    build<3>("build 1 M x 3", "points-3");
    build<6>("build 1 M x 6", "points-6");
    build<2>("build cities", "cities");
}
