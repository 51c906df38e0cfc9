package org.flashgrove.lab.experiment;

import java.util.LinkedHashMap;
import java.util.Map;

/** A diagram with numbers on both axes and several series of points. */
public final class Curves extends Drawing {
  private final Form form;
  private boolean logarithmic;
  private final Map<String, double[][]> series = new LinkedHashMap<>();

  /** Drawing style of a series. */
  public enum Form {
    /** Points joined by lines. */
    LINE,
    /** Steps: each value is drawn as a horizontal line up to the x of the next value. */
    STEPS,
    /** Points without lines. */
    POINTS
  }

  /**
   * Creates an empty diagram.
   *
   * @param name name of the picture file without its extension
   */
  public Curves(String name, String title, String xTitle, String yTitle, Form form) {
    super(name, title, xTitle, yTitle);
    this.form = form;
  }

  /** Makes the x axis logarithmic. All x values must be positive. */
  public Curves logarithmic() {
    logarithmic = true;
    return this;
  }

  /** Adds a series of at least one point. */
  public Curves add(String seriesName, double[] x, double[] y) {
    series.put(seriesName, new double[][] {x, y});
    return this;
  }

  Form form() {
    return form;
  }

  boolean isLogarithmic() {
    return logarithmic;
  }

  /** Returns the x and y values of each series by name. */
  Map<String, double[][]> series() {
    return series;
  }

  /** Returns whether the diagram has no series. */
  public boolean isEmpty() {
    return series.isEmpty();
  }
}
