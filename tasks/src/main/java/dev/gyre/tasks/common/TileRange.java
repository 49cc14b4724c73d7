package dev.gyre.tasks.common;

/** Begins and ends of tiles. No sum exceeds the number of elements, so none overflows. */
public final class TileRange {

    private TileRange() {}

    /** Returns the first element of a tile, or the number of elements for a tile without elements. */
    public static int begin(int[] parameters, int tile) {
        return tile < parameters[TileParameters.TILES]
                ? tile * parameters[TileParameters.TILE]
                : parameters[TileParameters.ELEMENTS];
    }

    /** Returns the end of the tile that begins at {@code begin}. */
    public static int end(int[] parameters, int begin) {
        return begin + Math.min(parameters[TileParameters.TILE], parameters[TileParameters.ELEMENTS] - begin);
    }
}
