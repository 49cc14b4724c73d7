/** The self-check: every kernel and operation on a device, against the sequential JVM and a brute-force oracle. */
package dev.gyre.engine.verify;
