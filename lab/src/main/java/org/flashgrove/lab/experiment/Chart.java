package org.flashgrove.lab.experiment;

import java.awt.Color;
import java.awt.Font;
import java.awt.font.FontRenderContext;
import java.awt.geom.Path2D;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;

/** Picture of a {@link Drawing}: title, axes with a grid, series and a legend. */
final class Chart {
  static final int WIDTH = 720;
  static final int HEIGHT = 420;

  private static final FontRenderContext CONTEXT = new FontRenderContext(null, true, true);
  private static final Font PLAIN = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
  private static final Font BOLD = new Font(Font.SANS_SERIF, Font.BOLD, 12);
  private static final Font LARGE = new Font(Font.SANS_SERIF, Font.BOLD, 14);
  private static final Color GRID = new Color(0xDDDDDD);

  /** Colours of the series. After the last colour the first one is used again. */
  private static final int[] COLORS = {
    0x0037FF, 0xFFAC2F, 0x8000FF, 0x00CD00, 0xCD0000, 0xFFD700, 0xFF00FF, 0x964B00, 0x00C8C8,
    0xFFA6C9, 0x607080, 0x000000
  };

  private static final int GAP = 8;
  private static final int TOP = 40;
  private static final int LEAST_LEFT = 62;
  private static final int LEAST_LEGEND = 94;
  private static final int LINE_HEIGHT = 18;
  private static final int SWATCH = 16;
  private static final int LEAST_WIDTH = 240;
  private static final int MOST_LABEL = 160;
  private static final double BARS_SHARE = 0.9;
  private static final double CATEGORY_POINT = 8;
  private static final double CURVE_POINT = 4;
  private static final double LINE = 1.5;

  /**
   * Points of a series. A y value that is not finite is not drawn. An element of {@code errors} is
   * half the height of the error bar of a point.
   */
  private record Series(String name, double[] x, double[] y, double[] errors) {}

  private final Canvas canvas;
  private final List<Series> series;
  private final Axis xAxis;
  private final Axis yAxis;
  private final int left;
  private final int right;
  private final int bottom;
  private final boolean hasUprightLabels;

  private Chart(Canvas canvas, List<Series> series, Axis xAxis, Axis yAxis) {
    this.canvas = canvas;
    this.series = series;
    this.xAxis = xAxis;
    this.yAxis = yAxis;
    left = Math.max(LEAST_LEFT, 2 * LINE_HEIGHT + GAP + widest(yAxis.labels()));
    int legend = 3 * GAP + SWATCH + widest(series.stream().map(Series::name).toList());
    right = Math.max(left + LEAST_WIDTH, WIDTH - Math.max(LEAST_LEGEND, legend));
    int label = widest(xAxis.labels());
    hasUprightLabels = (label + GAP) * xAxis.ticks().length > right - left;
    int labels = hasUprightLabels ? Math.min(MOST_LABEL, label) : LINE_HEIGHT;
    bottom = HEIGHT - 2 * LINE_HEIGHT - labels;
  }

  /** Draws a drawing on an empty canvas of {@link #WIDTH} and {@link #HEIGHT}. */
  static void draw(Drawing drawing, Canvas canvas) {
    canvas.fill(box(0, 0, WIDTH, HEIGHT), Color.WHITE);
    if (drawing instanceof Plot plot) {
      draw(plot, canvas);
    } else {
      draw((Curves) drawing, canvas);
    }
  }

  private static void draw(Plot plot, Canvas canvas) {
    Axis xAxis = Axis.ofCategories(plot.categories());
    List<Series> series = new ArrayList<>();
    for (String name : plot.series()) {
      double[] values = new double[plot.categories().size()];
      double[] errors = new double[values.length];
      for (int i = 0; i < values.length; i++) {
        Double value = plot.value(name, plot.categories().get(i));
        values[i] = value == null ? Double.NaN : value;
        errors[i] = plot.error(name, plot.categories().get(i));
      }
      series.add(new Series(name, xAxis.ticks(), values, errors));
    }
    Axis yAxis = Axis.of(yRange(series), plot.isLogarithmic(), !plot.isLines());
    Chart chart = new Chart(canvas, series, xAxis, yAxis);
    chart.frame(plot.title(), plot.xTitle(), plot.yTitle(), false);
    for (int i = 0; i < series.size(); i++) {
      if (plot.isLines()) {
        chart.lines(i, false);
        chart.points(i, CATEGORY_POINT);
      } else {
        chart.bars(i);
      }
      chart.errors(i, plot.isLines());
    }
  }

  private static void draw(Curves curves, Canvas canvas) {
    List<Series> series = new ArrayList<>();
    DoubleSummaryStatistics range = new DoubleSummaryStatistics();
    curves
        .series()
        .forEach(
            (name, points) -> {
              series.add(new Series(name, points[0], points[1], new double[points[1].length]));
              add(points[0], range);
            });
    Axis xAxis = Axis.of(range, curves.isLogarithmic(), false);
    Chart chart = new Chart(canvas, series, xAxis, Axis.of(yRange(series), false, false));
    chart.frame(curves.title(), curves.xTitle(), curves.yTitle(), true);
    for (int i = 0; i < series.size(); i++) {
      if (curves.form() == Curves.Form.POINTS) {
        chart.points(i, CURVE_POINT);
      } else {
        chart.lines(i, curves.form() == Curves.Form.STEPS);
      }
    }
  }

  private static void add(double[] values, DoubleSummaryStatistics range) {
    for (double value : values) {
      if (Double.isFinite(value)) {
        range.accept(value);
      }
    }
  }

  private static DoubleSummaryStatistics yRange(List<Series> series) {
    DoubleSummaryStatistics range = new DoubleSummaryStatistics();
    for (Series each : series) {
      add(each.y, range);
      for (int i = 0; i < each.y.length; i++) {
        if (each.errors[i] > 0 && Double.isFinite(each.y[i])) {
          range.accept(each.y[i] + each.errors[i]);
        }
      }
    }
    return range;
  }

  private static int widest(List<String> texts) {
    double widest = 0;
    for (String each : texts) {
      widest = Math.max(widest, PLAIN.getStringBounds(each, CONTEXT).getWidth());
    }
    return (int) Math.ceil(widest);
  }

  private static Path2D box(double x1, double y1, double x2, double y2) {
    Path2D box = new Path2D.Double();
    box.moveTo(x1, y1);
    box.lineTo(x2, y1);
    box.lineTo(x2, y2);
    box.lineTo(x1, y2);
    box.closePath();
    return box;
  }

  private static void line(Path2D path, double x1, double y1, double x2, double y2) {
    path.moveTo(x1, y1);
    path.lineTo(x2, y2);
  }

  private double x(double value) {
    return left + (right - left) * xAxis.at(value);
  }

  /**
   * Returns the y coordinate of a value. A value below the start of the axis is drawn at the start.
   */
  private double y(double value) {
    double at = yAxis.isLogarithmic() && value <= 0 ? 0 : Math.max(0, yAxis.at(value));
    return bottom - (bottom - TOP) * at;
  }

  private static Color color(int number) {
    return new Color(COLORS[number % COLORS.length]);
  }

  private void frame(String title, String xTitle, String yTitle, boolean hasVerticalLines) {
    Path2D grid = new Path2D.Double();
    for (int i = 0; i < yAxis.ticks().length; i++) {
      double y = y(yAxis.ticks()[i]);
      line(grid, left, y, right, y);
      canvas.text(yAxis.labels().get(i), left - GAP / 2.0, y + GAP / 2.0, 1, PLAIN, false);
    }
    for (int i = 0; i < xAxis.ticks().length; i++) {
      double x = x(xAxis.ticks()[i]);
      if (hasVerticalLines) {
        line(grid, x, TOP, x, bottom);
      }
      String label = xAxis.labels().get(i);
      if (hasUprightLabels) {
        canvas.text(label, x + GAP / 2.0, bottom + GAP / 2.0, 1, PLAIN, true);
      } else {
        canvas.text(label, x, bottom + LINE_HEIGHT, 0.5, PLAIN, false);
      }
    }
    canvas.stroke(grid, 1, GRID);
    canvas.stroke(box(left, TOP, right, bottom), 1, Color.GRAY);
    double middle = (left + right) / 2.0;
    canvas.text(title, middle, TOP - 2.0 * GAP, 0.5, LARGE, false);
    canvas.text(xTitle, middle, HEIGHT - GAP, 0.5, BOLD, false);
    canvas.text(yTitle, 2 * GAP, (TOP + bottom) / 2.0, 0.5, BOLD, true);
    int step = Math.min(LINE_HEIGHT, (HEIGHT - TOP) / Math.max(1, series.size()));
    for (int i = 0; i < series.size(); i++) {
      int y = TOP + step * i;
      int x = right + GAP;
      canvas.fill(box(x, y, x + SWATCH, y + step / 2.0), color(i));
      canvas.text(series.get(i).name, x + SWATCH + GAP / 2.0, y + step / 2.0, 0, PLAIN, false);
    }
  }

  /** Draws the bars of a series next to the bars of the other series. */
  private void bars(int number) {
    Series values = series.get(number);
    Path2D path = new Path2D.Double();
    for (int i = 0; i < values.y.length; i++) {
      if (Double.isFinite(values.y[i])) {
        double width = BARS_SHARE / series.size();
        double from = values.x[i] + width * number - BARS_SHARE / 2;
        path.append(box(x(from), y(0), x(from + width), y(values.y[i])), false);
      }
    }
    canvas.fill(path, color(number));
  }

  /** Draws error bars in the middle of bars or points. */
  private void errors(int number, boolean isOfPoints) {
    Series values = series.get(number);
    Path2D path = new Path2D.Double();
    double shift = isOfPoints ? 0 : BARS_SHARE * ((number + 0.5) / series.size() - 0.5);
    for (int i = 0; i < values.y.length; i++) {
      if (values.errors[i] > 0 && Double.isFinite(values.y[i])) {
        double x = x(values.x[i] + shift);
        double high = y(values.y[i] + values.errors[i]);
        double low = y(values.y[i] - values.errors[i]);
        line(path, x, low, x, high);
        line(path, x - GAP / 2.0, high, x + GAP / 2.0, high);
        line(path, x - GAP / 2.0, low, x + GAP / 2.0, low);
      }
    }
    if (path.getCurrentPoint() != null) {
      canvas.stroke(path, 2, Color.BLACK);
    }
  }

  private void points(int number, double size) {
    Series values = series.get(number);
    Path2D path = new Path2D.Double();
    for (int i = 0; i < values.y.length; i++) {
      if (Double.isFinite(values.y[i])) {
        double x = x(values.x[i]);
        double y = y(values.y[i]);
        line(path, x, y, x, y);
      }
    }
    canvas.stroke(path, size, color(number));
  }

  /** Draws lines between the points of a series. A missing value interrupts the line. */
  private void lines(int number, boolean areSteps) {
    Series values = series.get(number);
    Path2D path = new Path2D.Double();
    for (int i = 0; i < values.y.length; i++) {
      if (Double.isFinite(values.y[i])) {
        double x = x(values.x[i]);
        double y = y(values.y[i]);
        if (i == 0 || !Double.isFinite(values.y[i - 1])) {
          path.moveTo(x, y);
        } else if (areSteps) {
          path.lineTo(x, path.getCurrentPoint().getY());
        }
        path.lineTo(x, y);
      }
    }
    canvas.stroke(path, LINE, color(number));
  }
}
