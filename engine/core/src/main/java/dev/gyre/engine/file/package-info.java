/** Opens files, reads numbers from them, and writes files that appear only when they are complete. */
package dev.gyre.engine.file;
