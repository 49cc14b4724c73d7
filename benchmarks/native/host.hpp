// What the peers of native-host.sh share: data from files, processor time, and a line for each result.
#pragma once

#include <malloc.h>
#include <time.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace host {

inline std::string folder;
inline std::vector<std::string> wanted;
inline int runs = 6;

// A file of numbers that peers.py wrote.
template <typename T>
std::vector<T> read(const std::string &name) {
    std::ifstream in(folder + "/" + name, std::ios::binary | std::ios::ate);
    if (!in) {
        throw std::runtime_error("no file " + name);
    }
    std::vector<T> values(static_cast<size_t>(in.tellg()) / sizeof(T));
    in.seekg(0);
    in.read(reinterpret_cast<char *>(values.data()), static_cast<std::streamsize>(values.size() * sizeof(T)));
    return values;
}

// Milliseconds of the processor that this thread has used.
inline double now() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
}

// Arguments: folder of the data, runs, works; without works all of them. Memory is kept from run to run, as the heap of a JVM is.
inline void start(int count, char **arguments) {
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
    mallopt(M_TOP_PAD, 1 << 28);
    folder = arguments[1];
    runs = std::atoi(arguments[2]);
    wanted.assign(arguments + 3, arguments + count);
}

inline bool wants(const std::string &work) {
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), work) != wanted.end();
}

// Prints the fastest of some runs of a call that returns a number to check.
template <typename Call>
void time(const std::string &work, const std::string &by, Call call) {
    double fastest = std::numeric_limits<double>::infinity();
    double found = 0;
    for (int run = 0; run < runs; run++) {
        double begin = now();
        found = static_cast<double>(call());
        fastest = std::min(fastest, now() - begin);
    }
    std::printf("%s,%s,%.2f,%.17g\n", work.c_str(), by.c_str(), fastest, found);
    std::fflush(stdout);
}

// The radii of lists of about 6 and 60 matches among a million uniform points in the unit square.
inline const std::vector<std::pair<std::string, double>> RADII = {{"6", 0.0013819765978853}, {"60", 0.0043701937223683}};

}  // namespace host
