/** R-trees of boxes: build, structure, searches. */
package dev.gyre.engine.rtree;
