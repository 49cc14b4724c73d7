/** Files: how they are opened, read as numbers, and written as a whole or not at all. */
package dev.gyre.engine.file;
