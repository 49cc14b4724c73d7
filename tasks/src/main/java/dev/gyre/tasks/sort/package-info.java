/** Merge sorts of segments, spans and blocks, and the keys of a super key. */
package dev.gyre.tasks.sort;
