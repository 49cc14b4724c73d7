/** Points from files of CSV and of vectors; neighbors and rankings to such files. */
package dev.gyre.engine.io;
