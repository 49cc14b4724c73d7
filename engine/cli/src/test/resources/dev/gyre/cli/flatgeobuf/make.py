# Made the files of this folder with geopandas 1.2.0 and pyogrio 0.13.0 with GDAL 3.12.4. The tests need none of them.
import datetime as dt

import geopandas
import numpy as np
import pandas as pd
from shapely.geometry import (GeometryCollection, LineString, MultiLineString, MultiPoint, MultiPolygon, Point,
                              Polygon)

places = geopandas.GeoDataFrame(
    {"name": ["Bern", "Lagos", "Suva", "Quito"], "people": [133_883, 15_388_000, 93_970, 2_011_388]},
    geometry=[Point(7.45, 46.95), Point(3.4, 6.45), Point(178.44, -18.14), Point(-78.51, -0.22)], crs="EPSG:4326")
zones = geopandas.GeoDataFrame(
    {"zone": ["africa", "alps", "both", None]},
    geometry=[Polygon([(-20, -35), (50, -35), (50, 30), (-20, 30)]),
              Polygon([(5, 44), (15, 44), (15, 48), (5, 48)], [[(13, 45), (14, 45), (14, 46)]]),
              MultiPolygon([Polygon([(3, 6), (4, 6), (4, 7)]), Polygon([(7, 46), (8, 46), (8, 47), (7, 47)])]),
              Polygon()], crs="EPSG:4326")
kinds = [Point(1, 2), Point(), LineString([(0, 0), (1, 2)]), Polygon([(0, 0), (4, 0), (4, 4)], [[(2, 1), (3, 1), (3, 2)]]),
         MultiPoint([(0, 0), (1, 2)]), MultiLineString([[(0, 0), (1, 2)], [(3, 4), (5, 6), (7, 8)]]),
         MultiPolygon([Polygon([(0, 0), (1, 0), (1, 1)]),
                       Polygon([(4, 0), (8, 0), (8, 4)], [[(6, 1), (7, 1), (7, 2)]])]),
         GeometryCollection([Point(9, 9), GeometryCollection([LineString([(0, 0), (1, 2)])])]), None]
mixed = geopandas.GeoDataFrame({"kind": [None if kind is None else kind.wkt for kind in kinds]}, geometry=kinds)
types = geopandas.GeoDataFrame(
    {"id": np.array([10, 11, 12], np.int64), "i1": np.array([-1, 1, 2], np.int8), "u1": np.array([255, 1, 2], np.uint8),
     "i2": np.array([-2, 1, 2], np.int16), "u2": np.array([65535, 1, 2], np.uint16), "i4": np.array([-3, 1, 2], np.int32),
     "u4": np.array([4294967295, 1, 2], np.uint32), "f4": np.array([1.5, np.nan, 2], np.float32),
     "f8": [0.1, np.nan, -2e300], "flag": pd.array([True, None, False], "boolean"), "text": ["ü,\"q\"", None, "00501"],
     "when": [dt.datetime(2024, 2, 29, 12, 30), None, dt.datetime(1970, 1, 1)], "geometry_": [1.0, 2.0, 3.0]},
    geometry=[Point(0, 0), Point(3, 4), Point(6, 8)])

heights = geopandas.GeoDataFrame({"id": [1, 2]}, geometry=[Point(3, 4, 5), Point(3, 5, 6)], crs="EPSG:4326")

options = {"driver": "FlatGeobuf", "engine": "pyogrio"}
places.to_file("places.fgb", **options)
places.to_file("places-without-index.fgb", SPATIAL_INDEX="NO", **options)
places.to_crs(3857).to_file("places-3857.fgb", **options)
places.set_crs(None, allow_override=True).to_file("places-unknown.fgb", **options)
places.set_crs("OGC:CRS84", allow_override=True).to_file("places-crs84.fgb", **options)
places.iloc[:0].to_file("empty.fgb", **options)
zones.to_file("zones.fgb", SPATIAL_INDEX="NO", **options)
zones.to_crs(3857).to_file("zones-3857.fgb", SPATIAL_INDEX="NO", **options)
zones.dropna().to_file("zones-with-index.fgb", **options)
mixed.to_file("mixed.fgb", geometry_type="Unknown", SPATIAL_INDEX="NO", **options)
heights.to_file("heights.fgb", **options)
types.to_file("types.fgb", SPATIAL_INDEX="NO", **options)
