/** The build, the check and the searches of a balanced kd-tree. */
package dev.gyre.tasks.tree;
