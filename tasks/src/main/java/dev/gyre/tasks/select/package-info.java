/** The k smallest of each row: by digits, by samples, by bounded heaps. */
package dev.gyre.tasks.select;
