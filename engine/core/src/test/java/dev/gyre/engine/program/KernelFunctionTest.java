package dev.gyre.engine.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KernelFunctionTest {

    private static Stream<Class<?>> arities() {
        return Stream.of(KernelFunction.class.getDeclaredClasses());
    }

    @Test
    void shouldHaveEveryArityFromOneOn() {
        List<String> expected = IntStream.rangeClosed(1, (int) arities().count())
                .mapToObj(arity -> "Of" + arity)
                .sorted()
                .toList();
        assertEquals(expected, arities().map(Class::getSimpleName).sorted().toList());
    }

    @ParameterizedTest
    @MethodSource("arities")
    void shouldPassAllArgumentsInOrder(Class<?> type) {
        int arity = Integer.parseInt(type.getSimpleName().substring("Of".length()));
        List<Object> passed = new ArrayList<>();
        InvocationHandler handler = (proxy, method, arguments) -> {
            if (method.isDefault()) {
                return InvocationHandler.invokeDefault(proxy, method, arguments);
            }
            passed.addAll(List.of(arguments));
            return null;
        };
        KernelFunction function =
                (KernelFunction) Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler);
        assertEquals(arity, function.arity());
        List<Object> expected = new ArrayList<>(List.of(40, 2));
        IntStream.range(0, arity).forEach(i -> expected.add("argument " + i));
        function.invoke(40, 2, expected.subList(2, expected.size()).toArray());
        assertEquals(expected, passed);
    }
}
