/** Points from CSV files; neighbors and rankings to CSV files. */
package dev.gyre.engine.io;
