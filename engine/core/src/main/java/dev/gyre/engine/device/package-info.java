/** Devices, and the interface of the backends that run programs on them. */
package dev.gyre.engine.device;
