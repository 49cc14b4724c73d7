/** Inputs and results of operations: points, boxes, scores, metrics and their norms, options, neighbors, matches. */
package dev.gyre.engine.data;
