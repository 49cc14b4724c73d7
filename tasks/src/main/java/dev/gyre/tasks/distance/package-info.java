/** Distances between points, and the nearest points by comparing all pairs. */
package dev.gyre.tasks.distance;
