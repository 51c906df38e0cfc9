package org.flashgrove.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.DoubleSummaryStatistics;
import java.util.Random;
import javax.imageio.ImageIO;
import org.flashgrove.core.Seeds;
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

  @Test
  void barsAreAsHighAsTheirValues() throws IOException {
    Plot plot = Plot.bars("bars", "", "x", "y");
    plot.add("one", "a", 10).add("one", "b", 20).add("one", "c", 5, 1);
    BufferedImage image = drawn(plot);
    int third = 188;
    int[] heights = new int[3];
    for (int bar = 0; bar < 3; bar++) {
      int middle = 62 + bar * third + third / 2;
      heights[bar] = height(image, middle - 20, middle - 10);
    }
    assertThat(heights[1]).isCloseTo(2 * heights[0], offset(4));
    assertThat(heights[0]).isCloseTo(2 * heights[2], offset(4));
    // the error bar goes through the top of the third bar and above it
    Plot without = Plot.bars("bars", "", "x", "y");
    without.add("one", "a", 10).add("one", "b", 20).add("one", "c", 5);
    assertThat(blackPixels(image)).isGreaterThan(blackPixels(drawn(without)) + heights[2] / 5);
  }

  @Test
  void logarithmicAxesSetFactorsEquallyApart() throws IOException {
    Plot plot = Plot.bars("log", "", "x", "y").logarithmic(true);
    plot.add("one", "a", 10).add("one", "b", 100).add("one", "c", 1000).add("one", "d", 0);
    BufferedImage image = drawn(plot);
    int first = height(image, 120, 130);
    int second = height(image, 265, 275);
    int third = height(image, 405, 415);
    assertThat(third - second).isCloseTo(second - first, offset(6));
    assertThat(third - second).isGreaterThan(40);
  }

  /** What a short run took may be less than the clock's step. */
  @Test
  void logarithmicAxesWithoutAValueAreDrawn() throws IOException {
    Plot plot = Plot.bars("none", "nothing to see", "x", "y").logarithmic(true);
    plot.add("one", "a", 0).add("two", "a", 0);
    assertThat(PlotFiles.svg(plot)).contains("nothing to see");
  }

  @Test
  void textsOfDrawingsAreTexts() throws IOException {
    Plot plot = Plot.bars("texts", "Pages <read> & \"written\"", "0.1 %, 4K", "µs, 95 % (b/a)");
    plot.add("rtree:split=quadratic", "plain", 1).add("Ill", "eFIND* 20", 2);
    String svg = PlotFiles.svg(plot);
    assertThat(svg)
        .contains(">Pages &lt;read> &amp; \"written\"</text>".replace("read>", "read&gt;"))
        .contains(">0.1 %, 4K</text>", ">µs, 95 % (b/a)</text>", "rotate(-90)")
        .contains(">rtree:split=quadratic</text>", ">Ill</text>", ">eFIND* 20</text>")
        .doesNotContain("<line", "<!DOCTYPE");
    assertThat(svg.length()).isLessThan(4_000);
    String other = PlotFiles.svg(Plot.bars("o", "\u0414\u0436", "x", "y").add("a", "b", 1));
    assertThat(other).contains(">\u0414\u0436</text>", ">x</text>");
  }

  @Test
  void curvesAreDrawnInEachForm() throws IOException {
    double[] x = {1, 10, 100, 1000};
    double[] y = {10, 50, 90, 100};
    for (Curves.Form form : Curves.Form.values()) {
      Curves curves = new Curves("curve", "", "x", "y", form).logarithmic().add("one", x, y);
      int coloured = colouredPixels(drawn(curves));
      assertThat(coloured).as(form.name()).isGreaterThan(form == Curves.Form.POINTS ? 20 : 400);
      String svg = PlotFiles.svg(curves);
      assertThat(svg.contains("<svg") && svg.contains("rgb(0,55,255)")).as(form.name()).isTrue();
    }
    Curves boxes =
        new Curves("boxes", "", "x", "y", Curves.Form.LINE)
            .add(
                "level 0",
                new double[] {0, 1, 1, 0, 0, 0, 4, 5, 5, 4, 4, 4},
                new double[] {0, 0, 1, 1, 0, Double.NaN, 4, 4, 5, 5, 4, Double.NaN});
    BufferedImage image = drawn(boxes);
    assertThat(height(image, 230, 450)).as("nothing joins the two rectangles").isZero();
  }

  @Test
  void axesBeginAndEndWithATick() {
    Random random = Seeds.random();
    for (int i = 0; i < 1_000; i++) {
      boolean isLogarithmic = random.nextBoolean();
      boolean isOfBars = random.nextBoolean();
      DoubleSummaryStatistics values = new DoubleSummaryStatistics();
      for (int value = random.nextInt(4); value >= 0; value--) {
        double size = Math.pow(10, random.nextInt(24) - 12) * (1 + random.nextDouble());
        values.accept(isLogarithmic || random.nextBoolean() ? size : -size);
      }
      Axis axis = Axis.of(values, isLogarithmic, isOfBars);
      double[] ticks = axis.ticks();
      assertThat(ticks).as(axis.toString()).hasSizeBetween(2, 11).isSorted();
      assertThat(axis.labels()).hasSameSizeAs(ticks);
      assertThat(axis.at(ticks[0])).isCloseTo(0, offset(1e-6));
      assertThat(axis.at(ticks[ticks.length - 1])).isCloseTo(1, offset(1e-6));
      assertThat(axis.at(values.getMin())).isBetween(-1e-6, 1 + 1e-6);
      assertThat(axis.at(values.getMax())).isBetween(-1e-6, 1 + 1e-6);
      if (isOfBars && !isLogarithmic) {
        assertThat(axis.at(0)).isBetween(-1e-6, 1 + 1e-6);
      }
    }
  }

  @Test
  void missingValuesInterruptLines() {
    Plot plot = Plot.lines("gap", "", "x", "y");
    plot.add("one", "a", 1).add("one", "b", 2).add("one", "c", Double.NaN).add("one", "d", 4);
    plot.add("one", "e", 5);
    String lines = "<path d=\"M[^LM]*L[^LM]*L[^LM]*M[^LM]*L[^LM]*L[^LM]*\" style=\"fill:none";
    assertThat(PlotFiles.svg(plot)).containsPattern(lines);
  }

  private BufferedImage drawn(Drawing drawing) throws IOException {
    return ImageIO.read(PlotFiles.write(drawing, directory).toFile());
  }

  /** Rows from the highest to the lowest coloured pixel between two columns. */
  private static int height(BufferedImage image, int left, int right) {
    int top = Integer.MAX_VALUE;
    int bottom = -1;
    for (int x = left; x < Math.min(right, PLOT_RIGHT); x++) {
      for (int y = 0; y < image.getHeight(); y++) {
        if (isColoured(image.getRGB(x, y))) {
          top = Math.min(top, y);
          bottom = Math.max(bottom, y);
        }
      }
    }
    return bottom < 0 ? 0 : bottom - top + 1;
  }

  private static int colouredPixels(BufferedImage image) {
    int count = 0;
    for (int x = 0; x < PLOT_RIGHT; x++) {
      for (int y = 0; y < image.getHeight(); y++) {
        count += isColoured(image.getRGB(x, y)) ? 1 : 0;
      }
    }
    return count;
  }

  private static int blackPixels(BufferedImage image) {
    int count = 0;
    for (int x = 0; x < PLOT_RIGHT; x++) {
      for (int y = 0; y < image.getHeight(); y++) {
        count += (image.getRGB(x, y) & 0xFFFFFF) == 0 ? 1 : 0;
      }
    }
    return count;
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
