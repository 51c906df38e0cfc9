package org.flashgrove.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pictures of plots, looked at pixel by pixel. */
class PlotFilesTest {
  /** Left of the legend of a series with a short name. */
  private static final int PLOT_RIGHT = 560;

  /** Pixels of a marker's width, about. */
  private static final int MARKER = 8;

  private static final int CHANNEL = 0xFF;

  @TempDir private Path directory;

  @BeforeAll
  static void withoutScreen() {
    System.setProperty("java.awt.headless", "true");
  }

  @Test
  void markersOfLinesStandAtTheirTick() throws IOException {
    Plot plot = Plot.lines("crossing", "", "x", "y");
    plot.add("rises", "one", 1).add("rises", "two", 3);
    plot.add("level", "one", 2).add("level", "two", 2);
    plot.add("falls", "one", 3).add("falls", "two", 1);
    BufferedImage image = ImageIO.read(PlotFiles.write(plot, directory).toFile());
    int middle = image.getHeight() / 2;
    int[] upper = columns(image, 0, middle - MARKER);
    int[] lower = columns(image, middle + MARKER, image.getHeight());
    assertThat(upper[0]).isCloseTo(lower[0], offset(MARKER / 2));
    assertThat(upper[1]).isCloseTo(lower[1], offset(MARKER / 2));
    assertThat(upper[1] - upper[0]).isGreaterThan(PLOT_RIGHT / 4);
  }

  /** The first and the last column of the plot with a coloured pixel between two rows. */
  private static int[] columns(BufferedImage image, int top, int bottom) {
    int first = Integer.MAX_VALUE;
    int last = -1;
    for (int x = 0; x < PLOT_RIGHT; x++) {
      for (int y = top; y < bottom; y++) {
        if (isColoured(image.getRGB(x, y))) {
          first = Math.min(first, x);
          last = Math.max(last, x);
        }
      }
    }
    assertThat(last).as("a coloured column").isNotNegative();
    return new int[] {first, last};
  }

  private static boolean isColoured(int rgb) {
    int red = rgb >> 16 & CHANNEL;
    int green = rgb >> 8 & CHANNEL;
    int blue = rgb & CHANNEL;
    return Math.max(red, Math.max(green, blue)) - Math.min(red, Math.min(green, blue)) > 60;
  }
}
