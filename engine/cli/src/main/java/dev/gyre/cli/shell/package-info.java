/** JShell with Gyre imported. */
package dev.gyre.cli.shell;
