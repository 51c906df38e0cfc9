package org.flashgrove.lab.experiment;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One measured run of an experiment, with its settings and measurements. Other programs depend on
 * the names of settings and measurements, so these names must not change.
 *
 * @param name name that distinguishes the execution from others
 * @param config settings by name, in display order
 * @param figures measurements by name, in display order
 * @param details further measurements, such as latencies
 */
public record Execution(
    String name, Map<String, Object> config, Map<String, Object> figures, Details details) {
  /** Creates an execution without details. */
  public Execution(String name, Map<String, Object> config, Map<String, Object> figures) {
    this(name, config, figures, Details.NONE);
  }

  /**
   * Creates an execution without settings and measurements. {@link #with} and {@link #measured} add
   * them later.
   */
  public Execution(String name) {
    this(name, new LinkedHashMap<>(), new LinkedHashMap<>());
  }

  /** Adds a setting. */
  public Execution with(String key, Object value) {
    config.put(key, value);
    return this;
  }

  /** Adds a measurement. */
  public Execution measured(String figure, Object value) {
    figures.put(figure, value);
    return this;
  }

  /** Adds a measurement, rounded to a number of decimals. */
  public Execution measured(String figure, double value, int decimals) {
    double unit = Math.pow(10, decimals);
    return measured(figure, Math.round(value * unit) / unit);
  }

  /** Returns whether a setting has the given value. */
  public boolean has(String key, Object value) {
    Object own = config.get(key);
    // An archive returns a stored number as the smallest type that holds it, so compare numbers by
    // value.
    return own instanceof Number number && value instanceof Number other
        ? number.doubleValue() == other.doubleValue()
        : value.equals(own);
  }

  /** Returns a measurement as a number, or NaN if it does not exist. */
  public double figure(String name) {
    return figures.get(name) instanceof Number number ? number.doubleValue() : Double.NaN;
  }
}
