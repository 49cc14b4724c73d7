/**
 * The kernels of Gyre: plain Java loops over primitive arrays.
 *
 * <p>A kernel is a {@code public static void} method of the form {@code name(int base, int count, …)} that handles the
 * items {@code base .. base+count-1}. Its one loop is marked {@code @Parallel}: TornadoVM compiles it for a device, and
 * the JVM backend hands slices of it to its threads. A kernel keeps no state, throws nothing and allocates nothing but
 * small arrays of constant size. One primitive per class; helpers that several kernels share are package-private classes
 * beside them.
 *
 * <p>Shapes are given one line per array: name, in or out, size. "Column-major" means that the values of one dimension
 * lie together, {@code coords[dim * stride + row]}.
 */
package dev.gyre.tasks;
