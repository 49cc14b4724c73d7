package dev.gyre.engine.partition;

import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.WorkGroupVariant;
import dev.gyre.tasks.partition.DigitCount;
import dev.gyre.tasks.partition.DigitCountWorkGroup;
import dev.gyre.tasks.partition.DigitScatter;
import dev.gyre.tasks.partition.DigitScatterWorkGroup;

/** The kernels of the stable partition by a digit. */
public final class DigitKernels {

    /** Counts a digit in each tile, as {@link DigitCount#countDigits}. */
    public static final Kernel COUNT = Kernel.of(DigitCount.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(DigitCountWorkGroup.class, DigitCountWorkGroup.THREADS));

    /** Moves each tile's elements, as {@link DigitScatter#scatterDigits}. */
    public static final Kernel SCATTER = Kernel.of(DigitScatter.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(DigitScatterWorkGroup.class, DigitScatterWorkGroup.THREADS));

    private DigitKernels() {}
}
