/**
 * The joins of Gyre over Apache Spark: {@link dev.gyre.spark.SparkJoins} for programs, {@link dev.gyre.spark.GyreExtensions} for SQL and PySpark.
 */
package dev.gyre.spark;
