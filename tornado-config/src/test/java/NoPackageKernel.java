/** A kernel in no package, as people write their first one. */
public final class NoPackageKernel {

    private NoPackageKernel() {}

    /** Refers to a type of arrays by name. */
    public static void copy(int begin, int end, float[] in, float[] out) {
        float[] source = in.clone();
        for (int t = 0; t < end - begin; t++) {
            out[begin + t] = source[begin + t];
        }
    }
}
