/**
 * The command {@code benchmarks/run}: sets of JMH benchmarks ({@code sets.txt}), and experiments that are timed by hand in one frame ({@code Experiment}). Both
 * write reports. Never published.
 */
package dev.gyre.benchmarks;
