package dev.gyre.cli.text;

/**
 * Makes characters that would command a terminal visible: controls (as their pictures, such as U+241B for escape, or as {@code
 * \}{@code u0085}), line ends, and marks that change the direction of text.
 */
public final class VisibleText {

    private static final int PICTURES = 0x2400;
    private static final int DELETE = 0x7f;
    private static final int PICTURE_OF_DELETE = 0x2421;

    private VisibleText() {}

    /** Returns a text without characters that command a terminal; the same text if it has none. */
    public static String of(String text) {
        return of(text, "");
    }

    /** Returns a text without characters that command a terminal, except some that are kept, such as line ends. */
    public static String of(String text, String kept) {
        for (int at = 0; at < text.length(); at++) {
            if (commands(text.charAt(at)) && kept.indexOf(text.charAt(at)) < 0) {
                return replaced(text, kept, at);
            }
        }
        return text;
    }

    private static String replaced(String text, String kept, int first) {
        StringBuilder visible = new StringBuilder(text.length() + 8).append(text, 0, first);
        for (int at = first; at < text.length(); at++) {
            char c = text.charAt(at);
            if (!commands(c) || kept.indexOf(c) >= 0) {
                visible.append(c);
            } else if (c < ' ') {
                visible.append((char) (PICTURES + c));
            } else if (c == DELETE) {
                visible.append((char) PICTURE_OF_DELETE);
            } else {
                visible.append(String.format("\\u%04X", (int) c));
            }
        }
        return visible.toString();
    }

    private static boolean commands(char c) {
        return Character.isISOControl(c)
                || c == '\u2028'
                || c == '\u2029'
                || c == '\u061c'
                || c == '\u200e'
                || c == '\u200f'
                || (c >= '\u202a' && c <= '\u202e')
                || (c >= '\u2066' && c <= '\u2069');
    }
}
