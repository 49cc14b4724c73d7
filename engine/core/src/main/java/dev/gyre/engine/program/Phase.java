package dev.gyre.engine.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A part of a program that runs as a whole: uploads, then stages one after the other, then downloads.
 *
 * @param name unique name in the program
 * @param uploads arrays copied to the device before the stages, each time the phase runs
 * @param stages the stages, in order
 * @param downloads arrays copied back after the stages, each time the phase runs
 */
public record Phase(String name, List<Object> uploads, List<Stage> stages, List<Object> downloads) {

    /** Copies the lists. */
    public Phase {
        Objects.requireNonNull(name, "name");
        uploads = List.copyOf(uploads);
        stages = List.copyOf(stages);
        downloads = List.copyOf(downloads);
    }

    /**
     * Returns whether an array is among others, by identity.
     *
     * @param arrays arrays, and other objects
     * @param array an array
     * @return true if it is one of them
     */
    public static boolean contains(List<Object> arrays, Object array) {
        return arrays.stream().anyMatch(other -> other == array);
    }

    /**
     * Starts a phase.
     *
     * @param name unique name in the program
     * @return a builder
     */
    public static Builder named(String name) {
        return new Builder(name);
    }

    /** Collects the parts of a phase. Not safe for use by several threads. */
    public static final class Builder {

        private final String name;
        private final List<Object> uploads = new ArrayList<>();
        private final List<Stage> stages = new ArrayList<>();
        private final List<Object> downloads = new ArrayList<>();

        private Builder(String name) {
            this.name = name;
        }

        /**
         * Adds arrays to copy to the device. An array that was added before is uploaded once.
         *
         * @param arrays primitive arrays
         * @return this builder
         */
        public Builder upload(Object... arrays) {
            for (Object array : arrays) {
                if (!contains(uploads, array)) {
                    uploads.add(array);
                }
            }
            return this;
        }

        /**
         * Adds a stage.
         *
         * @param stage the stage
         * @return this builder
         */
        public Builder stage(Stage stage) {
            stages.add(stage);
            return this;
        }

        /**
         * Adds stages, in their order.
         *
         * @param more the stages
         * @return this builder
         */
        public Builder stages(List<Stage> more) {
            stages.addAll(more);
            return this;
        }

        /**
         * Adds an operation: its uploads and its stages.
         *
         * @param steps the operation
         * @return this builder
         */
        public Builder steps(Steps steps) {
            return upload(steps.uploads()).stages(steps.stages());
        }

        /**
         * Adds arrays to copy back.
         *
         * @param arrays primitive arrays
         * @return this builder
         */
        public Builder download(Object... arrays) {
            downloads.addAll(List.of(arrays));
            return this;
        }

        /**
         * Makes the phase.
         *
         * @return the phase
         */
        public Phase build() {
            return new Phase(name, uploads, stages, downloads);
        }
    }
}
