package org.flashgrove.lab.experiment;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;

/** Canvas that draws into an image. */
final class ImageCanvas implements Canvas {
  private final BufferedImage image;
  private final Graphics2D graphics;

  ImageCanvas(int width, int height) {
    image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    graphics = image.createGraphics();
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
  }

  /** Ends drawing and returns the image. */
  BufferedImage end() {
    graphics.dispose();
    return image;
  }

  @Override
  public void stroke(Path2D path, double width, Color color) {
    graphics.setColor(color);
    graphics.setStroke(
        new BasicStroke((float) width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_MITER));
    graphics.draw(path);
  }

  @Override
  public void fill(Path2D path, Color color) {
    graphics.setColor(color);
    graphics.fill(path);
  }

  @Override
  public void text(String text, double x, double y, double anchor, Font font, boolean isUpright) {
    Graphics2D turned = (Graphics2D) graphics.create();
    turned.setColor(Color.BLACK);
    turned.translate(x, y);
    turned.rotate(isUpright ? -Math.PI / 2 : 0);
    turned.setFont(font);
    turned.drawString(text, (float) (-anchor * turned.getFontMetrics().stringWidth(text)), 0);
    turned.dispose();
  }
}
