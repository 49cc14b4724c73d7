// nanoflann: builds, neighbors and lists; queries in the order of its tree, in which neighboring ones follow the same paths.
#include <nanoflann.hpp>

#include "host.hpp"

template <int DIMS>
struct Cloud {
    std::vector<double> values;
    size_t kdtree_get_point_count() const { return values.size() / DIMS; }
    double kdtree_get_pt(size_t row, size_t dim) const { return values[row * DIMS + dim]; }
    template <class Box>
    bool kdtree_get_bbox(Box &) const {
        return false;
    }
};

template <int DIMS>
using Tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<double, Cloud<DIMS>, double, uint32_t>, Cloud<DIMS>, DIMS, uint32_t>;

template <int DIMS>
void build(const std::string &work, const Cloud<DIMS> &cloud) {
    if (host::wants(work)) {
        host::time(work, "nanoflann", [&] {
            Tree<DIMS> tree(DIMS, cloud, nanoflann::KDTreeSingleIndexAdaptorParams(10));
            return tree.size_;
        });
    }
}

template <int DIMS>
void neighbors(const std::string &work, const Cloud<DIMS> &cloud) {
    if (!host::wants(work)) {
        return;
    }
    Tree<DIMS> tree(DIMS, cloud, nanoflann::KDTreeSingleIndexAdaptorParams(10));
    size_t n = tree.size_;
    std::vector<uint32_t> ids(9 * n);
    std::vector<double> keys(9 * n);
    host::time(work, "nanoflann", [&] {
        size_t at = 0;
        for (uint32_t row : tree.vAcc_) {
            nanoflann::KNNResultSet<double, uint32_t> nearest(9);
            nearest.init(&ids[9 * at], &keys[9 * at]);
            tree.findNeighbors(nearest, &cloud.values[row * DIMS], nanoflann::SearchParameters(0, false));
            at++;
        }
        return at;
    });
}

// A row of a list, which the search writes at the end of those before it.
struct Appended {
    using DistanceType = double;
    using IndexType = uint32_t;
    double limit;
    std::vector<uint32_t> &ids;
    std::vector<double> &keys;
    bool addPoint(double key, uint32_t id) {
        if (key <= limit) {
            ids.push_back(id);
            keys.push_back(key);
        }
        return true;
    }
    double worstDist() const { return limit; }
    bool full() const { return true; }
    size_t size() const { return ids.size(); }
    void sort() {}
};

void lists(const std::string &work, const Cloud<2> &cloud, double radius) {
    if (!host::wants(work)) {
        return;
    }
    Tree<2> tree(2, cloud, nanoflann::KDTreeSingleIndexAdaptorParams(10));
    std::vector<size_t> ends(tree.size_);
    std::vector<nanoflann::ResultItem<uint32_t, double>> row;
    std::vector<uint32_t> ids;
    std::vector<double> keys;
    host::time(work, "nanoflann, rows unordered", [&] {
        ids.clear();
        keys.clear();
        Appended rows{radius * radius, ids, keys};
        for (uint32_t query : tree.vAcc_) {
            tree.findNeighbors(rows, &cloud.values[2 * query], nanoflann::SearchParameters(0, false));
            ends[query] = ids.size();
        }
        return ids.size();
    });
    host::time(work, "nanoflann", [&] {
        ids.clear();
        keys.clear();
        for (uint32_t query : tree.vAcc_) {
            tree.radiusSearch(&cloud.values[2 * query], radius * radius, row, nanoflann::SearchParameters(0, true));
            for (const auto &match : row) {
                ids.push_back(match.first);
                keys.push_back(match.second);
            }
            ends[query] = ids.size();
        }
        return ids.size();
    });
}

int main(int count, char **arguments) {
    host::start(count, arguments);
    Cloud<2> two{host::read<double>("points-2")};
    Cloud<3> three{host::read<double>("points-3")};
    Cloud<6> six{host::read<double>("points-6")};
    build("build 1 M x 2", two);
    build("build 1 M x 3", three);
    build("build 1 M x 6", six);
    build("build cities", Cloud<2>{host::read<double>("cities")});
    neighbors("8 nearest others x 2", two);
    neighbors("8 nearest others x 3", three);
    for (const auto &[matches, radius] : host::RADII) {
        lists("lists of " + matches, two, radius);
    }
}
