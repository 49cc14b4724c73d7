/** The operations of sorting. */
package dev.gyre.engine.sort;
