package org.flashgrove.lab;

import java.util.BitSet;
import java.util.Locale;
import org.flashgrove.core.structure.NodeVisitor;
import org.flashgrove.datasets.Extent;

/** Map of points and of the pages of their index, drawn as SVG. */
final class PageMap implements NodeVisitor {
  private static final int WIDTH = 640;
  private static final int MARGIN = 10;

  /** Pixels of the side of the square that a point darkens. */
  private static final int CELL = 2;

  private final Extent extent;
  private final double scale;
  private final int height;
  private final int columns;
  private final BitSet cells = new BitSet();
  private final StringBuilder pages = new StringBuilder();

  PageMap(Extent extent) {
    this.extent = extent;
    scale = (WIDTH - 2 * MARGIN) / (extent.maxX() - extent.minX());
    height = (int) Math.ceil((extent.maxY() - extent.minY()) * scale) + 2 * MARGIN;
    columns = WIDTH / CELL + 1;
  }

  private double x(double x) {
    return MARGIN + (x - extent.minX()) * scale;
  }

  private double y(double y) {
    return MARGIN + (extent.maxY() - y) * scale; // y grows upwards on a map
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
    if (level == 0) {
      pages.append(
          String.format(
              Locale.ROOT,
              "M%.1f %.1fH%.1fV%.1fH%.1fZ%n",
              x(minX),
              y(minY),
              x(maxX),
              y(maxY),
              x(minX)));
    }
  }

  @Override
  public void entry(long id, double minX, double minY, double maxX, double maxY) {
    cells.set((int) (y(minY) / CELL) * columns + (int) (x(minX) / CELL));
  }

  /** Returns the cells with points as horizontal runs. */
  private String points() {
    StringBuilder path = new StringBuilder();
    int from = cells.nextSetBit(0);
    while (from >= 0) {
      int to = cells.nextClearBit(from);
      int middle = from / columns * CELL + CELL / 2;
      path.append('M').append(from % columns * CELL).append(' ').append(middle);
      path.append('h').append((to - from) * CELL);
      from = cells.nextSetBit(to);
      path.append(path.length() - path.lastIndexOf("\n") > 100 ? "\n" : "");
    }
    return path.toString();
  }

  /** Returns the drawing. */
  String svg() {
    String size = WIDTH + " " + height;
    return """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 SIZE" width="640">
    <rect width="100%" height="100%" fill="#ffffff"/>
    <path stroke="#8fa3b5" stroke-width="CELL" fill="none" d="POINTS"/>
    <path stroke="#d1495b" stroke-width="1" fill="#d1495b" fill-opacity="0.06" d="PAGES"/>
    </svg>
    """
        .replace("SIZE", size)
        .replace("CELL", Integer.toString(CELL))
        .replace("POINTS", points())
        .replace("PAGES", pages.toString().strip());
  }
}
