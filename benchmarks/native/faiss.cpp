// FAISS: all distances in 64 dimensions, by a product of matrices, and its heaps over rows.
#include <faiss/utils/Heap.h>
#include <faiss/utils/distances.h>

#include "host.hpp"

int main(int count, char **arguments) {
    host::start(count, arguments);
    if (host::wants("brute force x 64")) {
        auto points = host::read<float>("points-64");
        auto queries = host::read<float>("queries-64");
        size_t n = queries.size() / 64;
        std::vector<float> keys(20 * n);
        std::vector<int64_t> ids(20 * n);
        host::time("brute force x 64", "FAISS", [&] {
            faiss::float_maxheap_array_t nearest = {n, 20, ids.data(), keys.data()};
            faiss::knn_L2sqr(queries.data(), points.data(), 64, n, points.size() / 64, &nearest);
            return ids[0];
        });
    }
    if (host::wants("selection")) {
        auto values = host::read<float>("rows");
        std::vector<float> keys(200 * 100);
        std::vector<int64_t> ids(keys.size());
        host::time("selection", "FAISS", [&] {
            faiss::float_maxheap_array_t smallest = {200, 100, ids.data(), keys.data()};
            smallest.heapify();
            smallest.addn(50000, values.data());
            smallest.reorder();
            return ids[99];
        });
    }
}
