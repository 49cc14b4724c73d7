/** Queries whose results vary in size, on the host: exact regions, and the rows of candidates that are in them. */
package dev.gyre.engine.range;
