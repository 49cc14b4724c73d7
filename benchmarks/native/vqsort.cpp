// Highway's vqsort of keys with their rows: for ints in one word, for longs and doubles in two, where ties are in no order.
#include <hwy/contrib/sort/vqsort.h>

#include <cstring>

#include "host.hpp"

template <typename T>
void order(const std::string &work, const std::string &name) {
    if (!host::wants(work)) {
        return;
    }
    auto keys = host::read<T>(name);
    std::vector<hwy::K64V64> pairs(keys.size());
    std::vector<uint32_t> rows(keys.size());
    host::time(work, "vqsort", [&] {
        for (size_t row = 0; row < keys.size(); row++) {
            uint64_t bits;
            std::memcpy(&bits, &keys[row], sizeof(bits));
            bool flips = std::is_floating_point_v<T> && bits >> 63 != 0;
            pairs[row].key = flips ? ~bits : bits ^ 1ull << 63;
            pairs[row].value = row;
        }
        hwy::VQSort(pairs.data(), pairs.size(), hwy::SortAscending());
        for (size_t i = 0; i < rows.size(); i++) {
            rows[i] = static_cast<uint32_t>(pairs[i].value);
        }
        return rows[rows.size() / 2];
    });
}

int main(int count, char **arguments) {
    host::start(count, arguments);
    if (host::wants("order 4 M int")) {
        auto keys = host::read<int32_t>("ints");
        std::vector<int64_t> pairs(keys.size());
        std::vector<uint32_t> rows(keys.size());
        host::time("order 4 M int", "vqsort", [&] {
            for (size_t row = 0; row < keys.size(); row++) {
                pairs[row] = static_cast<int64_t>(static_cast<uint64_t>(static_cast<uint32_t>(keys[row])) << 32 | row);
            }
            hwy::VQSort(pairs.data(), pairs.size(), hwy::SortAscending());
            for (size_t i = 0; i < rows.size(); i++) {
                rows[i] = static_cast<uint32_t>(pairs[i]);
            }
            return rows[rows.size() / 2];
        });
    }
    order<int64_t>("order 4 M long", "longs");
    order<double>("order 4 M double", "doubles");
}
