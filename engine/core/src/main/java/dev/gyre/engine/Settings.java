package dev.gyre.engine;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.BackendSettings;
import java.io.IOException;
import java.io.Reader;
import java.math.BigInteger;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/**
 * Settings of an engine. Immutable.
 *
 * <p>Later sources override earlier ones: the defaults; a properties file with the keys {@code device}, {@code threads},
 * {@code memory-limit}, {@code kept-memory}, {@code work-group-size}, {@code kernel-cache}, {@code calibration}, {@code learning} and
 * {@code strict}; the environment variables {@code GYRE_DEVICE}, {@code GYRE_THREADS}, {@code GYRE_MEMORY_LIMIT}, {@code GYRE_KEPT_MEMORY},
 * {@code GYRE_WORK_GROUP_SIZE}, {@code GYRE_KERNEL_CACHE}, {@code GYRE_CALIBRATION}, {@code GYRE_LEARNING} and {@code GYRE_STRICT}; the
 * caller's {@code with…} methods. The kernel cache is a directory, or {@code off}. Amounts of memory are bytes, or a number with {@code k}, {@code m}, {@code g} or {@code t} (powers of 1,024).
 *
 * @param device {@code auto}, {@code jvm}, or a device by its id, its backend, or a part of its name; {@code gpu} is the first GPU. Several
 *     devices with {@code +} between them, such as {@code jvm+cuda:0+cuda:1}, or {@code all} devices, do joins and searches together
 * @param threads threads of the host
 * @param memoryLimit limit of an operation's arrays on the device, in bytes
 * @param keptMemory limit of the arrays of kept programs on a device, in bytes; the same limit applies on the host; if the user names
 *     several devices, they share the limit evenly; 0 keeps no programs
 * @param backend settings for device backends
 * @param calibration file of measured costs on this machine, which {@code gyre calibrate} writes; need not exist
 * @param learning whether the time of each call corrects later estimates, see {@link #withLearning}
 * @param strict whether a call on a named device fails if the threads of the host would do its work, see {@link #withStrict}
 */
public record Settings(
        String device,
        int threads,
        long memoryLimit,
        long keptMemory,
        BackendSettings backend,
        Path calibration,
        boolean learning,
        boolean strict) {

    /** Lets the engine choose the device. */
    public static final String AUTO = "auto";

    /** The threads of this JVM. */
    public static final String JVM = "jvm";

    /** All devices of this machine, the JVM among them. */
    public static final String ALL = "all";

    private static final String FILE_VARIABLE = "GYRE_SETTINGS";
    private static final String DEVICE = "device";
    private static final String THREADS = "threads";
    private static final String MEMORY_LIMIT = "memory-limit";
    private static final String KEPT_MEMORY = "kept-memory";
    private static final String WORK_GROUP_SIZE = "work-group-size";
    private static final String KERNEL_CACHE = "kernel-cache";
    private static final String CALIBRATION = "calibration";
    private static final String LEARNING = "learning";
    private static final String STRICT = "strict";
    private static final Set<String> KEYS = new TreeSet<>(Set.of(
            DEVICE, THREADS, MEMORY_LIMIT, KEPT_MEMORY, WORK_GROUP_SIZE, KERNEL_CACHE, CALIBRATION, LEARNING, STRICT));

    /**
     * The automatic device, all processors, no memory limit besides the device's memory, kept programs of up to a quarter of the heap,
     * learning, not strict, and {@code gyre/calibration.ini} in the user's directory of settings: {@code XDG_CONFIG_HOME}, or {@code ~/.config}.
     */
    public static final Settings DEFAULT = new Settings(
            AUTO,
            Math.min(Runtime.getRuntime().availableProcessors(), Workers.MAX_THREADS),
            Long.MAX_VALUE,
            Context.defaultKeptMemory(),
            BackendSettings.DEFAULT,
            BackendSettings.userDirectory().resolve("calibration.ini"),
            true,
            false);

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public Settings {
        Objects.requireNonNull(backend, "backend");
        Objects.requireNonNull(calibration, "calibration");
        if (Objects.requireNonNull(device, "device").isBlank()) {
            throw new IllegalArgumentException("device must not be blank");
        }
        if (threads < 1 || threads > Workers.MAX_THREADS) {
            throw new IllegalArgumentException("threads must be in 1.." + Workers.MAX_THREADS + ": threads=" + threads);
        }
        if (memoryLimit < 1) {
            throw new IllegalArgumentException("memory limit must be 1 byte or more: memoryLimit=" + memoryLimit);
        }
        if (keptMemory < 0) {
            throw new IllegalArgumentException("kept memory must be 0 bytes or more: keptMemory=" + keptMemory);
        }
    }

    /**
     * Loads the settings: the defaults, overridden by the properties file that {@code GYRE_SETTINGS} names (if it is set), then
     * by the environment.
     *
     * @return the settings
     * @throws IllegalArgumentException if the file or a value cannot be read; the message names the file or the key
     */
    public static Settings load() {
        Map<String, String> environment = System.getenv();
        String file = environment.get(FILE_VARIABLE);
        Settings base = file == null || file.isBlank() ? DEFAULT : DEFAULT.withFile(Path.of(file));
        return base.withEnvironment(environment);
    }

    /**
     * Returns these settings, overridden by the values of a properties file.
     *
     * @param file the file, UTF-8
     * @return new settings
     * @throws IllegalArgumentException if the file cannot be read, a key is unknown or a value cannot be read; the message
     *     names the file
     */
    public Settings withFile(Path file) {
        Properties properties = new Properties();
        Settings settings = this;
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
            for (String key : new TreeSet<>(properties.stringPropertyNames())) {
                settings = settings.with(key, properties.getProperty(key));
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("settings cannot be read from " + file + ": " + problem(file, e), e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("settings cannot be read from " + file + ": " + e.getMessage(), e);
        }
        return settings;
    }

    private static String problem(Path file, IOException e) {
        if (e instanceof NoSuchFileException) {
            return "no such file";
        }
        if (Files.isDirectory(file)) {
            return "is a directory, not a file";
        }
        return e instanceof CharacterCodingException ? "not UTF-8" : e.toString();
    }

    /**
     * Returns these settings, overridden by environment variables.
     *
     * @param environment names and values; unrelated variables are ignored
     * @return new settings
     * @throws IllegalArgumentException if a value cannot be read
     */
    public Settings withEnvironment(Map<String, String> environment) {
        Settings settings = this;
        for (String key : KEYS) {
            String value =
                    environment.get("GYRE_" + key.toUpperCase(Locale.ROOT).replace('-', '_'));
            if (value != null && !value.isBlank()) {
                settings = settings.with(key, value);
            }
        }
        return settings;
    }

    /**
     * Returns these settings with one value changed, as in a properties file.
     *
     * @param key the key
     * @param value the value as text
     * @return new settings
     * @throws IllegalArgumentException if the key is unknown or the value cannot be read
     */
    public Settings with(String key, String value) {
        String text = value.trim();
        try {
            return switch (key) {
                case DEVICE -> withDevice(text);
                case THREADS -> withThreads(parseInt(text));
                case MEMORY_LIMIT -> withMemoryLimit(parseBytes(text));
                case KEPT_MEMORY -> withKeptMemory(parseBytes(text));
                case WORK_GROUP_SIZE -> withBackend(backend.withWorkGroupSize(parseInt(text)));
                case KERNEL_CACHE -> withBackend(backend.withKernelCache(text));
                case CALIBRATION -> withCalibration(Path.of(text));
                case LEARNING -> withLearning(parseBoolean(key, text));
                case STRICT -> withStrict(parseBoolean(key, text));
                default -> throw new IllegalArgumentException("unknown setting " + key + "; known: " + KEYS);
            };
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("setting " + key + " must be a whole number: " + key + "=" + value, e);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("setting " + key + " is out of range: " + key + "=" + value, e);
        }
    }

    /**
     * Returns these settings with another device.
     *
     * @param newDevice {@code auto}, {@code jvm}, or other devices as {@link Settings} describes them
     * @return new settings
     */
    public Settings withDevice(String newDevice) {
        return new Settings(newDevice, threads, memoryLimit, keptMemory, backend, calibration, learning, strict);
    }

    /**
     * Returns these settings with another number of threads.
     *
     * @param newThreads threads of the host, 1 or more
     * @return new settings
     */
    public Settings withThreads(int newThreads) {
        return new Settings(device, newThreads, memoryLimit, keptMemory, backend, calibration, learning, strict);
    }

    /**
     * Returns these settings with another memory limit.
     *
     * @param newMemoryLimit limit of an operation's arrays on the device, in bytes
     * @return new settings
     */
    public Settings withMemoryLimit(long newMemoryLimit) {
        return new Settings(device, threads, newMemoryLimit, keptMemory, backend, calibration, learning, strict);
    }

    /**
     * Returns these settings with another limit of memory for kept programs.
     *
     * @param newKeptMemory limit of the arrays of kept programs on a device, in bytes, 0 or more
     * @return new settings
     */
    public Settings withKeptMemory(long newKeptMemory) {
        return new Settings(device, threads, memoryLimit, newKeptMemory, backend, calibration, learning, strict);
    }

    /**
     * Returns these settings with other settings for device backends.
     *
     * @param newBackend settings for device backends
     * @return new settings
     */
    public Settings withBackend(BackendSettings newBackend) {
        return new Settings(device, threads, memoryLimit, keptMemory, newBackend, calibration, learning, strict);
    }

    /**
     * Returns these settings with another calibration file.
     *
     * @param newCalibration the file, which need not exist
     * @return new settings
     */
    public Settings withCalibration(Path newCalibration) {
        return new Settings(device, threads, memoryLimit, keptMemory, backend, newCalibration, learning, strict);
    }

    /**
     * Returns these settings with or without learning. With it, the time of each call corrects the estimates of later calls of about the
     * same size, and a method or device that may be faster is tried now and then. What was learned is kept in the folder {@code calls}
     * beside the kernel cache, if there is one. Without, calls of the same size run in the same way. No answer depends on it.
     *
     * @param newLearning whether calls correct estimates
     * @return new settings
     */
    public Settings withLearning(boolean newLearning) {
        return new Settings(device, threads, memoryLimit, keptMemory, backend, calibration, newLearning, strict);
    }

    /**
     * Returns these settings with or without strictness. With strict settings, a call fails if the user named devices and the threads of the
     * host would do the work of the call, or a part of it, in their place. The error says why. Without, such a call runs, and its
     * documentation and its report say where. Calls that count for their own sake count on the device.
     *
     * <p>What the host does in every call is no part of this: it checks and converts the input, and it orders and checks what a device has
     * found; in doing so it answers the few queries again that the device cannot decide, as many as the report says. Nor are calls that are for
     * the host by what they are: files, checks of structures, and searches for a single query on the calling thread. Strict settings have no
     * effect with the automatic choice, and if the JVM is among the named devices.
     *
     * @param newStrict whether such calls fail
     * @return new settings
     */
    public Settings withStrict(boolean newStrict) {
        return new Settings(device, threads, memoryLimit, keptMemory, backend, calibration, learning, newStrict);
    }

    private static boolean parseBoolean(String key, String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new IllegalArgumentException("setting " + key + " must be true or false: " + key + "=" + text);
        };
    }

    private static long parseBytes(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        int unit = lower.isEmpty() ? -1 : "kmgt".indexOf(lower.charAt(lower.length() - 1));
        String digits =
                unit < 0 ? lower : lower.substring(0, lower.length() - 1).trim();
        return new BigInteger(digits).shiftLeft(10 * (unit + 1)).longValueExact();
    }

    private static int parseInt(String text) {
        return new BigInteger(text).intValueExact();
    }
}
