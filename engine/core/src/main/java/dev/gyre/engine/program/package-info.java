/**
 * The kernel model: a {@link dev.gyre.engine.program.Program} is named phases over arrays that stay on the device, a
 * phase is a list of stages, a stage is a kernel with its number of items and its arguments.
 */
package dev.gyre.engine.program;
