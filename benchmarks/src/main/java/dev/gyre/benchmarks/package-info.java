/** JMH benchmarks, and the command that runs a set of them and writes a report. Never published. */
package dev.gyre.benchmarks;
