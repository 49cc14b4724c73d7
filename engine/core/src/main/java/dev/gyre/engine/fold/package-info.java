/** Counts and sums over pairs and neighbors, without lists of them. */
package dev.gyre.engine.fold;
