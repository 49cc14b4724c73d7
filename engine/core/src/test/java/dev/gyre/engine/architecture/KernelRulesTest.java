package dev.gyre.engine.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules for kernels that the package documentation of dev.gyre.tasks states, held against its compiled classes. */
class KernelRulesTest {

    /** Names that OpenCL C, PTX or CUDA C have taken, in lower case. A kernel's name becomes a function's name there. */
    private static final Set<String> TAKEN_NAMES = Set.of(
            ("abs abs_diff acos acosh add_sat all any asin asinh async_work_group_copy atan atan2 atanh atomic_add "
                            + "atomic_cmpxchg atomic_inc atomic_max atomic_min barrier bitselect cbrt ceil clamp clz "
                            + "convert copysign cos cosh cospi cross degrees distance dot erf erfc exp exp10 exp2 expm1 "
                            + "fabs fast_distance fast_length fast_normalize fdim floor fma fmax fmin fmod fract frexp "
                            + "get_global_id get_group_id get_local_id global half_cos half_sqrt hadd hypot ilogb "
                            + "isequal isfinite isinf isnan isnormal kernel ldexp length lgamma local log log10 log1p "
                            + "log2 logb mad mad24 mad_hi mad_sat max mem_fence min mix modf mul24 mul_hi nan "
                            + "native_sqrt nextafter normalize popcount pow pown powr prefetch printf private radians "
                            + "read_imagef remainder remquo rhadd rint rootn rotate round rsqrt sampler_t select "
                            + "shuffle sign signbit sin sincos sinh sinpi size_t smoothstep sqrt step sub_sat tan tanh "
                            + "tgamma trunc uint upsample ushort vec_step vload4 vstore4 wait_group_events "
                            + "write_imagef main constant event image2d_t sort reduce")
                    .split(" "));

    private static Stream<ClassFile> classFiles() {
        return TaskMethods.classFiles().stream();
    }

    private static Stream<? extends Class<?>> classes() {
        return TaskMethods.classes().stream();
    }

    private static Stream<CompiledMethod> published() {
        return TaskMethods.published().stream();
    }

    @Test
    void shouldFindTheKernels() {
        List<String> names = published().map(CompiledMethod::name).toList();
        assertTrue(names.contains("nearest"), () -> "found only " + names);
        assertTrue(published().anyMatch(TaskMethods::isLoop));
        assertTrue(published().anyMatch(TaskMethods::isForGroups));
    }

    @ParameterizedTest
    @MethodSource("published")
    void shouldPublishOnlyKernels(CompiledMethod method) {
        assertTrue(
                TaskMethods.isLoop(method) || TaskMethods.isForGroups(method),
                () -> method + " is not of the form public static void name(int begin, int end, primitives and arrays)"
                        + " or name(KernelContext context, int items, primitives and arrays)");
    }

    @ParameterizedTest
    @MethodSource("published")
    void shouldNameTheFirstParametersAlike(CompiledMethod method) {
        assertEquals(
                TaskMethods.isLoop(method) ? List.of("begin", "end") : List.of("context", "items"),
                method.parameterNames().subList(0, TaskMethods.LEADING_PARAMETERS),
                method::toString);
    }

    @ParameterizedTest
    @MethodSource("published")
    void shouldNotTakeNamesOfBuiltInFunctions(CompiledMethod method) {
        assertFalse(TAKEN_NAMES.contains(method.name().toLowerCase(Locale.ROOT)), method::toString);
    }

    @ParameterizedTest
    @MethodSource("classes")
    void shouldHaveNoStateButConstants(Class<?> type) {
        for (Field field : type.getDeclaredFields()) {
            if (!field.isSynthetic()) {
                int modifiers = field.getModifiers();
                assertTrue(
                        Modifier.isStatic(modifiers)
                                && Modifier.isFinal(modifiers)
                                && field.getType().isPrimitive(),
                        () -> field + " is not a constant");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("classes")
    void shouldHaveNoInstances(Class<?> type) {
        assertTrue(Modifier.isFinal(type.getModifiers()), () -> type + " is not final");
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            assertTrue(Modifier.isPrivate(constructor.getModifiers()), constructor::toString);
            assertEquals(0, constructor.getParameterCount(), constructor::toString);
        }
    }

    @ParameterizedTest
    @MethodSource("classFiles")
    void shouldHaveNoMethodsOfInstances(ClassFile file) {
        for (CompiledMethod method : file.methods()) {
            assertTrue(method.isStatic() || method.isInitializer(), method::toString);
        }
    }

    /** A class without a kernel for work-groups runs where there is no TornadoVM, so that it must not know its context. */
    @ParameterizedTest
    @MethodSource("classFiles")
    void shouldReferToNothingButJavaLangAndWhatDevicesNeed(ClassFile file) {
        boolean forGroups = file.methods().stream()
                .filter(method -> !method.isPrivate() && !method.isInitializer())
                .allMatch(TaskMethods::takesContext);
        String allowed = forGroups ? TaskMethods.KERNEL_CONTEXT : TaskMethods.PARALLEL;
        for (String referred : file.referredClasses()) {
            assertTrue(
                    ClassFile.packageOf(referred).equals("java/lang")
                            || referred.startsWith("dev/gyre/tasks/")
                            || referred.equals(allowed),
                    () -> file.name() + " refers to " + referred);
        }
    }

    /** What is thrown has to be made, so that this holds for exceptions too. */
    @ParameterizedTest
    @MethodSource("classFiles")
    void shouldMakeNoObjects(ClassFile file) {
        assertFalse(file.dynamicCalls(), () -> file.name() + " has a lambda or joins strings");
        for (String called : file.calledMethods()) {
            assertTrue(
                    !called.endsWith(".<init>") || called.equals("java/lang/Object.<init>"),
                    () -> file.name() + " calls " + called);
        }
    }
}
