/** The command line: {@code gyre knn-join}, {@code radius-join}, {@code sort}, {@code top}, {@code devices}, {@code verify}. */
package dev.gyre.cli;
