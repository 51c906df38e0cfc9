package org.flashgrove.lab.experiment;

import java.awt.BasicStroke;
import java.awt.Color;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.Stream;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries.CategorySeriesRenderStyle;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws plots as PNG and SVG. */
public final class PlotFiles {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 420;
  private static final int MARKER = 4;

  private PlotFiles() {}

  /**
   * Draws a plot as PNG into a directory, which is created if necessary.
   *
   * @return the file
   * @throws IOException if the file cannot be written
   */
  public static Path write(Drawing drawing, Path directory) throws IOException {
    Files.createDirectories(directory);
    Path file = directory.resolve(drawing.name() + ".png");
    try (OutputStream bytes = Files.newOutputStream(file)) {
      ChartEncoder.saveChart(chart(drawing), bytes, "png");
    }
    return file;
  }

  /** Draws a plot as SVG. The result may be an element of a page or a file of its own. */
  public static String svg(Drawing drawing) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ChartEncoder.saveChart(chart(drawing), bytes, "svg");
    return CompactSvg.of(bytes.toByteArray(), drawing.name());
  }

  private static Chart<?, ?> chart(Drawing drawing) {
    return drawing instanceof Plot plot ? categories(plot) : numbers((Curves) drawing);
  }

  private static void style(AxesChartStyler styler) {
    styler.setLegendPosition(LegendPosition.OutsideE);
    styler.setChartBackgroundColor(Color.WHITE);
    // Dashed lines would become many separate shapes in SVG.
    styler.setPlotGridLinesStroke(new BasicStroke(0.5f));
  }

  /**
   * Returns the powers of ten around values. Without them a logarithmic axis may have no labels.
   */
  private static double[] decades(Stream<Double> values) {
    DoubleSummaryStatistics found = values.mapToDouble(value -> value).summaryStatistics();
    if (found.getCount() == 0) {
      return new double[] {1, 10};
    }
    double low = Math.floor(Math.log10(found.getMin()));
    double high = Math.ceil(Math.log10(found.getMax()));
    return new double[] {Math.pow(10, low), Math.pow(10, high > low ? high : low + 1)};
  }

  private static CategoryChart categories(Plot plot) {
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(plot.title())
            .xAxisTitle(plot.xTitle())
            .yAxisTitle(plot.yTitle())
            .build();
    style(chart.getStyler());
    if (plot.isLogarithmic()) {
      double[] decades = decades(plot.series().stream().flatMap(each -> plot.values(each)));
      chart.getStyler().setYAxisLogarithmic(true);
      chart.getStyler().setYAxisMin(decades[0]).setYAxisMax(decades[1]);
    }
    if (plot.isLines()) {
      chart.getStyler().setDefaultSeriesRenderStyle(CategorySeriesRenderStyle.Line);
      // Without this setting the library does not draw a point directly above its tick.
      chart.getStyler().setOverlapped(true);
    }
    for (String series : plot.series()) {
      List<Double> values = new ArrayList<>();
      List<Double> errors = new ArrayList<>();
      for (String category : plot.categories()) {
        values.add(plot.value(series, category));
        errors.add(plot.error(series, category));
      }
      // On a logarithmic axis the library draws error bars at the wrong place.
      boolean bars = plot.hasErrors() && !plot.isLogarithmic();
      chart.addSeries(series, plot.categories(), values, bars ? errors : null);
    }
    return chart;
  }

  private static XYChart numbers(Curves curves) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(curves.title())
            .xAxisTitle(curves.xTitle())
            .yAxisTitle(curves.yTitle())
            .build();
    style(chart.getStyler());
    if (curves.isLogarithmic()) {
      double[] decades =
          decades(
              curves.series().values().stream()
                  .flatMap(points -> Arrays.stream(points[0]).boxed()));
      chart.getStyler().setXAxisLogarithmic(true);
      chart.getStyler().setPlotGridVerticalLinesVisible(false); // nine lines per decade
      chart.getStyler().setXAxisMin(decades[0]).setXAxisMax(decades[1]);
    }
    chart.getStyler().setMarkerSize(MARKER);
    chart
        .getStyler()
        .setDefaultSeriesRenderStyle(
            switch (curves.form()) {
              case LINE -> XYSeriesRenderStyle.Line;
              case STEPS -> XYSeriesRenderStyle.Step;
              case POINTS -> XYSeriesRenderStyle.Scatter;
            });
    curves
        .series()
        .forEach(
            (name, points) -> {
              var series = chart.addSeries(name, points[0], points[1]);
              if (curves.form() != Curves.Form.POINTS) {
                series.setMarker(SeriesMarkers.NONE);
              }
            });
    return chart;
  }
}
