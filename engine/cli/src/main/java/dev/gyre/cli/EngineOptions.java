package dev.gyre.cli;

import dev.gyre.engine.Settings;

/** Options of device, threads and memory. They override the settings of the file and the environment. */
final class EngineOptions extends Options {

    private final Option<String> device = text(
            "--device=DEVICE",
            "auto, jvm, or a device by its id, its backend or a part of its name; gpu is the first GPU.",
            "Several with + between them, such as jvm+cuda:0, or all, share joins and searches (default: auto).");
    private final Option<String> threads = text("--threads=N", "Threads of the host (default: all processors).");
    private final Option<String> memoryLimit = text(
            "--memory-limit=SIZE", "Limit of arrays on the device in bytes, such as 512m or 4g (default: its memory).");
    private final Option<Boolean> strict = flag(
            "--strict",
            "Fail if the threads of the host would do work in place of the devices that --device names;",
            "no effect with auto and jvm.");

    Settings settings() {
        Settings settings = Settings.load();
        settings = over(settings, "device", device);
        settings = over(settings, "threads", threads);
        settings = over(settings, "memory-limit", memoryLimit);
        return strict.isGiven() ? settings.withStrict(true) : settings;
    }

    private static Settings over(Settings settings, String key, Option<String> option) {
        return option.isGiven() ? settings.with(key, option.get()) : settings;
    }
}
