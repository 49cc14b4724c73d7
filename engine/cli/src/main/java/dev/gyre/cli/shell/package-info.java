/** JShell with Gyre at hand. */
package dev.gyre.cli.shell;
