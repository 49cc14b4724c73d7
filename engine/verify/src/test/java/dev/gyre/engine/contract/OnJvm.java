package dev.gyre.engine.contract;

import dev.gyre.engine.OneCard;
import dev.gyre.engine.Settings;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.AnnotationBasedArgumentsProvider;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * Runs a contract on the JVM: with all threads, with one, and on a device that the JVM imitates, see {@link OneCard}. A plain build runs with one
 * thread only those contracts whose operations split their work among threads by code of their own.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedClass
@ArgumentsSource(OnJvm.Runs.class)
@interface OnJvm {

    /** One of this many cases of a big series is run by {@code -Pthorough}: with all threads, and with one. */
    int[] thinning() default {1, 1};

    /** Whether a plain build has the run with one thread. */
    boolean alone() default false;

    /** The same for the device. */
    int onCard() default 23;

    /** Settings and thinning of each run. */
    final class Runs extends AnnotationBasedArgumentsProvider<OnJvm> {

        /** A plain build runs one of this many cases of those of a thorough one. */
        private static final int THINNING = Integer.getInteger("test.thinning", 1);

        @Override
        protected Stream<? extends Arguments> provideArguments(
                ParameterDeclarations parameters, ExtensionContext context, OnJvm annotation) {
            // What calls of earlier tests took must not choose a method.
            Settings unlearned = Settings.DEFAULT.withLearning(false);
            Settings jvm = unlearned.withDevice(Settings.JVM);
            int[] thinning = annotation.thinning();
            boolean alone = annotation.alone() || EngineContract.isThorough();
            return Stream.concat(
                    IntStream.range(0, alone ? thinning.length : 1)
                            .mapToObj(
                                    run -> Arguments.of(run == 0 ? jvm : jvm.withThreads(1), THINNING * thinning[run])),
                    Stream.of(Arguments.of(unlearned.withDevice(OneCard.ID), annotation.onCard())));
        }
    }
}
