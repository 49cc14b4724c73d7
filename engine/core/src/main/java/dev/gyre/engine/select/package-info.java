/** The operations of selection. */
package dev.gyre.engine.select;
