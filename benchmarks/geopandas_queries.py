#!/usr/bin/env python3
"""Runs a query of SpatialBench by GeoPandas: a --peer of `benchmarks/run spatialbench`.

Arguments: the folder of the tables, the query, the rounds. Each run reads the columns that the query needs and computes all rows in their
order; its time begins once the modules are loaded. GeoPandas has no search for several nearest geometries, so there is no query 12. Needs
geopandas 1 and pyarrow; the packages of Debian 12 are too old.
"""

import resource
import sys
import time

import geopandas
import numpy
import pandas
import shapely

CENTER = shapely.Point(-111.7610, 34.8697)
CENTER_RADIUS = 0.45
BOX = shapely.box(-111.9060, 34.7347, -111.6160, 35.0047)
BOX_DISTANCE = 0.045
REPEATED = 5
DEGREES_OF_METER = 0.000009
NEARBY = 0.0045


class Queries:
    """The queries. Each returns its answer, and the sum of its measure."""

    def __init__(self, tables):
        self.tables = tables

    def trips(self, *columns):
        return geopandas.read_parquet(f"{self.tables}/trip.parquet", columns=list(columns))

    def buildings(self):
        return geopandas.read_parquet(f"{self.tables}/building.parquet")

    def query1(self):
        trips = self.trips("t_tripkey", "t_pickuptime", "t_pickuploc")
        trips["distance"] = trips.distance(CENTER)
        near = trips[trips["distance"] <= CENTER_RADIUS].sort_values(["distance", "t_tripkey"])
        answer = pandas.DataFrame(
            {"key": near["t_tripkey"], "x": near.geometry.x, "y": near.geometry.y, "time": near["t_pickuptime"], "distance": near["distance"]})
        return answer, answer["distance"].sum()

    def query3(self):
        trips = self.trips("t_tripkey", "t_pickuptime", "t_dropofftime", "t_distance", "t_fare", "t_pickuploc")
        near = trips[trips.distance(BOX) <= BOX_DISTANCE]
        answer = (
            pandas.DataFrame(
                {
                    "month": months(near["t_pickuptime"]),
                    "key": near["t_tripkey"],
                    "distance": near["t_distance"],
                    "time": near["t_dropofftime"] - near["t_pickuptime"],
                    "fare": near["t_fare"],
                })
            .groupby("month")
            .agg({"key": "count", "distance": "mean", "time": "mean", "fare": "mean"})
            .sort_index())
        return answer, answer["distance"].sum()

    def query5(self):
        trips = self.trips("t_custkey", "t_pickuptime", "t_dropoffloc")
        trips["month"] = months(trips["t_pickuptime"])
        trips = trips.sort_values(["t_custkey", "month"], kind="stable")
        sizes = trips.groupby(["t_custkey", "month"], sort=True).size()
        groups = numpy.repeat(numpy.arange(len(sizes)), sizes)
        hulls = shapely.convex_hull(shapely.multipoints(trips.geometry.values, indices=groups))
        answer = sizes.rename("trips").reset_index()
        answer["area"] = shapely.area(hulls)
        answer = answer[answer["trips"] > REPEATED].sort_values(["trips", "t_custkey", "month"], ascending=[False, True, True])
        return answer, answer["area"].sum()

    def query7(self):
        trips = self.trips("t_tripkey", "t_distance", "t_pickuploc", "t_dropoffloc")
        ends = numpy.stack([shapely.get_coordinates(trips["t_pickuploc"]), shapely.get_coordinates(trips["t_dropoffloc"])], axis=1)
        lines = shapely.length(shapely.linestrings(ends)) / DEGREES_OF_METER
        ratios = numpy.divide(trips["t_distance"], lines, out=numpy.full(len(lines), numpy.nan), where=lines != 0)
        answer = pandas.DataFrame({"key": trips["t_tripkey"], "distance": trips["t_distance"], "line": lines, "ratio": ratios})
        answer = answer.sort_values(["ratio", "distance", "key"], ascending=[False, False, True], na_position="last")
        return answer, answer["ratio"].sum()

    def query8(self):
        pairs = self.buildings().sjoin(self.trips("t_pickuploc"), predicate="dwithin", distance=NEARBY)
        answer = pairs.groupby(["b_buildingkey", "b_name"]).size().rename("trips").reset_index()
        answer = answer.sort_values(["trips", "b_buildingkey"], ascending=[False, True])
        return answer, answer["trips"].sum()

    def query9(self):
        buildings = self.buildings()
        left, right = buildings.sindex.query(buildings.geometry, predicate="intersects")
        left, right = left[left < right], right[left < right]
        first = buildings.geometry.values[left]
        second = buildings.geometry.values[right]
        areas = shapely.area(first), shapely.area(second)
        shared = shapely.area(shapely.intersection(first, second))
        union = areas[0] + areas[1] - shared
        ratios = numpy.where(shared == 0, 0, numpy.divide(shared, union, out=numpy.ones(len(union)), where=union != 0))
        keys = buildings["b_buildingkey"].values
        answer = pandas.DataFrame(
            {"first": keys[left], "second": keys[right], "area1": areas[0], "area2": areas[1], "shared": shared, "ratio": ratios})
        answer = answer.sort_values(["ratio", "first", "second"], ascending=[False, True, True])
        return answer, answer["ratio"].sum()


def months(millis):
    return pandas.to_datetime(millis, unit="ms").values.astype("datetime64[M]")


def main():
    tables, number, rounds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    query = getattr(Queries(tables), f"query{number}", None)
    if query is None:
        sys.exit(f"GeoPandas has no query {number}")
    for run in range(1, rounds + 1):
        start = time.perf_counter()
        answer, measure = query()
        seconds = time.perf_counter() - start
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
        print("spatialbench-time", "GeoPandas", number, run, seconds, len(answer), measure, memory, sep="\t", flush=True)


if __name__ == "__main__":
    main()
