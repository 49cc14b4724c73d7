package dev.gyre.benchmarks;

import java.util.Random;

/**
 * Points in 0..1000 squared with whole scores in 0..100 on both sides of a top-k join: the data of Åmdal's thesis ("Top-k spatial join on
 * GPU", 2020), and data that is harder for a bound.
 */
enum TopKData {
    /** Uniform places, uniform scores. */
    THESIS,
    /** The same in 0..4000 squared: three pairs per row if there are 16 million rows. */
    WIDE,
    /** Uniform places, all scores equal. */
    EQUAL,
    /** Left scores that rise with x, right scores that fall. */
    AGAINST,
    /** Left and right scores that rise with x. */
    WITH,
    /** Half of all points in one spot. */
    HOT_SPOT;

    private static final double SIDE = 1000;
    private static final int SCORES = 101;

    /**
     * Rows of one side.
     *
     * @param places x and y of each
     * @param scores a score for each
     */
    record Rows(double[] places, int... scores) {

        int size() {
            return scores.length;
        }

        double x(int row) {
            return places[2 * row];
        }

        double y(int row) {
            return places[2 * row + 1];
        }
    }

    /** Makes the first rows of a side, which are the same for all sizes. */
    Rows rows(int size, boolean left) {
        Random random = new Random(left ? 20191216 : 20200611);
        double[] places = new double[2 * size];
        int[] scores = new int[size];
        double side = this == WIDE ? 4 * SIDE : SIDE;
        for (int row = 0; row < size; row++) {
            boolean spot = this == HOT_SPOT && random.nextBoolean();
            places[2 * row] = spot ? SIDE / 2 + random.nextGaussian() : random.nextFloat() * (float) side;
            places[2 * row + 1] = spot ? SIDE / 2 + random.nextGaussian() : random.nextFloat() * (float) side;
            int byPlace = (int) (places[2 * row] * SCORES / (SIDE + 1));
            int drawn = random.nextInt(SCORES);
            scores[row] = switch (this) {
                case EQUAL -> 1;
                case WITH -> byPlace;
                case AGAINST -> left ? byPlace : SCORES - 1 - byPlace;
                default -> drawn;
            };
        }
        return new Rows(places, scores);
    }
}
