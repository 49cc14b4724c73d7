/**
 * The top-k spatial join: the pairs of rows near each other whose scores are best. For research it also has methods of Åmdal, "Top-k
 * Spatial Join on GPU" (2020): {@code BLOCKS} is the Block-based Algorithm (algorithm 6.6, whose choice of blocks figures 6.3 and 6.4 draw,
 * and whose times figures 7.1 and 7.2 have), {@code RANKED_TREES} the Distance-First Algorithm by its join of ranked trees (algorithm 6.5).
 */
package dev.gyre.engine.topk;
