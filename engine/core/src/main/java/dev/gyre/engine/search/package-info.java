/** What searches of all kinds share: progress of batches, work of the host beside a device, and neighbors in order. */
package dev.gyre.engine.search;
