package org.flashgrove.lab.experiment.matrix;

import java.util.Map;
import org.flashgrove.lab.experiment.Scale;

/**
 * A value that depends on the label of an axis, for example {@code capacity: {by: pageSize, 2K: 48,
 * 4K: 96}}.
 *
 * @param name name of the parameter
 * @param by the axis whose label selects the value, or {@code scale}
 * @param values values by label
 * @param node position in the document
 */
record Parameter(String name, String by, Map<String, String> values, YamlNode node) {
  /** Word that {@code by} contains if the value depends on the scale. */
  static final String SCALE = "scale";

  String value(Map<String, AxisValue> axes, Scale scale) {
    String label =
        by.equals(SCALE) ? scale.word() : axes.containsKey(by) ? axes.get(by).label() : null;
    if (label == null) {
      throw node.wrong(
          "parameter '" + name + "' is by '" + by + "'",
          SCALE + ", " + String.join(", ", axes.keySet()));
    }
    String value = values.get(label);
    if (value == null) {
      throw node.wrong(
          "parameter '" + name + "' has no value for " + by + " " + label,
          String.join(", ", values.keySet()));
    }
    return value;
  }
}
