package org.apache.spark.ml.util;

import org.apache.spark.sql.SparkSession;

/** Stands for the class of Spark's machine learning that a server of Spark Connect makes for each session, so that tests do without that module. */
public final class ConnectHelper {

    /** Made by the server. */
    public ConnectHelper(SparkSession session) {}
}
