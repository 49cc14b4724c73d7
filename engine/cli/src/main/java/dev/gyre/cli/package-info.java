/** The command line: {@code gyre knn-join}, {@code kd}, {@code rtree}, {@code box-join}, {@code sort} and others. */
package dev.gyre.cli;
