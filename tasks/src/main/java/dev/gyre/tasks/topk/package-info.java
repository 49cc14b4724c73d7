/** Pairs of points near each other whose scores reach a bound. */
package dev.gyre.tasks.topk;
