/** Points from files of vectors, and neighbors and distances to such files. */
package dev.gyre.engine.io;
