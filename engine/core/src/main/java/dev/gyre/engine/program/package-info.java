/**
 * The kernel model: a {@link dev.gyre.engine.program.Program} has named phases over arrays that stay on the device, a phase has
 * a list of stages, and a stage is a kernel with its number of items and its arguments.
 */
package dev.gyre.engine.program;
