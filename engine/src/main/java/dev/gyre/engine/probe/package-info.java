/** Kernels that do next to nothing, by which launches and transfers can be measured and watched. */
package dev.gyre.engine.probe;
