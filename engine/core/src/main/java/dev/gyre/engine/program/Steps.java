package dev.gyre.engine.program;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * An operation on arrays of a device: stages, the small arrays that tell their kernels the sizes of a run, and the arrays in
 * which they leave results. Several operations put one after the other make a phase.
 *
 * <p>The arrays are as long as the capacity for which the operation was made. What a run has of it travels in
 * {@link #uploads}, so that a program is compiled once for all sizes up to the capacity.
 */
public interface Steps {

    /**
     * The parameters: arrays that have to be uploaded before the stages run. The operation's setters change their content.
     *
     * @return small arrays, beside the input
     */
    Object[] uploads();

    /**
     * The work.
     *
     * @return the stages, in their order
     */
    List<Stage> stages();

    /**
     * The arrays to be downloaded if the host is to see the results.
     *
     * @return the arrays, the main one first
     */
    Object[] results();

    /**
     * A phase that uploads input and parameters, runs the stages, and downloads the results.
     *
     * @param name name of the phase
     * @param inputs arrays to be uploaded each time the phase runs; one that is given twice is uploaded once
     * @return the phase
     */
    default Phase phase(String name, Object... inputs) {
        Set<Object> distinct = Collections.newSetFromMap(new IdentityHashMap<>());
        Phase.Builder phase = Phase.named(name).upload(uploads());
        Arrays.stream(inputs).filter(distinct::add).forEach(phase::upload);
        stages().forEach(phase::stage);
        return phase.download(results()).build();
    }
}
