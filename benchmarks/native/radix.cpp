// A plain radix sort from the last digit of 8 bits to the first, and a scan with a heap: what a page of C++ does.
#include <array>
#include <cstring>
#include <queue>

#include "host.hpp"

template <typename T>
struct Pair {
    T key;
    uint32_t row;
};

// Sorts pairs by keys without a sign; a digit that all share takes no pass.
template <typename T>
void sort(std::vector<Pair<T>> &pairs, std::vector<Pair<T>> &room) {
    constexpr int DIGITS = sizeof(T);
    std::vector<std::array<uint32_t, 256>> counts(DIGITS);
    for (const auto &pair : pairs) {
        for (int digit = 0; digit < DIGITS; digit++) {
            counts[digit][pair.key >> 8 * digit & 255]++;
        }
    }
    for (int digit = 0; digit < DIGITS; digit++) {
        auto &next = counts[digit];
        if (next[pairs[0].key >> 8 * digit & 255] == pairs.size()) {
            continue;
        }
        uint32_t before = 0;
        for (uint32_t &count : next) {
            uint32_t here = count;
            count = before;
            before += here;
        }
        for (const auto &pair : pairs) {
            room[next[pair.key >> 8 * digit & 255]++] = pair;
        }
        pairs.swap(room);
    }
}

template <typename T, typename Read>
void order(const std::string &work, const std::string &name, Read key) {
    if (!host::wants(work)) {
        return;
    }
    auto keys = host::read<decltype(key(0))>(name);
    std::vector<Pair<T>> pairs(keys.size());
    std::vector<Pair<T>> room(keys.size());
    std::vector<uint32_t> rows(keys.size());
    constexpr T SIGN = T{1} << (8 * sizeof(T) - 1);
    host::time(work, "radix sort", [&] {
        for (uint32_t row = 0; row < keys.size(); row++) {
            T bits;
            std::memcpy(&bits, &keys[row], sizeof(T));
            bool flips = std::is_floating_point_v<decltype(key(0))> && (bits & SIGN) != 0;
            pairs[row] = {flips ? static_cast<T>(~bits) : static_cast<T>(bits ^ SIGN), row};
        }
        sort(pairs, room);
        for (size_t i = 0; i < rows.size(); i++) {
            rows[i] = pairs[i].row;
        }
        return rows[rows.size() / 2];
    });
}

int main(int count, char **arguments) {
    host::start(count, arguments);
    order<uint32_t>("order 4 M int", "ints", [](int32_t key) { return key; });
    order<uint64_t>("order 4 M long", "longs", [](int64_t key) { return key; });
    order<uint64_t>("order 4 M double", "doubles", [](double key) { return key; });
    if (host::wants("selection")) {
        auto values = host::read<float>("rows");
        std::vector<std::pair<float, int>> found;
        host::time("selection", "heap in C++", [&] {
            found.clear();
            for (size_t row = 0; row < 200; row++) {
                std::priority_queue<std::pair<float, int>> nearest;
                for (int i = 0; i < 50000; i++) {
                    float value = values[row * 50000 + i];
                    if (nearest.size() < 100) {
                        nearest.emplace(value, i);
                    } else if (value < nearest.top().first) {
                        nearest.pop();
                        nearest.emplace(value, i);
                    }
                }
                size_t end = found.size() + 100;
                found.resize(end);
                while (!nearest.empty()) {
                    found[end - 101 + nearest.size()] = nearest.top();
                    nearest.pop();
                }
            }
            return found[99].second;
        });
    }
}
