package dev.gyre.cli;

import dev.gyre.engine.Settings;
import picocli.CommandLine.Option;

/** Options of device, threads and memory. They override the settings of the file and the environment. */
final class EngineOptions {

    @Option(
            names = "--device",
            paramLabel = "DEVICE",
            description = {
                "auto, jvm, or a device by its id, its backend or a part of its name; gpu is the first GPU.",
                "Several with + between them, such as jvm+cuda:0, or all, share joins and searches (default: auto)."
            })
    private String device;

    @Option(names = "--threads", paramLabel = "N", description = "Threads of the host (default: all processors).")
    private String threads;

    @Option(
            names = "--memory-limit",
            paramLabel = "SIZE",
            description = "Limit of arrays on the device in bytes, such as 512m or 4g (default: its memory).")
    private String memoryLimit;

    @Option(
            names = "--strict",
            description = {
                "Fail if the threads of the host would do work in place of the devices that --device names;",
                "no effect with auto and jvm."
            })
    private boolean strict;

    Settings settings() {
        Settings settings = Settings.load();
        settings = over(settings, "device", device);
        settings = over(settings, "threads", threads);
        settings = over(settings, "memory-limit", memoryLimit);
        return strict ? settings.withStrict(true) : settings;
    }

    private static Settings over(Settings settings, String key, String value) {
        return value == null ? settings : settings.with(key, value);
    }
}
