package dev.gyre.tasks.scan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.tasks.partition.FlagScatter;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TileKernelsTest {

    @ParameterizedTest
    @MethodSource("dev.gyre.tasks.scan.TileCase#all")
    void shouldSumValuesAndFlagsOfEachTile(TileCase input) {
        int[] values = input.flags(input.random());
        for (int mode : new int[] {TileSum.VALUES, TileSum.FLAGS}) {
            int[] sums = new int[input.tiles()];
            // One more item than tiles with elements: this item does nothing.
            input.inSlices(
                    input.tiles() + 1,
                    (begin, end) -> TileSum.sumTiles(begin, end, values, input.parameters(mode), sums));
            for (int tile = 0; tile < sums.length; tile++) {
                int sum = Arrays.stream(values, tile * input.tile(), Math.min(input.n(), (tile + 1) * input.tile()))
                        .map(value -> mode == TileSum.FLAGS ? Math.abs(Integer.signum(value)) : value)
                        .sum();
                int at = tile;
                assertEquals(sum, sums[tile], () -> input + ", tile=" + at);
            }
        }
    }

    @Test
    void shouldCountTheExtremesAsFlags() {
        int[] count = new int[1];
        int[] flags = {Integer.MIN_VALUE, Integer.MAX_VALUE, 0, 1, -1};
        TileSum.sumTiles(0, 1, flags, new TileCase(5, 8, 0).parameters(TileSum.FLAGS), count);
        assertEquals(4, count[0]);
    }

    @ParameterizedTest
    @MethodSource("dev.gyre.tasks.scan.TileCase#all")
    void shouldScanEachTileFromItsBase(TileCase input) {
        Random random = input.random();
        int[] values = random.ints(input.n(), -1000, 1000).toArray();
        int[] bases = random.ints(input.tiles(), -1000, 1000).toArray();
        for (int mode : new int[] {TileScan.EXCLUSIVE, TileScan.INCLUSIVE}) {
            int[] sums = new int[input.n()];
            int[] overflows = new int[input.tiles()];
            Arrays.fill(overflows, 7);
            input.inSlices(
                    input.tiles() + 1,
                    (begin, end) ->
                            TileScan.scanTiles(begin, end, values, input.parameters(mode), bases, sums, overflows));
            for (int i = 0; i < input.n(); i++) {
                int tile = i / input.tile();
                int from = tile * input.tile();
                int before = i == from ? bases[tile] : sums[i - 1] + (mode == TileScan.EXCLUSIVE ? values[i - 1] : 0);
                int at = i;
                assertEquals(before + (mode == TileScan.INCLUSIVE ? values[i] : 0), sums[i], () -> input + ", i=" + at);
            }
            assertArrayEquals(new int[input.tiles()], overflows, input::toString);
        }
    }

    @Test
    void shouldMarkTheTilesInWhichASumOverflows() {
        int[] values = {1, -1, 1, 1, -1, -1, 5, 5};
        int[] bases = {Integer.MAX_VALUE, Integer.MAX_VALUE - 2, Integer.MIN_VALUE + 1, 0};
        int[] overflows = new int[4];
        TileScan.scanTiles(0, 4, values, new TileCase(8, 2, 0).parameters(1), bases, new int[8], overflows);
        assertArrayEquals(new int[] {1, 0, 1, 0}, overflows);
    }

    @ParameterizedTest
    @MethodSource("dev.gyre.tasks.scan.TileCase#all")
    void shouldMoveFlaggedElementsToTheFront(TileCase input) {
        Random random = input.random();
        int[] flags = input.flags(random);
        int[] payload = random.ints(input.n()).toArray();
        int[] kept = IntStream.range(0, input.n()).filter(i -> flags[i] != 0).toArray();
        int[] others = IntStream.range(0, input.n()).filter(i -> flags[i] == 0).toArray();
        int[] bases = new int[input.tiles()];
        for (int tile = 0; tile < bases.length; tile++) {
            int begin = tile * input.tile();
            bases[tile] = (int) Arrays.stream(kept).filter(i -> i < begin).count();
        }
        int[] total = {kept.length};
        for (int mode = 0; mode < 4; mode++) {
            int[] parameters = input.parameters(mode);
            boolean withOthers = (mode & FlagScatter.OTHERS) != 0;
            int[] out = new int[withOthers ? input.n() : kept.length];
            input.inSlices(
                    input.tiles() + 1,
                    (begin, end) ->
                            FlagScatter.scatterFlagged(begin, end, flags, payload, parameters, bases, total, out));
            int[] expected = IntStream.concat(
                            Arrays.stream(kept), withOthers ? Arrays.stream(others) : IntStream.empty())
                    .map((mode & FlagScatter.PAYLOAD) != 0 ? i -> payload[i] : i -> i)
                    .toArray();
            assertArrayEquals(expected, out, input + ", mode=" + mode);
        }
    }
}
