package dev.gyre.engine.cluster;

import dev.gyre.engine.jvm.Workers;
import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/**
 * Some of the numbers from 0 on, ascending within tiles, which threads work through side by side. Not safe for use by several threads, except
 * for what it is given. Memory: 4 bytes for each number that can be a member.
 */
final class Subset {

    private static final int TILE = 1 << 12;

    private final int[] members;
    private final int[] sizes;
    private final Workers workers;

    /** An empty subset of the numbers below a capacity. */
    Subset(int capacity, Workers workers) {
        members = new int[capacity];
        sizes = new int[Math.ceilDiv(capacity, TILE)];
        this.workers = workers;
    }

    /** The number of members. */
    int size() {
        return Arrays.stream(sizes).sum();
    }

    /** The members, ascending. */
    int[] toArray() {
        int[] all = new int[size()];
        int at = 0;
        for (int tile = 0; tile < sizes.length; tile++) {
            System.arraycopy(members, tile * TILE, all, at, sizes[tile]);
            at += sizes[tile];
        }
        return all;
    }

    /** Takes each number for which a test is true; the test runs once for each of them. */
    void take(IntPredicate test) {
        workers.forEach(sizes.length, tile -> {
            int end = (int) Math.min(members.length, (tile + 1L) * TILE);
            int at = tile * TILE;
            for (int number = tile * TILE; number < end; number++) {
                if (test.test(number)) {
                    members[at++] = number;
                }
            }
            sizes[tile] = at - tile * TILE;
        });
    }

    /** Keeps each member for which a test is true; the test runs once for each of them. */
    void keep(IntPredicate test) {
        workers.forEach(sizes.length, tile -> {
            int end = tile * TILE + sizes[tile];
            int at = tile * TILE;
            for (int i = tile * TILE; i < end; i++) {
                int number = members[i];
                if (test.test(number)) {
                    members[at++] = number;
                }
            }
            sizes[tile] = at - tile * TILE;
        });
    }

    /** Works on each member. */
    void forEach(IntConsumer work) {
        keep(number -> {
            work.accept(number);
            return true;
        });
    }
}
