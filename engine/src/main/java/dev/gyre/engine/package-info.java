/** The entry to Gyre: open an {@link dev.gyre.engine.Engine}, hand it points, read flat results. */
package dev.gyre.engine;
