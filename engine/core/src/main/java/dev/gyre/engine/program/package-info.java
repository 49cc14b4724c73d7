/**
 * The kernel model. A {@link dev.gyre.engine.program.Program} has named phases over arrays that stay on the device. A phase has
 * a list of stages. A stage is a kernel with its number of items and its arguments.
 */
package dev.gyre.engine.program;
