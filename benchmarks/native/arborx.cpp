// ArborX on Kokkos Serial: builds, and lists of rows without an order and without distances.
#include <ArborX.hpp>
#include <Kokkos_Core.hpp>

#include "host.hpp"

using Space = Kokkos::Serial;
using Memory = Kokkos::HostSpace;

template <int DIMS>
Kokkos::View<ArborX::Point<DIMS, double> *, Memory> points(const std::string &name) {
    std::vector<double> values = host::read<double>(name);
    Kokkos::View<ArborX::Point<DIMS, double> *, Memory> all(name, values.size() / DIMS);
    for (size_t row = 0; row < all.size(); row++) {
        for (int dim = 0; dim < DIMS; dim++) {
            all(row)[dim] = values[row * DIMS + dim];
        }
    }
    return all;
}

template <int DIMS>
void build(const std::string &work, const std::string &name) {
    if (host::wants(work)) {
        auto all = points<DIMS>(name);
        host::time(work, "ArborX", [&] {
            ArborX::BoundingVolumeHierarchy tree(Space{}, ArborX::Experimental::attach_indices(all));
            return tree.size();
        });
    }
}

void lists(const std::string &work, double radius) {
    if (!host::wants(work)) {
        return;
    }
    auto all = points<2>("points-2");
    ArborX::BoundingVolumeHierarchy tree(Space{}, ArborX::Experimental::attach_indices(all));
    using Ball = decltype(ArborX::intersects(ArborX::Sphere<2, double>{}));
    Kokkos::View<Ball *, Memory> balls("balls", all.size());
    for (size_t row = 0; row < all.size(); row++) {
        balls(row) = ArborX::intersects(ArborX::Sphere<2, double>{all(row), radius});
    }
    host::time(work, "ArborX, rows unordered", [&] {
        Kokkos::View<typename decltype(tree)::value_type *, Memory> found("found", 0);
        Kokkos::View<int *, Memory> offsets("offsets", 0);
        tree.query(Space{}, balls, found, offsets);
        return found.size();
    });
}

int main(int count, char **arguments) {
    host::start(count, arguments);
    Kokkos::ScopeGuard guard;
    build<2>("build 1 M x 2", "points-2");
    build<3>("build 1 M x 3", "points-3");
    build<6>("build 1 M x 6", "points-6");
    build<2>("build cities", "cities");
    for (const auto &[matches, radius] : host::RADII) {
        lists("lists of " + matches, radius);
    }
}
