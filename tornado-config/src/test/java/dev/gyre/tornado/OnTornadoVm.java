package dev.gyre.tornado;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIf;

/** Marks tests that run on the devices of an installed TornadoVM, and are skipped if there is none. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@EnabledIf(
        value = "dev.gyre.tornado.TornadoVm#isInstalled",
        disabledReason = "these tests were started without TornadoVM: TORNADOVM_HOME is not set")
@interface OnTornadoVm {}
