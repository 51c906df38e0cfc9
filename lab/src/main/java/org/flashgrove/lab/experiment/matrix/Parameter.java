package org.flashgrove.lab.experiment.matrix;

import java.util.Map;
import org.flashgrove.lab.experiment.Scale;

/**
 * A value that depends on another: {@code capacity: {by: pageSize, 2K: 48, 4K: 96}}.
 *
 * @param name its name
 * @param by the axis whose label decides, or {@code scale}
 * @param values by label
 * @param node where it stands
 */
record Parameter(String name, String by, Map<String, String> values, YamlNode node) {
  /** Key of a value that depends on the scale. */
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
