/** Checks of arguments and copies of arrays, by the threads of the host. */
package dev.gyre.engine.host;
