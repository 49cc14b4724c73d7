package dev.gyre.engine.program;

import java.util.List;

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
        return Phase.named(name).steps(this).upload(inputs).download(results()).build();
    }
}
