package dev.gyre.cli;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

/** Damages the bytes of a file in one to three places. */
final class Damage {

    private static final String[] TOKENS = {
        "\"",
        ",",
        ";",
        "\n",
        "\r",
        "\r\n",
        "\t",
        "NaN",
        "NA",
        "",
        "1e999",
        "-1e-999",
        "1e151",
        "\ufeff",
        "\0",
        "é",
        "-",
        ".5",
        "5.",
        "1e",
        "\u2003",
        "1 2",
        "\"\"",
        "x,y,z\n",
        "inf",
        "0x1p3",
        "99999999999999999999",
        "}",
        "(",
        "'",
        "3L",
        "1f8b"
    };

    private Damage() {}

    static byte[] of(byte[] whole, Random random) {
        byte[] now = whole;
        for (int times = 1 + random.nextInt(3); times > 0; times--) {
            int from = random.nextInt(now.length + 1);
            int to = Math.min(now.length, from + 1 + random.nextInt(8));
            byte[] token = TOKENS[random.nextInt(TOKENS.length)].getBytes(StandardCharsets.UTF_8);
            byte[] some = new byte[1 + random.nextInt(6)];
            random.nextBytes(some);
            now = switch (random.nextInt(7)) {
                case 0 -> Arrays.copyOf(now, from);
                case 1 -> replaced(now, from, to, new byte[0]);
                case 2 -> replaced(now, from, from, token);
                case 3 -> replaced(now, from, to, token);
                case 4 -> replaced(now, from, from, Arrays.copyOfRange(now, from, to));
                case 5 -> replaced(now, from, from, some);
                default -> flipped(now, from, random);
            };
        }
        return now;
    }

    private static byte[] replaced(byte[] all, int from, int to, byte[] with) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(all, 0, from);
        out.writeBytes(with);
        out.write(all, to, all.length - to);
        return out.toByteArray();
    }

    private static byte[] flipped(byte[] all, int at, Random random) {
        byte[] flipped = all.clone();
        if (at < all.length) {
            flipped[at] ^= (byte) (1 << random.nextInt(8));
        }
        return flipped;
    }
}
