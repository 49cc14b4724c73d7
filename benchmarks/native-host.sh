#!/usr/bin/env bash
# Times Gyre on one thread of the JVM beside the best native libraries, in turns on one core, and prints a table: processor time of the
# thread, the fastest of all runs. Builds the peers on first use; one that cannot be built is left out, with a line that says so.
#
#   benchmarks/native-host.sh [--rounds N] [--runs N] [--core N] [--gyre-only] [--threads N] [--work NAME]…
#
# With several threads, only Gyre is timed, on all cores and by the clock. Peers have at least the runs named, Gyre also 4 seconds.
# Needs g++, CMake and Python with NumPy and SciPy; Debian's libcgal-dev, libflann-dev, libfaiss-dev and libopenblas0 for those peers; git for
# the others, of which NATIVE_SOURCES may already have checkouts. Other builds of Gyre to compare: GYRE_JARS="before=DIR after=DIR".
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
sources=${NATIVE_SOURCES:-$here/target/native/sources}
programs=$here/target/native
data=$programs/data
rounds=2 runs=6 core=0 peers=1 threads=1 works=()
while (($#)); do
    case $1 in
        --rounds) rounds=$2 && shift ;;
        --runs) runs=$2 && shift ;;
        --core) core=$2 && shift ;;
        --work) works+=("$2") && shift ;;
        --gyre-only) peers=0 ;;
        --threads) threads=$2 peers=0 && shift ;;
        *) echo "unknown option $1" >&2 && exit 2 ;;
    esac
    shift
done
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
mkdir -p "$programs" "$sources"

checkout() {
    [[ -d $sources/$2 ]] || git clone --quiet --depth 1 "https://github.com/$1/$2" "$sources/$2"
}

compile() {
    local name=$1
    shift
    g++ -std=c++20 -O3 -march=native -DNDEBUG "$here/native/$name.cpp" -o "$programs/$name" "$@"
}

install_with_cmake() {
    local name=$1
    shift
    cmake -S "$sources/$name" -B "$programs/build/$name" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS=-march=native \
        -DCMAKE_PREFIX_PATH="$programs/installed" -DCMAKE_INSTALL_PREFIX="$programs/installed" "$@"
    cmake --build "$programs/build/$name" --parallel 2 --target install
}

make_peer() {
    case $1 in
        nanoflann) checkout jlblancoc nanoflann && compile nanoflann -I "$sources/nanoflann/include" ;;
        cgal) compile cgal -lgmp ;;
        flann) compile flann -lflann_cpp -llz4 ;;
        radix) compile radix ;;
        faiss) compile faiss -fopenmp -lfaiss -lopenblas ;;
        pkdtree)
            checkout ucrparlay Pkd-tree && checkout cmuparlay parlaylib \
                && compile pkdtree -DPARLAY_SEQUENTIAL -mcx16 -I "$sources/Pkd-tree/include" -I "$sources/parlaylib/include"
            ;;
        vqsort)
            checkout google highway && compile vqsort -I "$sources/highway" "$sources"/highway/hwy/{aligned_allocator,per_target,targets,abort,print,timer}.cc \
                "$sources"/highway/hwy/contrib/sort/vqsort{,_have,_i64a,_kv128a}.cc
            ;;
        arborx)
            checkout kokkos kokkos && checkout arborx ArborX && install_with_cmake kokkos -DKokkos_ENABLE_SERIAL=ON \
                && install_with_cmake ArborX && mapfile -t folders < <(find "$programs/installed/include" -type d) \
                && compile arborx "${folders[@]/#/-I}" -L "$programs/installed/lib" -lkokkoscore -ldl
            ;;
    esac
}

# Several threads are not held to the core.
cores=$core
((threads == 1)) || cores=0-$(($(nproc --all) - 1))
made=()
for name in nanoflann pkdtree arborx cgal flann radix vqsort faiss; do
    if ((peers)) && { [[ -x $programs/$name ]] || make_peer $name > "$programs/$name.log" 2>&1; }; then
        made+=("$name")
    elif ((peers)); then
        echo "left out: $name, see $programs/$name.log" >&2
    fi
done
[[ -f $data/cities ]] || python3 "$here/native/peers.py" data "$data"

for ((round = 1; round <= rounds; round++)); do
    for build in ${GYRE_JARS:-=$here/target}; do
        jars=${build#*=}
        taskset -c "$cores" "$java" -XX:+UseParallelGC -Xmx4g -Xms4g -XX:-UsePerfData -cp "$jars/lib/*:$jars/gyre-benchmarks-0.1.0-SNAPSHOT.jar" \
            "$here/native/GyreOnHost.java" "$data" "$runs" "$threads" "${works[@]}" | sed "s/,Gyre/,Gyre${build%%=*}/" >> "$programs/times.csv"
    done
    for name in "${made[@]}"; do
        OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 taskset -c "$core" "$programs/$name" "$data" "$runs" "${works[@]}" >> "$programs/times.csv"
    done
    if ((peers)); then
        taskset -c "$core" python3 "$here/native/peers.py" "$data" "$runs" "${works[@]}" >> "$programs/times.csv"
    fi
done
python3 "$here/native/peers.py" table "$programs/times.csv"
rm "$programs/times.csv"
