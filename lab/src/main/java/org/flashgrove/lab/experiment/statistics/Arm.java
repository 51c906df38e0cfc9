package org.flashgrove.lab.experiment.statistics;

import java.util.Map;
import org.flashgrove.lab.experiment.Execution;

/**
 * Selects executions of a run for a comparison. The settings of a selected execution have all given
 * values.
 *
 * @param values values by the name of an axis or of a setting; empty for all executions
 */
public record Arm(Map<String, String> values) {
  /** Selects all executions. */
  public static final Arm ALL = new Arm(Map.of());

  private static final String LABELS = "labels";

  /**
   * Returns the label of an execution on the axis {@code name}. If there is no such axis, returns
   * the value of the setting {@code name}, or null.
   */
  static Object value(Execution execution, String name) {
    Object labels = execution.config().get(LABELS);
    Object label = labels instanceof Map<?, ?> map ? map.get(name) : null;
    return label == null ? execution.config().get(name) : label;
  }

  boolean has(Execution execution) {
    return values.entrySet().stream()
        .allMatch(each -> each.getValue().equals(String.valueOf(value(execution, each.getKey()))));
  }
}
