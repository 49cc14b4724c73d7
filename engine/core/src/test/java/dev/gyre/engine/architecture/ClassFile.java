package dev.gyre.engine.architecture;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.constant.MethodTypeDesc;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a compiled class declares and refers to, read from its file.
 *
 * @param name binary name with slashes
 * @param access the access flags
 * @param referredClasses every class named by an instruction, a descriptor, a signature or an annotation
 * @param calledMethods methods called, as {@code owner.name}
 * @param dynamicCalls whether there is a lambda, a string concatenation or a dynamic constant
 * @param methods methods declared, constructors and initializers included
 */
record ClassFile(
        String name,
        int access,
        Set<String> referredClasses,
        Set<String> calledMethods,
        boolean dynamicCalls,
        List<CompiledMethod> methods) {

    private static final Pattern CLASS_IN_DESCRIPTOR = Pattern.compile("L([\\w$]+(?:/[\\w$]+)+)[;<]");
    private static final int MAGIC = 0xCAFEBABE;

    static ClassFile parse(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            return new Pool(in).classFile(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String packageName() {
        return packageOf(name);
    }

    static String packageOf(String className) {
        int slash = className.lastIndexOf('/');
        return slash < 0 ? "" : className.substring(0, slash);
    }

    /** The constant pool: JVM specification, section 4.4. */
    private static final class Pool {

        private static final int UTF8 = 1;
        private static final int CLASS = 7;
        private static final int METHOD = 10;
        private static final int INTERFACE_METHOD = 11;
        private static final int NAME_AND_TYPE = 12;

        private final int[] tags;
        private final int[] first;
        private final int[] second;
        private final String[] texts;
        private boolean dynamicCalls;

        Pool(DataInputStream in) throws IOException {
            if (in.readInt() != MAGIC) {
                throw new IOException("not a class file");
            }
            in.skipBytes(4);
            int size = in.readUnsignedShort();
            tags = new int[size];
            first = new int[size];
            second = new int[size];
            texts = new String[size];
            for (int i = 1; i < size; i++) {
                tags[i] = in.readUnsignedByte();
                switch (tags[i]) {
                    case UTF8 -> texts[i] = in.readUTF();
                    case 3, 4 -> in.readInt();
                    // A long or a double takes two places.
                    case 5, 6 -> {
                        in.readLong();
                        i++;
                    }
                    case CLASS, 8, 16, 19, 20 -> first[i] = in.readUnsignedShort();
                    case 15 -> {
                        first[i] = in.readUnsignedByte();
                        second[i] = in.readUnsignedShort();
                    }
                    case 9, METHOD, INTERFACE_METHOD, NAME_AND_TYPE -> readPair(in, i);
                    case 17, 18 -> {
                        readPair(in, i);
                        dynamicCalls = true;
                    }
                    default -> throw new IOException("unknown constant " + tags[i]);
                }
            }
        }

        private void readPair(DataInputStream in, int i) throws IOException {
            first[i] = in.readUnsignedShort();
            second[i] = in.readUnsignedShort();
        }

        /** Reads on after the pool: section 4.1. */
        ClassFile classFile(DataInputStream in) throws IOException {
            int access = in.readUnsignedShort();
            String name = className(in.readUnsignedShort());
            in.readUnsignedShort();
            in.skipNBytes(2L * in.readUnsignedShort());
            skipFields(in);
            return new ClassFile(name, access, classes(), calledMethods(), dynamicCalls, methods(in, name));
        }

        private static void skipFields(DataInputStream in) throws IOException {
            for (int fields = in.readUnsignedShort(); fields > 0; fields--) {
                in.skipNBytes(6);
                for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
                    in.skipNBytes(2);
                    in.skipNBytes(in.readInt());
                }
            }
        }

        private List<CompiledMethod> methods(DataInputStream in, String owner) throws IOException {
            List<CompiledMethod> methods = new ArrayList<>();
            for (int left = in.readUnsignedShort(); left > 0; left--) {
                methods.add(method(in, owner));
            }
            return methods;
        }

        private CompiledMethod method(DataInputStream in, String owner) throws IOException {
            int access = in.readUnsignedShort();
            String name = texts[in.readUnsignedShort()];
            MethodTypeDesc type = MethodTypeDesc.ofDescriptor(texts[in.readUnsignedShort()]);
            List<String> parameterNames = new ArrayList<>();
            boolean declaresExceptions = false;
            for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
                String attribute = texts[in.readUnsignedShort()];
                byte[] content = new byte[in.readInt()];
                in.readFully(content);
                declaresExceptions |= attribute.equals("Exceptions");
                if (attribute.equals("MethodParameters")) {
                    ByteBuffer parameters = ByteBuffer.wrap(content);
                    for (int count = parameters.get(); count > 0; count--) {
                        parameterNames.add(texts[parameters.getShort() & 0xffff]);
                        parameters.getShort();
                    }
                }
            }
            return new CompiledMethod(owner, access, name, type, parameterNames, declaresExceptions);
        }

        private String className(int index) {
            return texts[first[index]];
        }

        private Set<String> classes() {
            Set<String> classes = new TreeSet<>();
            for (int i = 1; i < tags.length; i++) {
                if (tags[i] == CLASS && !className(i).startsWith("[")) {
                    classes.add(className(i));
                } else if (tags[i] == UTF8) {
                    Matcher matcher = CLASS_IN_DESCRIPTOR.matcher(texts[i]);
                    while (matcher.find()) {
                        classes.add(matcher.group(1));
                    }
                }
            }
            return classes;
        }

        private Set<String> calledMethods() {
            List<Integer> indices = new ArrayList<>();
            for (int i = 1; i < tags.length; i++) {
                if (tags[i] == METHOD || tags[i] == INTERFACE_METHOD) {
                    indices.add(i);
                }
            }
            Set<String> methods = new HashSet<>();
            for (int i : indices) {
                methods.add(className(first[i]) + "." + texts[first[second[i]]]);
            }
            return methods;
        }
    }
}
