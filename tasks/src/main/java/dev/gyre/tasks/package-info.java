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
 * <p>The loop must start at the constant 0, and its bound must not be a bare parameter: where a grid is given, TornadoVM
 * replaces a bare parameter by the size of the grid, which is rounded up to whole work-groups, and the kernel would run
 * past the end of its arrays.
 *
 * <p>A kernel keeps no state, throws nothing and allocates nothing but small arrays of constant size. One primitive per
 * class, named after what it does. Two suffixes tell its variants, which take the same arguments and give the same bits:
 * {@code …Jvm} runs on the JVM, {@code …WorkGroup} on the work-groups of a device. Packages are families; what several families
 * share is in {@link dev.gyre.tasks.common}. Kernels of many equal lines, or for several types, are made of templates in
 * {@code src/main/templates} by the build.
 *
 * <p>Shapes are given one line per array: name, in or out, size. "Column-major" means that the values of one dimension
 * lie together, {@code coords[dim * stride + row]}.
 */
package dev.gyre.tasks;
