package dev.gyre.benchmarks;

import java.util.Locale;

/** Texts of HTML and SVG that are also well-formed XML. */
final class Html {

    private Html() {}

    /** Returns a text with its special characters escaped. */
    static String text(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** Returns a coordinate of SVG. */
    static String at(double coordinate) {
        return String.format(Locale.ROOT, "%.1f", coordinate);
    }

    /** Returns a line of SVG. */
    static String line(String look, double x1, double y1, double x2, double y2) {
        return "<line class=\"" + look + "\" x1=\"" + at(x1) + "\" y1=\"" + at(y1) + "\" x2=\"" + at(x2) + "\" y2=\""
                + at(y2) + "\"/>\n";
    }

    /** Returns a text of SVG. */
    static String label(String look, double x, double y, String text) {
        return "<text class=\"" + look + "\" x=\"" + at(x) + "\" y=\"" + at(y) + "\">" + text(text) + "</text>\n";
    }

    /** Returns a figure with a plot of some size, and below it the notes about what is not in it. */
    static String figure(String title, String caption, int width, int height, String svg) {
        return "<figure>\n<figcaption><b>" + text(title) + "</b>" + (caption.isEmpty() ? "" : " " + text(caption))
                + "</figcaption>\n<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + width + " " + height
                + "\" role=\"img\" aria-label=\"" + text(title) + "\">\n" + svg + "</svg>\n</figure>\n";
    }

    /** Returns a part of a page that opens on request. */
    static String details(String title, String content) {
        return "<details>\n<summary>" + text(title) + "</summary>\n<div class=\"wide\">" + content
                + "</div>\n</details>\n";
    }

    /** Returns a section of a page. */
    static String section(String id, String title, String... parts) {
        return "<section id=\"" + id + "\">\n<h2>" + text(title) + "</h2>\n" + String.join("", parts) + "</section>\n";
    }

    /** Returns a paragraph. */
    static String paragraph(String text) {
        return "<p>" + text(text) + "</p>\n";
    }

    /** Returns plots beside each other, as far as there is room. */
    static String plots(String... plots) {
        return "<div class=\"plots\">\n" + String.join("", plots) + "</div>\n";
    }
}
