package org.flashgrove.lab.experiment;

import java.awt.Color;
import java.awt.Font;
import java.awt.geom.Path2D;

/** Surface for a chart. Coordinates are pixels from the upper left corner. */
interface Canvas {
  /** Draws the lines of a path. A line of length 0 becomes a round point. */
  void stroke(Path2D path, double width, Color color);

  /** Fills the inside of a path. */
  void fill(Path2D path, Color color);

  /**
   * Draws a text.
   *
   * @param x x coordinate of the anchor
   * @param y y coordinate of the baseline, or of the anchor if the text is upright
   * @param anchor position of the anchor in the text: 0 start, 0.5 middle, 1 end
   * @param isUpright whether the text runs upwards
   */
  void text(String text, double x, double y, double anchor, Font font, boolean isUpright);
}
