package org.flashgrove.cli.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A picture to be drawn: for each category on the x axis a value of every series. */
public final class Plot {
  private final String name;
  private final String title;
  private final String xTitle;
  private final String yTitle;
  private final boolean lines;
  private final List<String> categories = new ArrayList<>();
  private final Map<String, Map<String, Double>> series = new LinkedHashMap<>();

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

  /** Adds a value; categories and series come in the order in which they are first named. */
  public Plot add(String seriesName, Object category, double value) {
    String label = category.toString();
    if (!categories.contains(label)) {
      categories.add(label);
    }
    series.computeIfAbsent(seriesName, unused -> new LinkedHashMap<>()).put(label, value);
    return this;
  }

  /** Name of the file, without the suffix of its format. */
  public String name() {
    return name;
  }

  String title() {
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

  List<String> categories() {
    return categories;
  }

  Iterable<String> series() {
    return series.keySet();
  }

  /** The value of a series for a category, or null. */
  Double value(String seriesName, String category) {
    Double value = series.get(seriesName).get(category);
    return value == null || value.isNaN() ? null : value;
  }
}
