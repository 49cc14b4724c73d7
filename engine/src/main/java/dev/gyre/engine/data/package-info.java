/** What goes into an operation and what comes out: points, metrics, options, neighbors. */
package dev.gyre.engine.data;
