package dev.gyre.cli;

import picocli.CommandLine.Option;

/** Options of an input of boxes; the demo reads the coastlines. */
final class BoxInputOptions extends SourceOptions {

    @Option(
            names = "--demo",
            description =
                    "Uses the coastlines that ship with the program: the bounding boxes of 472,660 segments of the "
                            + "world's borders and coastlines, in degrees (Natural Earth, public domain).")
    private boolean demo;

    @Override
    boolean isDemo() {
        return demo;
    }

    @Override
    DemoRows demo() {
        return DemoRows.COASTLINES;
    }
}
