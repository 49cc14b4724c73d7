/** Scan, reduction, compaction and partition. */
package dev.gyre.engine.partition;
