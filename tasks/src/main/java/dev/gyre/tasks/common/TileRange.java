package dev.gyre.tasks.common;

/** Where tiles begin and end. No sum exceeds the number of elements, so that none overflows. */
public final class TileRange {

    private TileRange() {}

    /** The first element of a tile; for a tile without elements the number of elements. */
    public static int begin(int[] parameters, int tile) {
        return tile < parameters[TileParameters.TILES]
                ? tile * parameters[TileParameters.TILE]
                : parameters[TileParameters.ELEMENTS];
    }

    /** The end of a tile that begins there. */
    public static int end(int[] parameters, int begin) {
        return begin + Math.min(parameters[TileParameters.TILE], parameters[TileParameters.ELEMENTS] - begin);
    }
}
