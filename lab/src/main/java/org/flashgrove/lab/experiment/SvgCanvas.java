package org.flashgrove.lab.experiment;

import java.awt.Color;
import java.awt.Font;
import java.awt.geom.Path2D;
import java.awt.geom.PathIterator;

/**
 * Canvas that writes SVG. Coordinates have at most one decimal, to keep a page with many drawings
 * small.
 */
final class SvgCanvas implements Canvas {
  private static final String COMMANDS = "ML  Z"; // by the kinds of segments of PathIterator
  private static final int TENTHS = 10;

  private final StringBuilder svg = new StringBuilder();

  SvgCanvas(int width, int height) {
    svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"").append(width);
    svg.append("\" height=\"").append(height).append("\" viewBox=\"0 0 ").append(width);
    svg.append(' ').append(height).append("\">");
  }

  /** Ends drawing and returns the SVG. */
  String end() {
    return svg.append("</svg>").toString();
  }

  @Override
  public void stroke(Path2D path, double width, Color color) {
    path(path, "fill:none;stroke:" + rgb(color) + ";stroke-linecap:round;stroke-width:" + width);
  }

  @Override
  public void fill(Path2D path, Color color) {
    path(path, "fill:" + rgb(color) + ";");
  }

  private void path(Path2D path, String style) {
    svg.append("<path d=\"");
    double[] point = new double[6];
    for (PathIterator at = path.getPathIterator(null); !at.isDone(); at.next()) {
      int kind = at.currentSegment(point);
      svg.append(COMMANDS.charAt(kind));
      if (kind != PathIterator.SEG_CLOSE) {
        svg.append(number(point[0])).append(',').append(number(point[1]));
      }
    }
    svg.append("\" style=\"").append(style).append("\"/>");
  }

  private static String rgb(Color color) {
    return "rgb(" + color.getRed() + "," + color.getGreen() + "," + color.getBlue() + ")";
  }

  /** Returns a number as text with at most one decimal. */
  private static String number(double value) {
    long tenths = Math.round(value * TENTHS);
    return tenths % TENTHS == 0
        ? Long.toString(tenths / TENTHS)
        : Double.toString((double) tenths / TENTHS);
  }

  @Override
  public void text(String text, double x, double y, double anchor, Font font, boolean isUpright) {
    svg.append("<text transform=\"translate(").append(number(x)).append(' ').append(number(y));
    svg.append(isUpright ? ") rotate(-90)\"" : ")\"");
    svg.append(" style=\"white-space:pre;text-anchor:");
    svg.append(anchor == 0 ? "start" : anchor == 1 ? "end" : "middle");
    svg.append(font.isBold() ? ";font:bold " : ";font:").append(font.getSize());
    svg.append("px sans-serif\">");
    svg.append(text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"));
    svg.append("</text>");
  }
}
