/** Inputs and results of operations: points, metrics and their norms, options, neighbors. */
package dev.gyre.engine.data;
