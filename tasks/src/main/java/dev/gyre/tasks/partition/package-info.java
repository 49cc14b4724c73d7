/** Kernels that move elements by flags, pivots, digits and indices, and kernels that count digits, labels and keys. */
package dev.gyre.tasks.partition;
