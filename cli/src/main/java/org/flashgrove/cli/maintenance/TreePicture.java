package org.flashgrove.cli.maintenance;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Locale;
import javax.imageio.ImageIO;
import org.flashgrove.core.structure.NodeVisitor;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.file.OutputFile;

/**
 * Picture of a tree like figure 3 of Carniel's thesis (2019). It has a panel for the nodes of each
 * level, beginning with the root, and a panel for the entries. An index may consist of blocks
 * instead of nodes. Its levels are then, from the lowest to the highest, the pages, the blocks, and
 * the levels above the blocks.
 */
final class TreePicture implements NodeVisitor {
  private static final int MARGIN = 12;
  private static final int CAPTION = 22;
  private static final int MOST_COLUMNS = 3;
  private static final Color[] COLOURS = {
    new Color(0x1B6CA8), new Color(0xC8553D), new Color(0x3C7A3A), new Color(0x7B4B94)
  };
  private static final Color ENTRIES = new Color(0x303030);

  private final NodeCounts counts;
  private final Extent extent;
  private final int panelWidth;
  private final int panelHeight;
  private final double scale;
  private final BufferedImage image;
  private final Graphics2D pen;
  private final int columns;

  /**
   * Creates an empty picture.
   *
   * @param counts counts and bounds of the nodes to be drawn
   * @param size length of the longer side of a panel in pixels
   */
  TreePicture(NodeCounts counts, int size) {
    this.counts = counts;
    extent = counts.extent();
    double width = extent.maxX() - extent.minX();
    double height = extent.maxY() - extent.minY();
    double longer = Math.max(width, height);
    scale = longer > 0 ? size / longer : 1;
    // A flat extent still gets a visible strip.
    panelWidth = (int) Math.max(size / 8.0, Math.ceil(width * scale));
    panelHeight = (int) Math.max(size / 8.0, Math.ceil(height * scale));
    int panels = panels();
    columns = panels == 4 ? 2 : Math.min(MOST_COLUMNS, panels);
    int rows = (panels + columns - 1) / columns;
    image =
        new BufferedImage(
            MARGIN + columns * (panelWidth + MARGIN),
            MARGIN + rows * (panelHeight + CAPTION + MARGIN),
            BufferedImage.TYPE_INT_RGB);
    pen = image.createGraphics();
    pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    pen.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    pen.setColor(Color.WHITE);
    pen.fillRect(0, 0, image.getWidth(), image.getHeight());
    drawFrames(panels);
  }

  /** Returns the number of panels: one for each level, and one for the entries. */
  int panels() {
    return counts.levels() + 1;
  }

  private int left(int panel) {
    return MARGIN + panel % columns * (panelWidth + MARGIN);
  }

  private int top(int panel) {
    return MARGIN + panel / columns * (panelHeight + CAPTION + MARGIN) + CAPTION;
  }

  private void drawFrames(int panels) {
    boolean text = true;
    for (int panel = 0; panel < panels; panel++) {
      pen.setColor(Color.LIGHT_GRAY);
      pen.drawRect(left(panel) - 1, top(panel) - 1, panelWidth + 1, panelHeight + 1);
      pen.setColor(Color.BLACK);
      text = text && drawCaption(panel);
    }
  }

  /** Writes the caption of a panel. Returns false if this Java runtime cannot draw text. */
  private boolean drawCaption(int panel) {
    int level = counts.levels() - 1 - panel;
    long shown = level < 0 ? counts.entries() : counts.nodes(level);
    String caption =
        level < 0
            ? String.format(Locale.ROOT, "%,d entries", shown)
            : String.format(
                Locale.ROOT, "level %d: %,d %s", level, shown, shown == 1 ? "node" : "nodes");
    try {
      pen.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 14));
      pen.drawString(caption, left(panel), top(panel) - 7);
      return true;
    } catch (RuntimeException | InternalError | LinkageError noFonts) {
      return false; // a Java runtime without fonts draws no captions
    }
  }

  @Override
  public void node(
      int level,
      long nodeId,
      long parentId,
      int entryCount,
      double minX,
      double minY,
      double maxX,
      double maxY) {
    pen.setColor(COLOURS[level % COLOURS.length]);
    pen.setStroke(new BasicStroke(level == 0 ? 0.7f : 1.2f));
    draw(counts.levels() - 1 - level, minX, minY, maxX, maxY);
  }

  @Override
  public void entry(long id, double minX, double minY, double maxX, double maxY) {
    pen.setColor(ENTRIES);
    pen.setStroke(new BasicStroke(0.5f));
    draw(counts.levels(), minX, minY, maxX, maxY);
  }

  private void draw(int panel, double minX, double minY, double maxX, double maxY) {
    double x = left(panel) + (minX - extent.minX()) * scale;
    double y = top(panel) + (extent.maxY() - maxY) * scale; // y grows upwards on a map
    double width = (maxX - minX) * scale;
    double height = (maxY - minY) * scale;
    if (width < 1 && height < 1) {
      pen.fill(new Rectangle2D.Double(x - 0.5, y - 0.5, 1, 1));
    } else {
      pen.draw(new Rectangle2D.Double(x, y, width, height));
    }
  }

  /** Returns the width in pixels. */
  int width() {
    return image.getWidth();
  }

  /** Returns the height in pixels. */
  int height() {
    return image.getHeight();
  }

  /** Writes the picture as PNG. */
  void write(Path file) throws IOException {
    pen.dispose();
    try (OutputFile target = OutputFile.named(file.toString())) {
      try (OutputStream bytes = target.open()) {
        if (!ImageIO.write(image, "png", bytes)) {
          throw new IOException(file + ": this Java writes no PNG");
        }
      }
      target.complete();
    }
  }
}
