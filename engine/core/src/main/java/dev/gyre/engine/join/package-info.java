/** Joins: the choice of a method, and its explanation. */
package dev.gyre.engine.join;
