package dev.gyre.tornado;

import dev.gyre.engine.Settings;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.AnnotationBasedArgumentsProvider;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * Runs a contract of the engine on each device of TornadoVM, with the default settings but for a kernel cache of these tests, which is
 * empty at first.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedClass
@ArgumentsSource(OnDevices.Runs.class)
@interface OnDevices {

    /** One of so many cases of a big series is run: a program is compiled for each size of problem. */
    int thinning();

    /** Settings and thinning of each run. */
    final class Runs extends AnnotationBasedArgumentsProvider<OnDevices> {

        @Override
        protected Stream<? extends Arguments> provideArguments(
                ParameterDeclarations parameters, ExtensionContext context, OnDevices annotation) {
            Settings settings = Settings.DEFAULT.withBackend(Settings.DEFAULT
                    .backend()
                    .withKernelCache(TornadoVm.kernels().toString()));
            return TornadoVm.devices().stream()
                    .map(device -> Arguments.of(settings.withDevice(device.id()), annotation.thinning()));
        }
    }
}
