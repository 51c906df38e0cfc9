package org.flashgrove.lab.experiment.matrix;

import org.flashgrove.datasets.InputException;

/**
 * A value on an axis of an experiment's matrix.
 *
 * @param label name of the value in results, tables and plots
 * @param text the value, which may contain {@code ${...}} for parameters and other axes
 * @param node position in the document
 */
record AxisValue(String label, String text, YamlNode node) {
  InputException wrong(String wrong, String allowed) {
    return node.wrong(wrong, allowed);
  }
}
