package dev.gyre.tornado;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The facts about a class file that {@link KernelKeys} needs (The Java Virtual Machine Specification, chapter 4).
 *
 * @param readsArrayLengths whether any of its methods asks for the length of an array
 */
record ClassFile(Set<String> classes, boolean readsArrayLengths) {

    private static final int ARRAY_LENGTH = 190;
    private static final int TABLE_SWITCH = 170;
    private static final int LOOKUP_SWITCH = 171;
    private static final int WIDE = 196;
    private static final int INCREMENT = 132;

    /** The first and the last code of a range of instructions, and the bytes of each; 0 if they vary. */
    private static final int[][] INSTRUCTIONS = {
        {0, 15, 1},
        {16, 16, 2},
        {17, 17, 3},
        {18, 18, 2},
        {19, 20, 3},
        {21, 25, 2},
        {26, 53, 1},
        {54, 58, 2},
        {59, 131, 1},
        {132, 132, 3},
        {133, 152, 1},
        {153, 168, 3},
        {169, 169, 2},
        {170, 171, 0},
        {172, 177, 1},
        {178, 184, 3},
        {185, 186, 5},
        {187, 187, 3},
        {188, 188, 2},
        {189, 189, 3},
        {190, 191, 1},
        {192, 193, 3},
        {194, 195, 1},
        {196, 196, 0},
        {197, 197, 4},
        {198, 199, 3},
        {200, 201, 5}
    };

    static ClassFile of(byte[] file) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(file))) {
            in.skipNBytes(8);
            Map<Integer, String> texts = new TreeMap<>();
            Set<String> classes = readConstants(in, texts);
            in.skipNBytes(6);
            in.skipNBytes(2L * in.readUnsignedShort());
            // Fields have no code.
            readMembers(in, texts);
            return new ClassFile(classes, readMembers(in, texts));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read a class file", e);
        }
    }

    private static Set<String> readConstants(DataInputStream in, Map<Integer, String> texts) throws IOException {
        Set<Integer> classes = new TreeSet<>();
        int count = in.readUnsignedShort();
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> texts.put(i, in.readUTF());
                case 7 -> classes.add(in.readUnsignedShort());
                case 8, 16, 19, 20 -> in.skipNBytes(2);
                case 15 -> in.skipNBytes(3);
                case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
                case 5, 6 -> {
                    in.skipNBytes(8);
                    // Long and double occupy two indices.
                    i++;
                }
                default -> throw new IOException("unknown constant " + tag);
            }
        }
        Set<String> names = new TreeSet<>();
        classes.forEach(index -> names.add(texts.get(index)));
        return names;
    }

    /** Tells whether any of the fields or methods asks for the length of an array. */
    private static boolean readMembers(DataInputStream in, Map<Integer, String> texts) throws IOException {
        boolean readsArrayLengths = false;
        int members = in.readUnsignedShort();
        for (int member = 0; member < members; member++) {
            in.skipNBytes(6);
            int attributes = in.readUnsignedShort();
            for (int attribute = 0; attribute < attributes; attribute++) {
                String name = texts.get(in.readUnsignedShort());
                byte[] content = in.readNBytes(in.readInt());
                readsArrayLengths |= name.equals("Code") && readsArrayLengths(ByteBuffer.wrap(content));
            }
        }
        return readsArrayLengths;
    }

    private static boolean readsArrayLengths(ByteBuffer code) throws IOException {
        int begin = 8;
        int end = begin + code.getInt(4);
        int at = begin;
        while (at < end) {
            int instruction = code.get(at) & 0xff;
            if (instruction == ARRAY_LENGTH) {
                return true;
            }
            at += length(code, at, begin, instruction);
        }
        return false;
    }

    private static int length(ByteBuffer code, int at, int begin, int instruction) throws IOException {
        int padding = 3 - (at - begin) % 4;
        int operands = at + 1 + padding;
        switch (instruction) {
            case TABLE_SWITCH -> {
                int cases = code.getInt(operands + 8) - code.getInt(operands + 4) + 1;
                return 1 + padding + 12 + 4 * cases;
            }
            case LOOKUP_SWITCH -> {
                return 1 + padding + 8 + 8 * code.getInt(operands + 4);
            }
            case WIDE -> {
                return (code.get(at + 1) & 0xff) == INCREMENT ? 6 : 4;
            }
            default -> {
                for (int[] range : INSTRUCTIONS) {
                    if (instruction >= range[0] && instruction <= range[1]) {
                        return range[2];
                    }
                }
                throw new IOException("unknown instruction " + instruction);
            }
        }
    }
}
