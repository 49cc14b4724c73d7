/** Words and tables for people, and JSON for scripts. */
package dev.gyre.cli.text;
