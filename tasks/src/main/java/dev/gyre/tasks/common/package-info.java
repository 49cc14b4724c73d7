/** What kernels of several families share, and no kernels: heaps, searches, tiles, norms. */
package dev.gyre.tasks.common;
