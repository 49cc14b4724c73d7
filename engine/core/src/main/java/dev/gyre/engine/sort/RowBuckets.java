package dev.gyre.engine.sort;

/**
 * Buckets of the pairs of {@link RowOrder}: each has some prefixes that follow each other.
 *
 * @param shift the bits below a prefix
 * @param buckets the bucket of each prefix
 * @param prefixes the first prefix of each bucket, then the number of prefixes
 */
record RowBuckets(int shift, char[] buckets, int[] prefixes) {

    int count() {
        return prefixes.length - 1;
    }

    int prefix(long pair) {
        return (int) (pair >>> shift) & buckets.length - 1;
    }

    /** The least pair of a bucket, but for bits that all pairs share. */
    long first(int bucket) {
        return (long) prefixes[bucket] << shift;
    }

    /** The last bits in which pairs of a bucket differ, counted from its least one on. */
    int bits(int bucket) {
        int more = prefixes[bucket + 1] - prefixes[bucket] - 1;
        return shift + Integer.SIZE - Integer.numberOfLeadingZeros(more);
    }
}
