# Made the files of this folder with pyarrow 25.0.1 and geopandas 1.2.0. The tests need neither.
import datetime as dt
import decimal

import geopandas
import pyarrow as pa
import pyarrow.parquet as pq
from shapely.geometry import MultiPolygon, Point, Polygon

types = pa.table({
    "id": pa.array([10, 11, 12, 13, 14, 15, 16], pa.int64()),
    "x": pa.array([0, 1, 2, 3, 4, 5, 6.5], pa.float64()),
    "y": pa.array([0, 1, 2, 3, 4, 5, 6.25], pa.float32()),
    "i": pa.array([1, -2, 3, 4, 5, 6, None], pa.int32()),
    "u4": pa.array([4294967295, 1, 2, 3, 4, 5, 6], pa.uint32()),
    "u8": pa.array([18446744073709551615, 1, 2, 3, 4, 5, 6], pa.uint64()),
    "i1": pa.array([-1, 1, 2, 3, 4, 5, 6], pa.int8()),
    "text": pa.array(["a", 'ü,"q"', None, "", "00501", "e", "f"]),
    "flag": pa.array([True, False, None, True, True, False, False]),
    "day": pa.array([dt.date(2024, 2, 29)] * 6 + [None]),
    "utc": pa.array([1709209800123456 - i for i in range(7)], pa.timestamp("us", "UTC")),
    "local": pa.array([1709209800123456789 + i for i in range(7)], pa.timestamp("ns")),
    "time": pa.array([45296000001] * 7, pa.time64("us")),
    "dec30": pa.array([decimal.Decimal("-12345678901234567890.1200")] * 7, pa.decimal128(30, 4)),
    "dec5": pa.array([decimal.Decimal("1.25")] * 7, pa.decimal128(5, 2)),
    "bytes": pa.array([b"\x00\xff"] * 7),
    "half": pa.array([1.5] * 7, pa.float16()),
    "dict": pa.array(["u", "v"] * 3 + ["u"]).dictionary_encode(),
    "list": pa.array([[1, 2]] * 7),
    "st": pa.array([{"a": 1.0, "b": None}, None] + [{"a": 2.0, "b": 3}] * 5),
})
pq.write_table(types, "types-snappy.parquet")
pq.write_table(types, "types-none.parquet", compression="none", use_dictionary=False, row_group_size=2)
pq.write_table(types, "types-gzip.parquet", compression="gzip", use_deprecated_int96_timestamps=False)
pq.write_table(types, "types-zstd-v2.parquet", compression="zstd", data_page_version="2.0", row_group_size=3,
               store_decimal_as_integer=True, use_dictionary=["dict"],
               column_encoding={"x": "BYTE_STREAM_SPLIT", "id": "DELTA_BINARY_PACKED", "text": "DELTA_BYTE_ARRAY"})
pq.write_table(types, "types-brotli.parquet", compression="brotli")
pq.write_table(types, "types-lz4.parquet", compression="lz4")
pq.write_table(types.slice(0, 0), "empty.parquet")
pq.write_table(pa.table({"x": pa.array([0, None, float("nan"), float("inf"), 1e200, 3.0]), "y": pa.array([0.0] * 6)}),
               "bad.parquet")
pq.write_table(pa.table({"t": pa.array([86400_000_000_001], pa.timestamp("ns"))}), "int96.parquet",
               use_deprecated_int96_timestamps=True)

places = geopandas.GeoDataFrame(
    {"name": ["Bern", "Lagos", "Suva", "Quito"], "people": [133_883, 15_388_000, 93_970, 2_011_388]},
    geometry=[Point(7.45, 46.95), Point(3.4, 6.45), Point(178.44, -18.14), Point(-78.51, -0.22)], crs="OGC:CRS84")
zones = geopandas.GeoDataFrame(
    {"zone": ["africa", "alps", "both", None]},
    geometry=[Polygon([(-20, -35), (50, -35), (50, 30), (-20, 30)]),
              Polygon([(5, 44), (15, 44), (15, 48), (5, 48)], [[(13, 45), (14, 45), (14, 46)]]),
              MultiPolygon([Polygon([(3, 6), (4, 6), (4, 7)]), Polygon([(7, 46), (8, 46), (8, 47), (7, 47)])]),
              Polygon()], crs="EPSG:4326")
places.to_parquet("places.parquet")
places.to_parquet("places-bbox.parquet", write_covering_bbox=True, compression="zstd")
places.to_parquet("places-columns.parquet", geometry_encoding="geoarrow")
places.to_crs(3857).to_parquet("places-3857.parquet")
places.set_crs(None, allow_override=True).to_parquet("places-unknown.parquet")
zones.to_parquet("zones.parquet")
zones.to_crs(3857).to_parquet("zones-3857.parquet")
damaged = pa.table({"geometry": pa.array([places.geometry[0].wkb, None, b"\x01\x03", places.geometry[1].wkb])})
pq.write_table(damaged.replace_schema_metadata(pq.read_schema("places.parquet").metadata), "damaged-wkb.parquet")
