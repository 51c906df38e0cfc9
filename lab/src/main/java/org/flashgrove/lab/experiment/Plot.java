package org.flashgrove.lab.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A diagram with categories on the x axis. Each series has one value for each category. */
public final class Plot extends Drawing {
  private final boolean lines;
  private boolean logarithmic;
  private final List<String> categories = new ArrayList<>();
  private final Map<String, Map<String, Bar>> series = new LinkedHashMap<>();

  /** A value with half the height of its error bar; NaN if there is no error bar. */
  record Bar(double value, double error) {}

  private Plot(String name, String title, String xTitle, String yTitle, boolean lines) {
    super(name, title, xTitle, yTitle);
    this.lines = lines;
  }

  /**
   * Creates an empty bar chart.
   *
   * @param name name of the picture file without its extension
   */
  public static Plot bars(String name, String title, String xTitle, String yTitle) {
    return new Plot(name, title, xTitle, yTitle, false);
  }

  /**
   * Creates an empty line chart.
   *
   * @param name name of the picture file without its extension
   */
  public static Plot lines(String name, String title, String xTitle, String yTitle) {
    return new Plot(name, title, xTitle, yTitle, true);
  }

  /**
   * Makes the y axis logarithmic or linear. On a logarithmic axis, values that are not positive are
   * not drawn.
   */
  public Plot logarithmic(boolean isLogarithmic) {
    logarithmic = isLogarithmic;
    return this;
  }

  /** Adds a value. Categories and series are drawn in the order in which they are first added. */
  public Plot add(String seriesName, Object category, double value) {
    return add(seriesName, category, value, Double.NaN);
  }

  /**
   * Adds a value with its error bar.
   *
   * @param error half the height of the error bar; NaN for none
   */
  public Plot add(String seriesName, Object category, double value, double error) {
    String label = category.toString();
    if (!categories.contains(label)) {
      categories.add(label);
    }
    series
        .computeIfAbsent(seriesName, unused -> new LinkedHashMap<>())
        .put(label, new Bar(value, error));
    return this;
  }

  boolean isLines() {
    return lines;
  }

  boolean isLogarithmic() {
    return logarithmic;
  }

  List<String> categories() {
    return categories;
  }

  /** Returns the names of the series that have at least one value to draw. */
  List<String> series() {
    return series.keySet().stream()
        .filter(each -> categories.stream().anyMatch(c -> value(each, c) != null))
        .toList();
  }

  /** Returns the value of a series for a category, or null if there is nothing to draw. */
  Double value(String seriesName, String category) {
    Bar bar = series.get(seriesName).get(category);
    boolean drawn = bar != null && Double.isFinite(bar.value) && (!logarithmic || bar.value > 0);
    return drawn ? Double.valueOf(bar.value) : null;
  }

  /** Returns half the height of the error bar of a value; 0 if there is none. */
  double error(String seriesName, String category) {
    Bar bar = series.get(seriesName).get(category);
    return bar == null || !Double.isFinite(bar.error) ? 0 : bar.error;
  }
}
