package dev.gyre.engine.architecture;

import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Modifier;
import java.util.List;

/**
 * A method as its class file gives it: looking at it loads none of the classes that it names.
 *
 * @param owner binary name of its class, with slashes
 * @param access the access flags
 * @param name the name
 * @param type types of result and parameters
 * @param parameterNames names of the parameters, as the compiler kept them
 * @param declaresExceptions whether it has a throws clause
 */
record CompiledMethod(
        String owner,
        int access,
        String name,
        MethodTypeDesc type,
        List<String> parameterNames,
        boolean declaresExceptions) {

    private static final int SYNTHETIC = 0x1000;

    CompiledMethod {
        parameterNames = List.copyOf(parameterNames);
    }

    boolean isPublic() {
        return Modifier.isPublic(access) && (access & SYNTHETIC) == 0 && !isInitializer();
    }

    boolean isPrivate() {
        return Modifier.isPrivate(access);
    }

    boolean isStatic() {
        return Modifier.isStatic(access);
    }

    /** Whether it is a constructor or the initializer of the class. */
    boolean isInitializer() {
        return name.startsWith("<");
    }

    /** Class and method, as {@code owner.name}. */
    String qualifiedName() {
        return owner + "." + name;
    }

    @Override
    public String toString() {
        return qualifiedName() + type.displayDescriptor();
    }
}
