/** Kernels of uniform grids: cells of points, and searches among them. */
package dev.gyre.tasks.grid;
