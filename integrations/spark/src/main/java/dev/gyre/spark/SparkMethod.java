package dev.gyre.spark;

/** How the rows of two sides meet. All methods give the same rows. */
public enum SparkMethod {

    /** The method that moves the fewest bytes, by the sizes of the sides. */
    AUTOMATIC,

    /** Every executor gets the right side and indexes it once; the left side stays where it is. */
    BROADCAST_RIGHT,

    /** Every executor gets the left side; the right side stays where it is. */
    BROADCAST_LEFT,

    /** Space is split; rows go to the partitions that they are near to. */
    PARTITIONED
}
