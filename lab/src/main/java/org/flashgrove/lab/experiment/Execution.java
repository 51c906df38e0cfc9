package org.flashgrove.lab.experiment;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One run of an experiment. Names of configuration and figures are a contract with those who read
 * them.
 *
 * @param name by which it differs from the others
 * @param config what was set, in the order in which it is shown
 * @param figures what was measured, likewise
 * @param details what it has beside figures
 */
public record Execution(
    String name, Map<String, Object> config, Map<String, Object> figures, Details details) {
  /** An execution of figures alone. */
  public Execution(String name, Map<String, Object> config, Map<String, Object> figures) {
    this(name, config, figures, Details.NONE);
  }

  /** An execution without configuration and figures, which are to be added. */
  public Execution(String name) {
    this(name, new LinkedHashMap<>(), new LinkedHashMap<>());
  }

  /** Adds a value to the configuration. */
  public Execution with(String key, Object value) {
    config.put(key, value);
    return this;
  }

  /** Adds a figure. */
  public Execution measured(String figure, Object value) {
    figures.put(figure, value);
    return this;
  }

  /** Returns whether a configuration value equals the given one. */
  public boolean has(String key, Object value) {
    Object own = config.get(key);
    // numbers that were stored come back as the smallest type that holds them
    return own instanceof Number number && value instanceof Number other
        ? number.doubleValue() == other.doubleValue()
        : value.equals(own);
  }

  /** A figure as a number; NaN if there is none of that name. */
  public double figure(String name) {
    return figures.get(name) instanceof Number number ? number.doubleValue() : Double.NaN;
  }
}
