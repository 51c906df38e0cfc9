package org.flashgrove.cli.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries.CategorySeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendPosition;

/** Draws plots as PNG. */
public final class PlotFiles {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 420;

  private PlotFiles() {}

  /**
   * Draws a plot into a directory, which is made if it is not there.
   *
   * @return the file
   * @throws IOException if it cannot be written
   */
  public static Path write(Plot plot, Path directory) throws IOException {
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(plot.title())
            .xAxisTitle(plot.xTitle())
            .yAxisTitle(plot.yTitle())
            .build();
    chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
    if (plot.isLines()) {
      chart.getStyler().setDefaultSeriesRenderStyle(CategorySeriesRenderStyle.Line);
      // Else each series has a part of the category's width, as bars have: beside the tick.
      chart.getStyler().setOverlapped(true);
    }
    for (String series : plot.series()) {
      List<Double> values = new ArrayList<>();
      for (String category : plot.categories()) {
        values.add(plot.value(series, category));
      }
      chart.addSeries(series, plot.categories(), values);
    }
    Files.createDirectories(directory);
    Path file = directory.resolve(plot.name() + ".png");
    BitmapEncoder.saveBitmap(chart, file.toString(), BitmapFormat.PNG);
    return file;
  }
}
