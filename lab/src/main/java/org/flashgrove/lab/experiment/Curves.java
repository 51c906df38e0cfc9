package org.flashgrove.lab.experiment;

import java.util.LinkedHashMap;
import java.util.Map;

/** A picture to be drawn: series of points with numbers on both axes. */
public final class Curves implements Drawing {
  private final String name;
  private final String title;
  private final String xTitle;
  private final String yTitle;
  private final Form form;
  private boolean logarithmic;
  private final Map<String, double[][]> series = new LinkedHashMap<>();

  /** Drawing style of a series. */
  public enum Form {
    /** Points that a line joins. */
    LINE,
    /** Steps: a value holds up to the next one. */
    STEPS,
    /** Points alone. */
    POINTS
  }

  /** An empty picture; {@code name} is that of the file, without the suffix of its format. */
  public Curves(String name, String title, String xTitle, String yTitle, Form form) {
    this.name = name;
    this.title = title;
    this.xTitle = xTitle;
    this.yTitle = yTitle;
    this.form = form;
  }

  /** Makes the x axis logarithmic; all x are above 0 then. */
  public Curves logarithmic() {
    logarithmic = true;
    return this;
  }

  /** Adds a series of at least one point. */
  public Curves add(String seriesName, double[] x, double[] y) {
    series.put(seriesName, new double[][] {x, y});
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

  Form form() {
    return form;
  }

  boolean isLogarithmic() {
    return logarithmic;
  }

  /** x and y by name. */
  Map<String, double[][]> series() {
    return series;
  }

  /** Returns whether there is nothing to draw. */
  public boolean isEmpty() {
    return series.isEmpty();
  }
}
