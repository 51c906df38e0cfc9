package org.flashgrove.lab.experiment.matrix;

import org.flashgrove.datasets.InputException;

/**
 * A value of an axis.
 *
 * @param label what it is called in names, tables and plots
 * @param text the value, with {@code ${...}} for parameters and other axes
 * @param node where it stands
 */
record AxisValue(String label, String text, YamlNode node) {
  InputException wrong(String wrong, String allowed) {
    return node.wrong(wrong, allowed);
  }
}
