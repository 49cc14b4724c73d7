/** Devices, and what a backend must do to run programs on them. */
package dev.gyre.engine.device;
