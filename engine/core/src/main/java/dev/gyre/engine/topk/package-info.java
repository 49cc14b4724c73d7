/** The top-k spatial join: the pairs of rows near each other whose scores are best. */
package dev.gyre.engine.topk;
