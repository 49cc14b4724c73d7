/**
 * The programs of operations. An operation declares its arrays in a {@link dev.gyre.engine.pool.Layout}, and a record of its sizes, its {@link
 * dev.gyre.engine.pool.Blueprint}, is the key of its program. It runs in a {@link dev.gyre.engine.pool.Context}: device, threads, memory
 * limit, and the programs that are kept between calls. It borrows a program as a {@link dev.gyre.engine.pool.Lease}, and closes the lease to
 * give it back.
 */
package dev.gyre.engine.pool;
