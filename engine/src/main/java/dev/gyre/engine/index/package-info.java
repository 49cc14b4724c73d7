/** An index of points that hides by which method and on which device neighbors are found. */
package dev.gyre.engine.index;
