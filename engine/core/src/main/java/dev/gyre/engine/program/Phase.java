package dev.gyre.engine.program;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

    /**
     * A kernel with a number of items and arguments.
     *
     * @param kernel the kernel
     * @param items number of items, 0 or more
     * @param arguments the kernel's arguments after {@code begin} and {@code end}: primitive arrays, distinguished by identity, and
     *     boxed scalars, which are compiled in; put values that change between runs into an array
     * @param slice items that the JVM gives to a thread at a time, if there are enough for all threads; more if they are little work
     */
    public record Stage(Kernel kernel, int items, List<Object> arguments, int slice) {

        /** Items that the JVM gives to a thread at a time, unless a stage or its kernel says otherwise. */
        public static final int SLICE = 32;

        /**
         * Checks the numbers and the arguments.
         *
         * @throws IllegalArgumentException if items is negative, a slice less than 1, or if number or types of the arguments do not match
         *     the kernel
         */
        public Stage {
            Objects.requireNonNull(kernel, "kernel");
            arguments = List.copyOf(arguments);
            if (items < 0) {
                throw new IllegalArgumentException("items must be 0 or more: items=" + items + ", kernel=" + kernel);
            }
            if (slice < 1) {
                throw new IllegalArgumentException("slice must be 1 or more: slice=" + slice + ", kernel=" + kernel);
            }
            kernel.checkArguments(arguments);
        }

        /**
         * Makes a stage with slices of {@value #SLICE} items, or of one where the kernel {@linkplain Kernel#sliceOfOne asks for it}.
         *
         * @param kernel the kernel
         * @param items number of items, 0 or more
         * @param arguments the kernel's arguments after {@code begin} and {@code end}
         */
        public Stage(Kernel kernel, int items, List<Object> arguments) {
            this(kernel, items, arguments, kernel.sliceOfOne() ? 1 : SLICE);
        }

        /**
         * Returns this stage with larger slices, for items that share what a slice reads first.
         *
         * @param wanted items of a slice
         * @return a new stage
         * @throws IllegalArgumentException if wanted is less than 1
         */
        public Stage withSlice(int wanted) {
            return new Stage(kernel, items, arguments, wanted);
        }

        /**
         * Returns the scalars among the arguments, in their order.
         *
         * @return the scalars
         */
        public List<Object> scalars() {
            return arguments.stream()
                    .filter(argument -> !argument.getClass().isArray())
                    .toList();
        }

        private Stage with(Map<Object, Object> others) {
            return new Stage(
                    kernel,
                    items,
                    arguments.stream()
                            .map(argument -> others.getOrDefault(argument, argument))
                            .toList(),
                    slice);
        }

        /**
         * Runs the kernel's loop for the JVM on this thread, by reflection, which costs about a microsecond per slice. The loop's exceptions
         * are thrown unchanged.
         *
         * @param begin first item
         * @param end the item after the last one
         * @hidden engine only
         */
        public void run(int begin, int end) {
            Object[] all = new Object[arguments.size() + Kernel.LEADING];
            all[0] = begin;
            all[1] = end;
            for (int i = 0; i < arguments.size(); i++) {
                all[i + Kernel.LEADING] = arguments.get(i);
            }
            try {
                kernel.jvmLoop().invoke(null, all);
            } catch (InvocationTargetException e) {
                if (e.getCause() instanceof Error error) {
                    throw error;
                }
                throw (RuntimeException) e.getCause();
            } catch (IllegalAccessException e) {
                throw new IllegalStateException("the loop cannot be called: " + kernel.jvmLoop(), e);
            }
        }
    }

    /** Copies the lists. */
    public Phase {
        Objects.requireNonNull(name, "name");
        uploads = List.copyOf(uploads);
        stages = List.copyOf(stages);
        downloads = List.copyOf(downloads);
    }

    /** Returns this phase with other arrays for some of its stages, by identity; it copies none of these. */
    Phase with(Map<Object, Object> others) {
        return new Phase(
                name, uploads, stages.stream().map(stage -> stage.with(others)).toList(), downloads);
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

    /**
     * An operation on arrays of a device: stages, small arrays with the sizes of a run for their kernels, and the arrays of
     * results. A phase can have several operations in sequence.
     *
     * <p>The arrays have the length of the operation's capacity. The sizes of a run are in {@link #uploads}, so that a program is
     * compiled once for all sizes up to the capacity.
     */
    public interface Steps {

        /**
         * Returns the parameters: arrays to upload before the stages run. The operation's setters change their content.
         *
         * @return small arrays, besides the input
         */
        Object[] uploads();

        /**
         * Returns the stages.
         *
         * @return the stages, in their order
         */
        List<Stage> stages();

        /**
         * Returns the arrays to download if the host needs the results.
         *
         * @return the arrays, the main one first
         */
        Object[] results();

        /**
         * Makes a phase that uploads input and parameters, runs the stages, and downloads the results.
         *
         * @param name name of the phase
         * @param inputs arrays to upload each time the phase runs; repeats are uploaded once
         * @return the phase
         */
        default Phase phase(String name, Object... inputs) {
            return Phase.named(name)
                    .steps(this)
                    .upload(inputs)
                    .download(results())
                    .build();
        }
    }
}
