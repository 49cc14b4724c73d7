// CGAL's Kd_tree with sliding midpoints: builds.
#include <CGAL/Kd_tree.h>
#include <CGAL/Search_traits_2.h>
#include <CGAL/Search_traits_3.h>
#include <CGAL/Simple_cartesian.h>

#include "host.hpp"

using Kernel = CGAL::Simple_cartesian<double>;

template <class Traits>
void build(const std::string &work, const std::vector<typename Traits::Point_d> &points) {
    if (host::wants(work)) {
        host::time(work, "CGAL", [&] {
            CGAL::Kd_tree<Traits> tree(points.begin(), points.end());
            tree.build();
            return tree.size();
        });
    }
}

std::vector<Kernel::Point_2> plane(const std::string &name) {
    std::vector<double> values = host::read<double>(name);
    std::vector<Kernel::Point_2> points;
    for (size_t i = 0; i < values.size(); i += 2) {
        points.emplace_back(values[i], values[i + 1]);
    }
    return points;
}

int main(int count, char **arguments) {
    host::start(count, arguments);
    build<CGAL::Search_traits_2<Kernel>>("build 1 M x 2", plane("points-2"));
    std::vector<double> values = host::read<double>("points-3");
    std::vector<Kernel::Point_3> points;
    for (size_t i = 0; i < values.size(); i += 3) {
        points.emplace_back(values[i], values[i + 1], values[i + 2]);
    }
    build<CGAL::Search_traits_3<Kernel>>("build 1 M x 3", points);
    build<CGAL::Search_traits_2<Kernel>>("build cities", plane("cities"));
}
