/** Reads points from files of vectors, and writes neighbors and distances to such files. */
package dev.gyre.engine.io;
