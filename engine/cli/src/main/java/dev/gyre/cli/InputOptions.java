package dev.gyre.cli;

import picocli.CommandLine.Option;

/** Options of an input of rows; the demo reads the cities. */
final class InputOptions extends SourceOptions {

    @Option(names = "--demo", description = "Uses the 135,233 cities that ship with the program (GeoNames, CC BY 4.0).")
    private boolean demo;

    @Override
    boolean isDemo() {
        return demo;
    }

    @Override
    DemoRows demo() {
        return DemoRows.CITIES;
    }
}
