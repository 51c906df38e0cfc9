package org.flashgrove.lab.experiment;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** Draws plots as PNG and SVG. */
public final class PlotFiles {
  private PlotFiles() {}

  /**
   * Draws a plot as a PNG file in a directory. Creates the directory if necessary.
   *
   * @return the file
   * @throws IOException if the file cannot be written
   */
  public static Path write(Drawing drawing, Path directory) throws IOException {
    Files.createDirectories(directory);
    Path file = directory.resolve(drawing.name() + ".png");
    ImageCanvas canvas = new ImageCanvas(Chart.WIDTH, Chart.HEIGHT);
    Chart.draw(drawing, canvas);
    try (OutputStream bytes = Files.newOutputStream(file)) {
      ImageIO.write(canvas.end(), "png", bytes);
    }
    return file;
  }

  /** Draws a plot as SVG. The result can be embedded in a page or written to a file. */
  public static String svg(Drawing drawing) {
    SvgCanvas canvas = new SvgCanvas(Chart.WIDTH, Chart.HEIGHT);
    Chart.draw(drawing, canvas);
    return canvas.end();
  }
}
