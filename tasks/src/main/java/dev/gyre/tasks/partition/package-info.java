/** Elements moved by flags, labels, digits and indexes, and the counts that say where to. */
package dev.gyre.tasks.partition;
