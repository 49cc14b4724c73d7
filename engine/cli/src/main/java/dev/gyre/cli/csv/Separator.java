package dev.gyre.cli.csv;

import java.util.Locale;

/** Characters that separate fields, with words for those that are hard to type. */
public enum Separator {
    COMMA(','),
    SEMICOLON(';'),
    TAB('\t'),
    PIPE('|'),
    SPACE(' ');

    private final char character;

    Separator(char character) {
        this.character = character;
    }

    public char character() {
        return character;
    }

    /** The word for it: the name in lower case. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
