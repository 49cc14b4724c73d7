/** The programs of operations: how their arrays are declared, how the programs are kept between calls and lent. */
package dev.gyre.engine.pool;
