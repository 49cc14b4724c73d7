package dev.gyre.tornado;

import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Kernel.WorkGroupVariant;
import dev.gyre.engine.program.Phase.Stage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The keys of the {@link KernelCache} for one device: hashes over everything on which generated code depends.
 *
 * <p>For the machine these are the device, the versions of its driver, of TornadoVM and of Java, TornadoVM's options, and the layout of
 * arrays on the heap, which is also their layout on the device. For a stage these are the class files of the kernel and of the classes
 * that it calls, the method, the scalars (TornadoVM folds them into the code) and the types of the arrays. If any of these classes asks
 * for the length of an array, the lengths count too, because they are also folded. Safe for use by several threads.
 */
final class KernelKeys {

    /** Change it when keys or entries get another meaning. */
    private static final String FORMAT = "2";

    /** The package of the kernels; classes beside a kernel count too. */
    private static final String KERNELS = "dev/gyre/tasks/";

    /** Options that do not influence generated code. */
    private static final Set<String> OTHER_OPTIONS =
            Set.of("tornado.device.memory", "tornado.printKernel", "tornado.print.kernel.dir", "tornado.max.events");

    private static final Map<Class<?>, Code> CODES = new ConcurrentHashMap<>();

    /** The forms of a kernel that can be proven. */
    enum Form {

        /** Code that TornadoVM compiled for a program. */
        COMPILED,

        /** Code that is kept. */
        KEPT,

        /** Kept code over inputs and outputs in pinned memory. */
        STAGED
    }

    /** A class file and all class files that it refers to: their hash, and whether any of them asks for the length of an array. */
    private record Code(String hash, boolean readsArrayLengths) {}

    private final String machine;
    private final String model;

    /**
     * The keys of a device.
     *
     * @param identity the device, with everything that its answers may depend on
     * @param model the same for all devices of a kind, which run the same code
     */
    KernelKeys(String identity, String model) {
        this.machine = machine(identity);
        this.model = machine(model);
    }

    private static String machine(String device) {
        return String.join("\n", FORMAT, device, arrayLayout(), options(System.getenv("TORNADOVM_HOME")));
    }

    /** Returns everything that the proof of every kernel depends on, for people to read. */
    String machine() {
        return machine;
    }

    /**
     * Returns the key of the code that is generated for a stage with any number of items.
     *
     * @param group items of a work-group
     */
    String ofCode(Stage stage, int group) {
        StringBuilder key = new StringBuilder(model);
        line(key, "method", variant(stage.kernel()));
        line(key, "group", group);
        boolean lengths = readsArrayLengths(stage.kernel());
        for (Object argument : stage.arguments()) {
            if (argument.getClass().isArray()) {
                line(key, "array", argument.getClass().getName() + (lengths ? " " + Array.getLength(argument) : ""));
            } else {
                line(key, "scalar", argument.getClass().getName() + " " + argument);
            }
        }
        return hash(key.toString());
    }

    /** Returns the key of the machine code that a version of the driver's compiler makes of a text. */
    String ofMachineCode(String text, String compiler) {
        StringBuilder key = new StringBuilder(model);
        line(key, "compiler", compiler);
        line(key, "text", text);
        return hash(key.toString());
    }

    /**
     * Returns the key of the proof that a kernel gives the answer of the plain loop.
     *
     * @param scalars the scalars that the code was compiled for; empty if the proof does not depend on them
     */
    String ofProof(Kernel kernel, Form form, List<Object> scalars) {
        StringBuilder key = new StringBuilder(machine);
        line(key, "kernel", kernel.name());
        line(key, "form", form);
        line(key, "variant", variant(kernel));
        line(key, "loop", text(kernel.loop()));
        scalars.forEach(scalar -> line(key, "scalar", scalar.getClass().getName() + " " + scalar));
        return hash(key.toString());
    }

    private static void line(StringBuilder key, String name, Object value) {
        key.append('\n').append(name).append(' ').append(value);
    }

    private static String variant(Kernel kernel) {
        return text(KernelTasks.method(kernel))
                + kernel.workGroupVariant().map(WorkGroupVariant::toString).orElse("");
    }

    private static String text(Method method) {
        Class<?> owner = method.getDeclaringClass();
        return owner.getName() + " " + method.getName() + " " + code(owner).hash() + " ";
    }

    /** Tells whether the class of a kernel, or one that it refers to, asks for the length of an array. */
    static boolean readsArrayLengths(Kernel kernel) {
        return code(KernelTasks.method(kernel).getDeclaringClass()).readsArrayLengths();
    }

    private static Code code(Class<?> owner) {
        return CODES.computeIfAbsent(owner, KernelKeys::readCode);
    }

    /** Reads a class file and all that it refers to, directly or not, in its package and in that of the kernels. */
    private static Code readCode(Class<?> owner) {
        String first = owner.getName().replace('.', '/');
        String beside = first.substring(0, first.lastIndexOf('/') + 1);
        Map<String, String> hashes = new TreeMap<>();
        boolean readsArrayLengths = false;
        Deque<String> open = new ArrayDeque<>(List.of(first));
        while (!open.isEmpty()) {
            String name = open.pop();
            boolean besideIt = name.lastIndexOf('/') + 1 == beside.length() && name.startsWith(beside);
            boolean counts = name.startsWith(KERNELS) || besideIt;
            // Types of arrays are among the classes, and look like classes of the default package.
            if (counts && !name.startsWith("[") && !hashes.containsKey(name)) {
                byte[] bytes = classFile(owner, name);
                ClassFile file = ClassFile.of(bytes);
                hashes.put(name, hash(bytes));
                readsArrayLengths |= file.readsArrayLengths();
                open.addAll(file.classes());
            }
        }
        return new Code(hash(hashes.toString()), readsArrayLengths);
    }

    private static byte[] classFile(Class<?> owner, String name) {
        try (InputStream in = owner.getResourceAsStream("/" + name + ".class")) {
            if (in == null) {
                throw new IOException("not found");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the class file of " + name, e);
        }
    }

    /** Returns where the elements of an array begin, which depends on options of the JVM. */
    private static String arrayLayout() {
        return "elements at " + StagedArrays.header(new int[0]) + ", " + StagedArrays.header(new long[0]);
    }

    /** Returns TornadoVM's options: system properties, and a file in its home. */
    private static String options(String home) {
        StringBuilder options = new StringBuilder();
        for (String name : new TreeSet<>(System.getProperties().stringPropertyNames())) {
            if (name.startsWith("tornado.") && !OTHER_OPTIONS.contains(name)) {
                line(options, name, System.getProperty(name));
            }
        }
        if (home != null) {
            try {
                line(options, "file", Files.readString(Path.of(home, "etc", "tornado.properties")));
            } catch (IOException e) {
                line(options, "no file of options in", home);
            }
        }
        return options.toString();
    }

    static String hash(String text) {
        return hash(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String hash(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
