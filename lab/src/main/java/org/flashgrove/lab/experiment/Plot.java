package org.flashgrove.lab.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** A picture to be drawn: for each category on the x axis a value of every series. */
public final class Plot implements Drawing {
  private final String name;
  private final String title;
  private final String xTitle;
  private final String yTitle;
  private final boolean lines;
  private boolean logarithmic;
  private final List<String> categories = new ArrayList<>();
  private final Map<String, Map<String, Bar>> series = new LinkedHashMap<>();

  /** A value, and half the width of its confidence interval; NaN if that is not known. */
  record Bar(double value, double error) {}

  private Plot(String name, String title, String xTitle, String yTitle, boolean lines) {
    this.name = name;
    this.title = title;
    this.xTitle = xTitle;
    this.yTitle = yTitle;
    this.lines = lines;
  }

  /** Bars; {@code name} is that of the file, without the suffix of its format. */
  public static Plot bars(String name, String title, String xTitle, String yTitle) {
    return new Plot(name, title, xTitle, yTitle, false);
  }

  /** Lines. */
  public static Plot lines(String name, String title, String xTitle, String yTitle) {
    return new Plot(name, title, xTitle, yTitle, true);
  }

  /** Makes the y axis logarithmic; values that are not above 0 are left out then. */
  public Plot logarithmic(boolean isLogarithmic) {
    logarithmic = isLogarithmic;
    return this;
  }

  /** Adds a value; categories and series come in the order in which they are first named. */
  public Plot add(String seriesName, Object category, double value) {
    return add(seriesName, category, value, Double.NaN);
  }

  /**
   * Adds a value with its error bar.
   *
   * @param error half the width of the bar; NaN for none
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

  @Override
  public String name() {
    return name;
  }

  @Override
  public String title() {
    return title;
  }

  String xTitle() {
    return xTitle;
  }

  String yTitle() {
    return yTitle;
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

  /** Names of the series that have a value to draw. */
  List<String> series() {
    return series.keySet().stream()
        .filter(each -> categories.stream().anyMatch(c -> value(each, c) != null))
        .toList();
  }

  /** Returns whether any value has an error bar. */
  boolean hasErrors() {
    return series.values().stream()
        .flatMap(values -> values.values().stream())
        .anyMatch(bar -> bar.error > 0);
  }

  /** The values of a series that are drawn. */
  Stream<Double> values(String seriesName) {
    return categories.stream().map(each -> value(seriesName, each)).filter(Objects::nonNull);
  }

  /** The value of a series for a category, or null. */
  Double value(String seriesName, String category) {
    Bar bar = series.get(seriesName).get(category);
    boolean drawn = bar != null && Double.isFinite(bar.value) && (!logarithmic || bar.value > 0);
    return drawn ? Double.valueOf(bar.value) : null;
  }

  /** Half the width of an error bar; 0 for none. */
  double error(String seriesName, String category) {
    Bar bar = series.get(seriesName).get(category);
    return bar == null || !Double.isFinite(bar.error) ? 0 : bar.error;
  }
}
