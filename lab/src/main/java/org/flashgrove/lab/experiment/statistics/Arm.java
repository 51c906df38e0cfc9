package org.flashgrove.lab.experiment.statistics;

import java.util.Map;
import org.flashgrove.lab.experiment.Execution;

/**
 * Selects the executions of a run whose settings have given values.
 *
 * @param values values by the name of an axis or of a setting; empty for all executions
 */
public record Arm(Map<String, String> values) {
  /** All executions. */
  public static final Arm ALL = new Arm(Map.of());

  private static final String LABELS = "labels";

  /** Returns the label of an execution on an axis, or else the value of a setting, or null. */
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
