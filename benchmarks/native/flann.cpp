// FLANN's single kd-tree: builds, which copy the points in the order of the leaves.
#include <flann/flann.hpp>

#include "host.hpp"

void build(const std::string &work, const std::string &name, size_t dims) {
    if (!host::wants(work)) {
        return;
    }
    std::vector<double> values = host::read<double>(name);
    flann::Matrix<double> points(values.data(), values.size() / dims, dims);
    host::time(work, "FLANN", [&] {
        flann::Index<flann::L2_Simple<double>> tree(points, flann::KDTreeSingleIndexParams(10));
        tree.buildIndex();
        return tree.size();
    });
}

int main(int count, char **arguments) {
    host::start(count, arguments);
    build("build 1 M x 2", "points-2", 2);
    build("build 1 M x 3", "points-3", 3);
    build("build 1 M x 6", "points-6", 6);
    build("build cities", "cities", 2);
}
