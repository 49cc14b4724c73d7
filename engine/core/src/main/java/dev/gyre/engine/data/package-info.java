/** What goes into an operation and what comes out: points, metrics and their norms, options, neighbors. */
package dev.gyre.engine.data;
