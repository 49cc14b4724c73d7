/** The canary: what runs on a device before its first use, to find out whether its answers are right. */
package dev.gyre.engine.canary;
