/** Points from CSV files, and neighbors to CSV files. */
package dev.gyre.engine.io;
