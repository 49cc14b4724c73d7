/** The JVM backend: the threads of this process. */
package dev.gyre.engine.jvm;
