/** Points and values from CSV files; neighbors, matches and rankings to such files. */
package dev.gyre.cli.csv;
