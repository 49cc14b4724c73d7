package dev.gyre.engine.kdtree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.tree.TreeLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KdLayoutTest {

    @ParameterizedTest
    @CsvSource({
        "0, 3, 0",
        "1, 3, 0",
        "8, 3, 0",
        "9, 3, 1",
        "16, 3, 1",
        "17, 3, 2",
        "32, 3, 2",
        "33, 3, 3",
        "16, 4, 0",
        "17, 4, 1",
        "1, 0, 0",
        "2, 0, 1",
        "3, 0, 2",
        "1073741824, 3, 27",
        "1073741824, 4, 26",
        "536870913, 4, 26"
    })
    void shouldBeAsHighAsTheLeavesNeed(int size, int leafBits, int height) {
        TreeLayout layout = TreeLayout.ofPoints(size, 2, leafBits);
        assertEquals(height, layout.height());
        assertEquals(1 << height, layout.leaves());
        assertEquals(leafBits + height, layout.rootBits());
        assertEquals(0, layout.from(1));
        assertEquals(size, layout.to(1));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 4})
    void shouldCoverEverySlotOnceOnEveryLevel(int leafBits) {
        for (int size = 0; size < 200; size++) {
            TreeLayout layout = TreeLayout.ofPoints(size, 3, leafBits);
            for (int level = 0; level <= layout.height(); level++) {
                int covered = 0;
                for (int node = 1 << level; node < 2 << level; node++) {
                    assertEquals(level, TreeLayout.depth(node));
                    assertEquals(covered, layout.from(node), layout + ", node=" + node);
                    covered = layout.to(node);
                    int max = 1 << (layout.rootBits() - level);
                    assertTrue(layout.to(node) - layout.from(node) <= max, layout + ", node=" + node);
                    if (level < layout.height()) {
                        assertEquals(layout.from(node), layout.from(2 * node));
                        assertEquals(layout.to(2 * node), layout.from(2 * node + 1));
                        assertEquals(layout.to(node), layout.to(2 * node + 1));
                    }
                }
                assertEquals(size, covered, layout + ", level=" + level);
            }
            assertEquals(2 * 3 * (2 * layout.leaves() - 1), layout.bounds());
            assertEquals(size + 2 * layout.leaves() - 1, layout.numbers());
        }
    }

    @Test
    void shouldNotOverflowAtItsLargest() {
        TreeLayout layout = TreeLayout.ofPoints(TreeLayout.MAX_SIZE, 1, 3);
        int last = 2 * layout.leaves() - 1;
        assertEquals(TreeLayout.MAX_SIZE - 8, layout.from(last));
        assertEquals(TreeLayout.MAX_SIZE, layout.to(last));
        assertEquals(TreeLayout.MAX_SIZE / 2, layout.from(3));
        assertThrows(
                ArithmeticException.class,
                () -> TreeLayout.ofPoints(TreeLayout.MAX_SIZE, 16, 3).bounds());
    }
}
