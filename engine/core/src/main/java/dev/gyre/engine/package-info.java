/**
 * Gyre's entry point: open an {@link dev.gyre.engine.Engine}, pass it arrays or points, read flat results. The engine finds
 * devices, chooses one for each call, and keeps compiled programs between calls.
 */
package dev.gyre.engine;
