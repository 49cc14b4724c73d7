package dev.gyre.cli.shell;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import jdk.jshell.execution.DirectExecutionControl;
import jdk.jshell.execution.LoaderDelegate;
import jdk.jshell.spi.ExecutionControl;
import jdk.jshell.spi.ExecutionControl.ClassBytecodes;
import jdk.jshell.spi.ExecutionControl.ClassInstallException;
import jdk.jshell.spi.ExecutionControl.EngineTerminationException;
import jdk.jshell.spi.ExecutionControl.NotImplementedException;
import jdk.jshell.spi.ExecutionControlProvider;
import jdk.jshell.spi.ExecutionEnv;

/**
 * Runs snippets in this JVM, with classes that TornadoVM can compile. TornadoVM reads the class file of a kernel as a resource of the
 * system class loader, so each class is written to a folder of the class path and loaded from there. Classes stay as the compiler made
 * them; JShell's own local execution puts calls into their loops.
 */
public final class ShellExecution implements ExecutionControlProvider {

    static final String NAME = "gyre";

    /** Made by the service loader. */
    public ShellExecution() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public ExecutionControl generate(ExecutionEnv environment, Map<String, String> parameters) {
        return new Control(new Loader(Path.of(System.getProperty(ShellRunner.CLASSES))));
    }

    /** Runs a snippet at a time; stopping interrupts it, which ends calls of the engine. */
    private static final class Control extends DirectExecutionControl {

        private Thread running;

        Control(LoaderDelegate loader) {
            super(loader);
        }

        @Override
        protected String invoke(Method snippet) throws Exception {
            run(Thread.currentThread());
            try {
                return super.invoke(snippet);
            } finally {
                run(null);
            }
        }

        /** Sets the running thread, and clears an interrupt that came too late. */
        private synchronized void run(Thread thread) {
            running = thread;
            Thread.interrupted();
        }

        @Override
        public synchronized void stop() {
            if (running != null) {
                running.interrupt();
            }
        }
    }

    /** Classes of a folder of the class path. */
    private record Loader(Path folder) implements LoaderDelegate {

        @Override
        public void load(ClassBytecodes[] classes) throws ClassInstallException, EngineTerminationException {
            boolean[] installed = new boolean[classes.length];
            try {
                for (ClassBytecodes one : classes) {
                    write(one);
                }
                for (int i = 0; i < classes.length; i++) {
                    findClass(classes[i].name());
                    installed[i] = true;
                }
            } catch (IOException | ClassNotFoundException | LinkageError e) {
                throw new ClassInstallException(e.getMessage(), installed);
            }
        }

        /** Refuses an existing name: after a reset names repeat, but the earlier classes are still loaded and would run instead. */
        private void write(ClassBytecodes one) throws IOException, EngineTerminationException {
            Path file = folder.resolve(one.name().replace('.', '/') + ".class");
            if (Files.exists(file)) {
                String message = "this shell cannot begin anew: leave with /exit and start gyre shell again";
                System.err.println("gyre: " + message);
                throw new EngineTerminationException(message);
            }
            Files.createDirectories(file.getParent());
            Files.write(file, one.bytecodes());
        }

        @Override
        public void classesRedefined(ClassBytecodes[] classes) {
            throw new IllegalStateException("classes are replaced, not redefined");
        }

        @Override
        public void addToClasspath(String path) throws NotImplementedException {
            throw new NotImplementedException("the class path of the shell is fixed");
        }

        @Override
        public Class<?> findClass(String name) throws ClassNotFoundException {
            return Class.forName(name, false, ClassLoader.getSystemClassLoader());
        }
    }
}
