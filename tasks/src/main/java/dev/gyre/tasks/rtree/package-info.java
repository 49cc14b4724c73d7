/** The build and the searches of an R-tree. */
package dev.gyre.tasks.rtree;
