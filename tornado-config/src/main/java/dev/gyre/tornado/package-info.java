/** The TornadoVM backend: the only part of Gyre that names TornadoVM. */
package dev.gyre.tornado;
