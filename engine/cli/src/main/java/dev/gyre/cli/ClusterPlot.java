package dev.gyre.cli;

import dev.gyre.engine.data.Clusters;
import dev.gyre.engine.data.Points;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Ellipse2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;

/** A picture of clusters in the plane. It has no text, which needs fonts that a server may lack. */
final class ClusterPlot {

    private static final int WIDTH = 1_800;
    private static final int MAX_HEIGHT = 1_800;
    private static final int MIN_HEIGHT = 600;
    private static final int MARGIN = 24;

    /** Part of the range of hues between two clusters: multiples of the golden section stay far apart. */
    private static final double HUES = 0.618_033_988_749_895;

    private static final Color NOISE = new Color(0xC4C4C4);
    private static final Color FRAME = new Color(0x808080);

    private final Points points;
    private final double[] low = new double[2];
    private final double[] unit = new double[2];
    private final int height;
    private final double size;

    private ClusterPlot(Points points) {
        this.points = points;
        double[] width = new double[2];
        for (int axis = 0; axis < 2; axis++) {
            int dim = axis;
            low[axis] =
                    rows().mapToDouble(row -> points.coordinate(row, dim)).min().orElse(0);
            width[axis] =
                    rows().mapToDouble(row -> points.coordinate(row, dim)).max().orElse(0) - low[axis];
        }
        int inner = WIDTH - 2 * MARGIN;
        // Both columns have one scale, unless the picture would be too narrow or too long.
        double wanted = width[0] > 0 ? inner * width[1] / width[0] : MAX_HEIGHT;
        height = (int) Math.clamp(wanted + 2 * MARGIN, MIN_HEIGHT, MAX_HEIGHT);
        unit[0] = width[0] > 0 ? inner / width[0] : 0;
        unit[1] = width[1] > 0 ? (height - 2 * MARGIN) / width[1] : 0;
        size = Math.clamp(1_200 / Math.sqrt(Math.max(1, points.size())), 2.0, 10.0);
    }

    private IntStream rows() {
        return IntStream.range(0, points.size());
    }

    /** Draws rows by two columns: noise first, in gray, then each cluster in its color. */
    static void write(Points points, Clusters clusters, OutputStream out) throws IOException {
        System.setProperty("java.awt.headless", "true");
        ImageIO.setUseCache(false);
        if (!ImageIO.write(new ClusterPlot(points).draw(clusters), "png", out)) {
            throw new IOException("this Java cannot write .png");
        }
    }

    private BufferedImage draw(Clusters clusters) {
        BufferedImage image = new BufferedImage(WIDTH, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, WIDTH, height);
        graphics.setColor(FRAME);
        graphics.drawRect(MARGIN / 2, MARGIN / 2, WIDTH - MARGIN, height - MARGIN);
        graphics.setColor(NOISE);
        rows().filter(row -> clusters.label(row) == Clusters.NOISE).forEach(row -> draw(row, 0.75 * size, graphics));
        rows().filter(row -> clusters.label(row) != Clusters.NOISE).forEach(row -> {
            graphics.setColor(color(clusters.label(row)));
            draw(row, size, graphics);
        });
        graphics.dispose();
        return image;
    }

    private void draw(int row, double width, Graphics2D graphics) {
        double x = MARGIN + (points.coordinate(row, 0) - low[0]) * unit[0];
        double y = height - MARGIN - (points.coordinate(row, 1) - low[1]) * unit[1];
        graphics.fill(new Ellipse2D.Double(x - width / 2, y - width / 2, width, width));
    }

    private static Color color(int cluster) {
        float hue = (float) (cluster * HUES % 1);
        return Color.getHSBColor(hue, 0.95f - 0.2f * (cluster % 3), 0.85f - 0.2f * (cluster / 3 % 2));
    }
}
