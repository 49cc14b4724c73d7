/** Scans and reductions, tile by tile. */
package dev.gyre.tasks.scan;
