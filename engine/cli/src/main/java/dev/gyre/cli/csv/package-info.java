/** Reads points and values from CSV files; writes neighbors, matches and rankings to CSV files. */
package dev.gyre.cli.csv;
