package dev.gyre.engine.select;

import dev.gyre.engine.program.Phase.Steps;

/** The steps of a method of selection. */
interface SelectionSteps extends Steps {

    /**
     * Sets other sizes for the next runs, none larger than that for which the steps were made.
     *
     * @param columns values per row
     * @param k values to keep
     */
    void setSize(int columns, int k);
}
