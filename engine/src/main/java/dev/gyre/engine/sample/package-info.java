/** Seeded data by shape: what tests, the self-check and the benchmarks run on. */
package dev.gyre.engine.sample;
