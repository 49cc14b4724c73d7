/**
 * The command {@code benchmarks/run}: sets of JMH benchmarks ({@code sets.txt}), and experiments that are timed without JMH
 * ({@code Experiment}). Both write reports. Never published.
 */
package dev.gyre.benchmarks;
