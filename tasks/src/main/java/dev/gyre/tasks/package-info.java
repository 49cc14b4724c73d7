/**
 * The kernels of Gyre: plain Java loops over primitive arrays.
 *
 * <p>A kernel is a {@code public static void} method of the form {@code name(int begin, int end, …)} that handles the
 * items {@code begin .. end-1}. Its one loop is marked {@code @Parallel}: TornadoVM compiles it for a device, and the JVM
 * backend hands slices of it to its threads.
 *
 * <pre>
 * for (&#64;Parallel int t = 0; t &lt; end - begin; t++) {
 *     int item = begin + t;
 *     …
 * }
 * </pre>
 *
 * <p>The loop must start at the constant 0, and its bound must not be a bare parameter: with a grid, TornadoVM
 * replaces a bare parameter by the size of the grid, which is rounded up to whole work-groups, and the kernel would run
 * past the end of its arrays.
 *
 * <p>A kernel keeps no state, throws nothing and allocates nothing but small arrays of constant size. Each class contains one primitive and
 * is named after it. Two suffixes mark variants, which accept the same arguments and give the same bits: {@code …Jvm} runs on the JVM,
 * {@code …WorkGroup} on the work-groups of a device. Packages are families; {@link dev.gyre.tasks.common} has the code that several
 * families share. Kernels with many similar lines, or for several types, are templates in {@code src/main/templates}, which the build
 * expands.
 *
 * <p>Comments give shapes in one line per array: name, in or out, size. "Column-major" means that the values of one dimension are
 * consecutive: {@code coords[dim * stride + row]}.
 */
package dev.gyre.tasks;
