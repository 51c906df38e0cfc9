package org.flashgrove.lab.experiment.statistics;

import java.util.Map;
import org.flashgrove.lab.experiment.Execution;

/**
 * Some executions of a run: those whose configuration has given values.
 *
 * @param values by the name of an axis, or of a member of the configuration; empty for all
 */
public record Arm(Map<String, String> values) {
  /** All executions. */
  public static final Arm ALL = new Arm(Map.of());

  private static final String LABELS = "labels";

  /** A value of an execution's configuration, its label if it has one; null if there is none. */
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
