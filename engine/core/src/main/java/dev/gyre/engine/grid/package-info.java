/** Uniform grids: build, searches, check. */
package dev.gyre.engine.grid;
