/** Code that kernels of several families share: heaps, searches, tiles, norms. It has no kernels. */
package dev.gyre.tasks.common;
